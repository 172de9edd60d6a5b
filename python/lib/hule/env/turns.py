"""The game as an environment of PettingZoo in which agents decide in turns (AEC)."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from ..words import Seat
from .agents import AGENTS, Agents
from .render import MODES

__all__ = ["AGENTS", "AecEnv", "aec_env", "env", "raw_env"]


class AecEnv(Agents, AECEnv):
    """Four agents, ``player_0`` at seat A to ``player_3`` at seat D; the one that has to decide is selected.

    An observation is a dict of an ``"observation"`` (see :mod:`hule.observation`) and an ``"action_mask"``, which ``infos``
    have too. It allows only ``DECLINE`` (41) to agents that have to wait. Seed and number of a game are those of
    :class:`hule.Deck`: ``reset(seed=…)`` begins game 0 of a seed and ``reset()`` the next one; ``options={"game": 7}`` and
    ``{"deck": deck}`` choose another.

    :param observation: ``"basic"``, ``"full"`` or ``"deep"``.
    :param reward: ``"win"``, ``"zero-sum"`` or ``"distance"``, as in :class:`hule.VectorEnv`.
    :param illegal: What an illegal action does: ``"penalty"`` is a reward of -1, and the standard player decides;
        ``"raise"`` is a :class:`hule.IllegalAction`.
    :param max_cycles: How often an agent decides at most. It is truncated then, and the standard player plays on for it.
    :param render_mode: ``"ansi"`` for text, ``"human"`` to print it, ``"rgb_array"`` for an image.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "hule_v0",
        "render_modes": MODES,
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self.table.begin(seed, options, self._generator)
        self.agents = AGENTS[:]
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.decisions = dict.fromkeys(AGENTS, 0)
        self._skip_agent_selection: str | None = None
        self._select()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees and may do."""
        observation, mask = self.table.seen(_seat(agent))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        is_legal = self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.decisions[agent] += 1
        if self.decisions[agent] == self.max_cycles:
            self.truncations[agent] = True
        self._play_for_the_absent()
        given = self.table.rewards(_seat(agent) for agent in self.agents)
        self.rewards = {AGENTS[seat]: reward for seat, reward in given.items()}
        self.rewards[agent] -= not is_legal
        self._accumulate_rewards()
        if self.table.game.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _absent(self, agent: str) -> bool:
        return agent not in self.agents or self.truncations[agent]

    def _play_for_the_absent(self) -> None:
        game = self.table.game
        if all(self._absent(agent) for agent in AGENTS):
            return
        while (turn := game.turn) is not None and self._absent(AGENTS[turn.seat]):
            game.play(self.table.standard.choose(game.view()))

    def _select(self) -> None:
        """Selects the agent that has to decide, and says what each may do."""
        turn = self.table.game.turn
        if turn is not None and AGENTS[turn.seat] in self.agents:
            self.agent_selection = AGENTS[turn.seat]
        self.infos = {agent: {"action_mask": self.table.seen(_seat(agent))[1]} for agent in self.agents}


def _seat(agent: str) -> Seat:
    return Seat(AGENTS.index(agent))


def raw_env(**options: Any) -> AecEnv:
    """An :class:`AecEnv` without PettingZoo's wrappers."""
    return AecEnv(**options)


def env(**options: Any) -> OrderEnforcingWrapper:
    """An :class:`AecEnv` in the wrappers of PettingZoo that check how it is used."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(**options)))


aec_env = env
