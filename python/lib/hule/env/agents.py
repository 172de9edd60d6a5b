"""What the environments of PettingZoo have in common: four agents at one table."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from .._hule import Game
from ..observation import ACTIONS, Kind
from ..words import Seat
from .table import Illegal, Reward, Table

__all__ = ["AGENTS", "Agents"]

AGENTS = [f"player_{int(seat)}" for seat in Seat]
"""The agents in the order of the seats."""


class Agents:
    """Four agents, their spaces, and the table at which they sit."""

    def __init__(
        self,
        *,
        observation: Kind = "basic",
        reward: Reward = "win",
        illegal: Illegal = "penalty",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(observation, reward, illegal, render_mode)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": self.table.observation_space(),
                    "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: gymnasium.spaces.Discrete(ACTIONS) for agent in AGENTS
        }
        self._generator, _ = seeding.np_random()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table, by ``render_mode``."""
        return self.table.render()

    def close(self) -> None:
        """Does nothing: no window is open."""
