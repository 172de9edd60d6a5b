"""The game as a parallel environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from pettingzoo import ParallelEnv as _ParallelEnv

from ..words import Seat
from .agents import AGENTS, Agents
from .render import MODES

__all__ = ["ParallelEnv", "parallel_env"]

_Seen = dict[str, dict[str, NDArray[Any]]]


class ParallelEnv(Agents, _ParallelEnv):
    """Four agents that all act at each step, although only one of them has a choice.

    A step is one decision of one seat. The masks of the others allow only ``DECLINE`` (41), which means to wait; their
    actions are ignored and may be left out. Everything else is as in :class:`hule.env.AecEnv`.

    :param max_cycles: All agents are truncated after so many steps.
    """

    metadata: dict[str, Any] = {"name": "hule_v0", "render_modes": MODES, "render_fps": 4}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_Seen, dict[str, Any]]:
        """Begins a game."""
        self.table.begin(seed, options, self._generator)
        self.agents = AGENTS[:]
        self._steps = 0
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[_Seen, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Plays the action of the agent that has to decide."""
        turn = self.table.game.turn
        if turn is None or not self.agents:
            raise RuntimeError("the game is over; reset() begins the next one")
        agent = AGENTS[turn.seat]
        if agent not in actions:
            raise ValueError(f"there is no action of {agent}, which has to decide")
        is_legal = self.table.play(actions[agent])
        self._steps += 1
        rewards = {AGENTS[seat]: reward for seat, reward in self.table.rewards(Seat).items()}
        rewards[agent] -= not is_legal
        is_over = self.table.game.turn is None
        is_late = not is_over and self.max_cycles is not None and self._steps >= self.max_cycles
        seen, infos = self._seen()
        if is_over or is_late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, dict.fromkeys(AGENTS, is_over), dict.fromkeys(AGENTS, is_late), infos

    def _seen(self) -> tuple[_Seen, dict[str, Any]]:
        seen, infos = {}, {}
        for seat, agent in zip(Seat, AGENTS, strict=True):
            observation, mask = self.table.seen(seat)
            seen[agent] = {"observation": observation, "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return seen, infos


def parallel_env(**options: Any) -> ParallelEnv:
    """A :class:`ParallelEnv`."""
    return ParallelEnv(**options)
