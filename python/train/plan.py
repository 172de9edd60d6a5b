"""What is learnt, and how."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from pathlib import Path

import torch
from tables import Opponents

Pair = tuple[float, float]
"""A value at the start and one at the end."""


@dataclass
class Plan:
    """The options of a course."""

    out: Path
    opponents: list[Opponents]
    widths: list[int]
    student: list[int]
    """The widths of the small network; empty if there is none."""
    critic: list[int]
    games: int
    steps: int
    batch: int
    epochs: int
    rates: Pair
    critic_rates: Pair
    entropies: Pair
    decays: Pair
    device: torch.device
    seconds: float = inf
    """The time of the whole course, over all runs."""
    decisions: float = inf
    """The decisions of the whole course."""
    stop: float = inf
    """The time of this run."""
    student_from: float = 0.5
    """When the small network begins to learn, as a share of the course."""
    guesses: float = 0.3
    clip: float = 0.2
    bonus: float = 5.0
    nearest: float = 0.0
    seed: int = 1
    threads: int = 1
    test_every: float = 120
    test_games: int = 4096

    def done(self, seconds: float, decisions: int) -> float:
        """The share of the course that is behind."""
        return min(1.0, max(seconds / self.seconds, decisions / self.decisions))


def between(pair: Pair, done: float) -> float:
    """A value that changes by a constant factor over the course."""
    first, last = pair
    return float(first * (last / first) ** done)
