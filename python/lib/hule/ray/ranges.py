"""Numbers of games or decks, cut into ranges."""

from __future__ import annotations

import operator
from collections.abc import Iterable

Range = tuple[int, int]
"""The first number, and one past the last."""


def check(games: int, seed: int, first: int, processors: int | None = None) -> None:
    """Raises ValueError if there are no such games or processors, and TypeError for what is no whole number."""
    games, seed, first, processors = map(operator.index, (games, seed, first, 1 if processors is None else processors))
    if processors < 1:
        raise ValueError("expected at least one processor")
    if games < 1 or seed < 0 or first < 0 or max(seed, first + games) >= 2**64:
        raise ValueError("expected at least one game, and numbers below 2**64")


class Ranges:
    """The numbers that have not been begun."""

    def __init__(self, first: int, end: int, done: Iterable[Range] = ()) -> None:
        self._gaps: list[Range] = []
        """In reverse order."""
        at = first
        for begin, after in sorted(done):
            if begin > at:
                self._gaps.append((at, min(begin, end)))
            at = max(at, after)
        if at < end:
            self._gaps.append((at, end))
        self._gaps.reverse()

    @property
    def left(self) -> int:
        """How many there are."""
        return sum(end - first for first, end in self._gaps)

    def next(self, size: int) -> Range | None:
        """The next range, of at most this size; ``None`` if there is none."""
        if not self._gaps:
            return None
        first, end = self._gaps.pop()
        if end - first > size:
            self._gaps.append((first + size, end))
            end = first + size
        return first, end


class Pace:
    """How large a range should be: it should take ``seconds``, and at the end all processors should have work."""

    GROWTH = 16
    """A range is at most so many times larger than those before it."""
    LEAST_SECONDS = 0.25
    """What a range takes at least, if there is enough to do: a task costs a millisecond or two."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._speed = 0.0
        self._largest = 1

    def note(self, size: int, seconds: float) -> None:
        """Learns from a range that is done."""
        speed = size / max(seconds, 1e-6)
        self._speed = speed if self._speed == 0 else 0.7 * self._speed + 0.3 * speed
        self._largest = max(self._largest, size)

    def size(self, left: int, processors: int) -> int:
        """The size of the next range, if so many numbers are left."""
        wanted = min(self._speed * self.seconds, left / (2 * processors))
        wanted = max(wanted, self._speed * Pace.LEAST_SECONDS)
        return max(1, min(round(wanted), Pace.GROWTH * self._largest))
