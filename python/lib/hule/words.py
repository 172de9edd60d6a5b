"""The words of the game: tiles, seats, actions and the like, as enums.

Tiles, seats and actions are integers, so they index lists and arrays. ``str`` gives the name that decks and logs have, and
calling the enum with a name gives the member.

>>> from hule import Action, Seat, Tile
>>> Tile("5S"), str(Tile.S5), int(Tile.S5)
(Tile.S5, '5S', 22)
>>> Seat("B"), Action("OUT 5S")
(Seat.B, Action.OUT_5S)
>>> max(Tile), len(Action)
(Tile.PASS, 48)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._hule import Deck

__all__ = ["Action", "ActionLike", "Claim", "DeckLike", "Direction", "Seat", "SeatLike", "Suit", "Tile", "TileLike"]


class _Word(IntEnum):
    """A number with a name. The name of a member is that of the game, as far as Python allows it."""

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Self: ...

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @classmethod
    def _missing_(cls, value: object) -> Any:
        for member in cls:
            if str(member) == value:
                return member
        names = ", ".join(str(member) for member in cls)
        raise ValueError(f"{value!r} is not one of {names}")


class Suit(str, Enum):
    """The suit of an ordinary tile. Honours form no runs."""

    CHARACTERS = "characters"
    DOTS = "dots"
    BAMBOOS = "bamboos"
    HONOURS = "honours"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Direction(str, Enum):
    """The direction of play. A REVERSE changes it."""

    FORWARD = "forward"
    REVERSED = "reversed"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Direction.{self.name}"


class Claim(str, Enum):
    """What a discard may be claimed for, in the order in which the seats are asked."""

    RON = "ron"
    PONG = "pong"
    CHOW = "chow"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Claim.{self.name}"


class Tile(_Word):
    """One of the 37 kinds of tile, in the order of discards: the standard player discards the greatest.

    >>> Tile("7P") is Tile.P7
    True
    >>> Tile.P7.suit, Tile.P7.number, Tile.PASS.is_special
    (Suit.DOTS, 7, True)
    >>> sorted([Tile.Z, Tile.M1, Tile.S9])
    [Tile.M1, Tile.S9, Tile.Z]
    """

    M1 = 0
    M2 = 1
    M3 = 2
    M4 = 3
    M5 = 4
    M6 = 5
    M7 = 6
    M8 = 7
    M9 = 8
    P1 = 9
    P2 = 10
    P3 = 11
    P4 = 12
    P5 = 13
    P6 = 14
    P7 = 15
    P8 = 16
    P9 = 17
    S1 = 18
    S2 = 19
    S3 = 20
    S4 = 21
    S5 = 22
    S6 = 23
    S7 = 24
    S8 = 25
    S9 = 26
    E = 27
    S = 28
    W = 29
    N = 30
    B = 31
    F = 32
    Z = 33
    DOUBLE = 34
    REVERSE = 35
    PASS = 36

    def __str__(self) -> str:
        name = self.name
        return name[::-1] if len(name) == 2 else name

    @property
    def is_special(self) -> bool:
        """Whether it is PASS, REVERSE or DOUBLE."""
        return self >= Tile.DOUBLE

    @property
    def suit(self) -> Suit | None:
        """The suit; ``None`` for special tiles."""
        return None if self.is_special else (*Suit,)[self // 9]

    @property
    def number(self) -> int | None:
        """The number from 1 to 9; ``None`` for honours and special tiles."""
        return self % 9 + 1 if self < Tile.E else None


class Seat(_Word):
    """One of the four seats. A plays first, and the initial order is A B C D.

    >>> list(Seat)
    [Seat.A, Seat.B, Seat.C, Seat.D]
    """

    A = 0
    B = 1
    C = 2
    D = 3


class Action(_Word):
    """An action of the seat that has to decide. Its number is stable across versions.

    A PASS is discarded by naming the seat that loses a turn: ``OUT PASS B``; plain ``OUT PASS`` is never legal. CHOW says
    which place the claimed tile has in the run: with 5 claimed, HIGH is 3 4 5 and LOW is 5 6 7.

    >>> Action("CHOW LOW"), str(Action.OUT_PASS_B), Action(0)
    (Action.CHOW_LOW, 'OUT PASS B', Action.OUT_1M)
    """

    OUT_1M = 0
    OUT_2M = 1
    OUT_3M = 2
    OUT_4M = 3
    OUT_5M = 4
    OUT_6M = 5
    OUT_7M = 6
    OUT_8M = 7
    OUT_9M = 8
    OUT_1P = 9
    OUT_2P = 10
    OUT_3P = 11
    OUT_4P = 12
    OUT_5P = 13
    OUT_6P = 14
    OUT_7P = 15
    OUT_8P = 16
    OUT_9P = 17
    OUT_1S = 18
    OUT_2S = 19
    OUT_3S = 20
    OUT_4S = 21
    OUT_5S = 22
    OUT_6S = 23
    OUT_7S = 24
    OUT_8S = 25
    OUT_9S = 26
    OUT_E = 27
    OUT_S = 28
    OUT_W = 29
    OUT_N = 30
    OUT_B = 31
    OUT_F = 32
    OUT_Z = 33
    OUT_DOUBLE = 34
    OUT_REVERSE = 35
    OUT_PASS = 36
    OUT_PASS_A = 37
    OUT_PASS_B = 38
    OUT_PASS_C = 39
    OUT_PASS_D = 40
    DECLINE = 41
    CHOW_HIGH = 42
    CHOW_MIDDLE = 43
    CHOW_LOW = 44
    PONG = 45
    RON = 46
    SELFDRAWN = 47

    def __str__(self) -> str:
        return self.name.replace("_", " ")


TileLike = Union[Tile, str]
"""A tile or its name."""

SeatLike = Union[Seat, str]
"""A seat or its name."""

ActionLike = Union[Action, str, SupportsIndex]
"""An action, its name or its number."""

DeckLike = Union["Deck", str, bytes, Iterable[TileLike]]
"""A deck, its text, or its tiles."""
