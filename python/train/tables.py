"""Games against a mixture of players, in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
import torch
from encoding import OBSERVATION, Bits, number_type
from numpy.typing import NDArray

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
        """Parses ``standard=3,useful+standard+useful=1,itself=2``.

        :raises ValueError: There is no such player, or a share is not above 0.
        """
        found = []
        for part in text.split(","):
            name, _, share = part.rpartition("=") if "=" in part else (part, "", "1")
            players = name.split("+")
            if len(players) not in (1, 3):
                raise ValueError(f"{name!r} are {len(players)} players; expected one, or three joined by +")
            for player in players if players != [ITSELF] else ():
                hule.Player(player)
            found.append(Opponents(name, float(share)))
            if not 0 < found[-1].share < inf:
                raise ValueError(f"{share} is no share; expected a number above 0")
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
            opponents="standard" if self.itself else names[0] if len(names) == 1 else names,
            threads=threads,
        )
        self.env.reset(seed=seed + index)
        self.pinned: list[int] = []

    def step(self, actions: NDArray[np.int64]) -> None:
        """Plays an action in each game."""
        self.env.step(actions)

    def rewards(self) -> torch.Tensor:
        """The rewards of the seats `A` to `D` in each game; the learner's own if it has only one seat."""
        if self.itself:
            return torch.from_numpy(self.env.seat_rewards)
        return torch.from_numpy(self.env.rewards)[:, None].expand(-1, 4)

    def pin(self) -> None:
        """Lets a graphics card read the arrays at full speed, until the table is closed."""
        for array in (self.env.observations, self.env.hidden, self.env.masks):
            if int(torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)) == 0:
                self.pinned.append(array.ctypes.data)

    def close(self) -> None:
        """Ends the games."""
        # Memory that is registered must not be freed.
        for address in self.pinned:
            torch.cuda.cudart().cudaHostUnregister(address)
        self.pinned = []
        self.env.close()


def divided(opponents: list[Opponents], games: int, seed: int, threads: int) -> list[Table]:
    """Tables for this many games, at least one of each kind."""
    shares = np.cumsum([some.share for some in opponents])
    spare = games - len(opponents)
    ends = [index + 1 + round(spare * share / shares[-1]) for index, share in enumerate(shares)]
    starts = [0, *ends[:-1]]
    places = enumerate(zip(opponents, starts, ends, strict=True))
    return [Table(some, index, start, end - start, seed, threads) for index, (some, start, end) in places]


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
        # Those of the observation, of what is hidden, and one for each table. They take memory, and save the time to make
        # them anew for each use.
        self.encodings = bits
        self.seen, known = bits[0].len, bits[0].len + bits[1].len
        self.bits = empty(steps + 1, games, known + len(tables), dtype=number_type(device))
        self.masks = empty(steps + 1, games, env.masks.shape[1])
        self.seats = empty(steps + 1, games, dtype=torch.int64)
        for table in tables:
            self.bits[:, table.places, known + table.index] = 1
        self.first = tables[0].places
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
        start = 0
        for encoding, numbers in zip(self.encodings, (self.observations, self.hidden), strict=True):
            self.bits[step, places, start : start + encoding.len] = encoding(numbers[step, places], self.bits.dtype)
            start += encoding.len
        self.masks[step, places].copy_(torch.from_numpy(env.masks.view(np.uint8)), non_blocking=True)
        self.seats[step, places] = torch.from_numpy(env.seats).to(self.seats.device).long()
        if step > 0:
            self.rewards[step - 1, places] = table.rewards().to(self.rewards.device)
            self.ended[step - 1, places] = torch.from_numpy(env.terminated).to(self.ended.device)

    def won(self) -> float | None:
        """The share of games at the first table that the learner won; None if none has ended."""
        ended = self.ended[:, self.first]
        return self.rewards[:, self.first, 0][ended].mean().item() if ended.any() else None

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
