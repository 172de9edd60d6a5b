"""Games against a mixture of players, in arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from encoding import OBSERVATION, Bits, number_type

import hule

ITSELF = "itself"


@dataclass(frozen=True)
class Opponents:
    """Who plays at some of the tables."""

    name: str
    """A player, three joined by ``+``, or ``itself`` if the learner decides for all four seats."""
    share: float
    """The share of all games, with all shares as the unit."""

    @staticmethod
    def parse(text: str) -> list[Opponents]:
        """Parses ``standard=3,useful+standard+useful=1,itself=2``."""
        found = []
        for part in text.split(","):
            name, _, share = part.partition("=")
            found.append(Opponents(name, float(share or 1)))
        return found


class Table:
    """Some games with the same opponents."""

    def __init__(self, opponents: Opponents, index: int, start: int, games: int, seed: int, threads: int) -> None:
        self.index = index
        self.places = slice(start, start + games)
        names = opponents.name.split("+")
        self.itself = names == [ITSELF]
        self.env = hule.VectorEnv(
            games,
            observation=OBSERVATION,
            hidden=True,
            seat="all" if self.itself else "rotate",
            opponents="standard" if self.itself else names * 3 if len(names) == 1 else names,
            threads=threads,
        )
        self.env.reset(seed=seed + index)
        for array in (self.env.observations, self.env.hidden, self.env.masks):
            pin(array)

    def step(self, actions: np.ndarray) -> None:
        """Plays an action in each game."""
        self.env.step(actions)

    def rewards(self) -> torch.Tensor:
        """The rewards of the seats `A` to `D` in each game; the learner's own if it has only one seat."""
        if self.itself:
            return torch.from_numpy(self.env.seat_rewards)
        return torch.from_numpy(self.env.rewards)[:, None].expand(-1, 4)


def pin(array: np.ndarray) -> None:
    """Lets a graphics card read an array at full speed."""
    if torch.cuda.is_available():
        torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)


def divided(opponents: list[Opponents], games: int, seed: int, threads: int) -> list[Table]:
    """Tables for this many games."""
    total = sum(some.share for some in opponents)
    tables, start = [], 0
    for index, some in enumerate(opponents):
        count = max(1, round(games * some.share / total))
        tables.append(Table(some, index, start, count, seed, threads))
        start += count
    return tables


class Experience:
    """Some steps in all games, on the learner's device."""

    def __init__(self, steps: int, tables: list[Table], bits: tuple[Bits, Bits], device: torch.device) -> None:
        games = tables[-1].places.stop
        env = tables[0].env

        def empty(*shape: int, dtype: torch.dtype = torch.uint8) -> torch.Tensor:
            return torch.zeros(shape, dtype=dtype, device=device)

        # One step more, to judge where the last one leads.
        self.observations = empty(steps + 1, games, env.observations.shape[1])
        self.hidden = empty(steps + 1, games, env.hidden.shape[1])
        # They take memory, and save the time to make them anew for each use.
        self.encodings = bits
        self.bits, self.hidden_bits = (empty(steps + 1, games, some.len, dtype=number_type(device)) for some in bits)
        self.masks = empty(steps + 1, games, env.masks.shape[1])
        self.seats = empty(steps + 1, games, dtype=torch.int64)
        self.tables = empty(steps + 1, games)
        for table in tables:
            self.tables[:, table.places] = table.index
        self.actions = empty(steps, games, dtype=torch.int64)
        self.chances = empty(steps, games, dtype=torch.float32)
        self.rewards = empty(steps, games, 4, dtype=torch.float32)
        self.ended = empty(steps, games, dtype=torch.bool)
        self.steps, self.games = steps, games

    def look(self, step: int, table: Table) -> None:
        """Notes what the learner sees, and what its last action led to."""
        env, places = table.env, table.places
        self.observations[step, places].copy_(torch.from_numpy(env.observations), non_blocking=True)
        self.hidden[step, places].copy_(torch.from_numpy(env.hidden), non_blocking=True)
        parts = ((self.observations, self.bits), (self.hidden, self.hidden_bits))
        for encoding, (numbers, bits) in zip(self.encodings, parts, strict=True):
            bits[step, places] = encoding(numbers[step, places], bits.dtype)
        self.masks[step, places].copy_(torch.from_numpy(env.masks.view(np.uint8)), non_blocking=True)
        self.seats[step, places] = torch.from_numpy(env.seats).to(self.seats.device).long()
        if step > 0:
            self.rewards[step - 1, places] = table.rewards().to(self.rewards.device)
            self.ended[step - 1, places] = torch.from_numpy(env.terminated).to(self.ended.device)

    def advantages(self, values: torch.Tensor, decay: float) -> tuple[torch.Tensor, torch.Tensor]:
        """The generalised advantages of all actions, and whether they are known.

        What a seat's action led to is known when the seat decides again, or at the end of the game.
        """
        advantages = torch.zeros_like(self.chances)
        known = torch.zeros_like(self.ended)
        rows = torch.arange(self.games, device=values.device)
        shape = (self.games, 4)
        # For each seat: what follows its next decision, its value and reward.
        later, value, reward = (torch.zeros(shape, device=values.device) for _ in range(3))
        decided = torch.zeros(shape, dtype=torch.bool, device=values.device)
        value[rows, self.seats[-1]] = values[-1]
        decided[rows, self.seats[-1]] = True
        for step in reversed(range(self.steps)):
            ended = self.ended[step, :, None]
            later, value = later.masked_fill(ended, 0), value.masked_fill(ended, 0)
            reward = torch.where(ended, self.rewards[step], reward)
            decided = decided | ended
            seat = self.seats[step]
            advantage = reward[rows, seat] + value[rows, seat] - values[step] + decay * later[rows, seat]
            advantages[step], known[step] = advantage, decided[rows, seat]
            later[rows, seat], value[rows, seat] = advantage * known[step], values[step]
            reward[rows, seat] = 0
            decided[rows, seat] = True
        return advantages, known
