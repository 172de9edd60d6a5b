"""Small records that games, views and reports are made of. They are tuples with names, so they compare, hash and pickle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Union

from .words import Action, ActionLike, Claim, Direction, Seat, Tile

if TYPE_CHECKING:
    from ._hule import Event, Game, View

__all__ = [
    "Chooser",
    "Discard",
    "DiscardOption",
    "Evaluation",
    "Explained",
    "Meld",
    "Mismatch",
    "Outcome",
    "PlayerLike",
    "Reason",
    "Situation",
    "Turn",
]


class Turn(NamedTuple):
    """Which seat has to decide, and what: to discard, or to answer to the discard of another if ``claim`` is set."""

    seat: Seat
    """The seat."""
    drawn: Tile | None = None
    """The tile it has just drawn; ``None`` after a claim and for answers."""
    claim: Claim | None = None
    """What the discard may be claimed for; ``None`` if the seat has to discard."""
    tile: Tile | None = None
    """The discard that may be claimed."""
    discarder: Seat | None = None
    """The seat that discarded it."""


class Outcome(NamedTuple):
    """How a game ended."""

    kind: Literal["ron", "self_drawn", "exhausted"]
    """By a win with a discard, with the tile drawn, or without a winner."""
    winner: Seat | None = None
    """The winner."""
    tile: Tile | None = None
    """The winning tile."""
    discarder: Seat | None = None
    """The seat that discarded the winning tile."""


class Meld(NamedTuple):
    """Three tiles on the table: two from a hand and a claimed discard."""

    tiles: tuple[Tile, Tile, Tile]
    """The tiles, ascending."""
    claimed: Tile
    """The claimed tile."""
    discarder: Seat
    """The seat that discarded it."""

    @property
    def kind(self) -> Literal["chow", "pong"]:
        """A run or a triplet."""
        return "pong" if self.tiles[0] is self.tiles[1] else "chow"


class Discard(NamedTuple):
    """A discard in the river."""

    seat: Seat
    """The seat that discarded it."""
    tile: Tile
    """The tile."""
    target: Seat | None = None
    """The seat named by a PASS."""
    claimed_by: Seat | None = None
    """The seat that claimed it for a meld or won with it."""


class DiscardOption(NamedTuple):
    """A tile that could be discarded."""

    tile: Tile
    """The tile."""
    distance: int
    """The distance after discarding it."""


class Evaluation(NamedTuple):
    """A choice and what is known of it."""

    action: Action
    """The action."""
    distance: int
    """The distance of the hand after it."""
    useful: int
    """How many tiles that the player cannot see would then reduce the distance."""
    wins: float | None = None
    """The estimated probability to win; ``None`` if the player does not simulate games."""
    chance: float | None = None
    """The probability with which a network chooses it; ``None`` if the player is not a network."""


class Reason(NamedTuple):
    """Why the standard player decides as it does. ``str`` gives the sentences."""

    text: str
    """The reason in sentences."""
    rules: tuple[str, ...]
    """The numbers of the rules that decided, as in docs/RULES.md."""
    details: dict[str, Any]
    """The reason as docs/PROTOCOL.md describes it, with the options and their distances."""

    def __str__(self) -> str:
        return self.text


class Explained(NamedTuple):
    """An event and the reasons for it."""

    event: Event
    """The event."""
    reasons: list[Reason]
    """Why it happened and, after a discard, which claims were made or not; empty without a decision."""


class Situation(NamedTuple):
    """A situation in which a rule decides what happens. ``str`` gives its name."""

    name: str
    """The name, such as ``intercepted-ron``."""
    direction: Direction
    """The direction of play in which it occurs."""
    rule: str
    """The number of the rule that decides."""
    meaning: str
    """A sentence that describes it."""

    def __str__(self) -> str:
        return self.name


class Mismatch(NamedTuple):
    """The first wrong line of an output. ``str`` gives it in one line."""

    line: int
    """The line, counted from 1."""
    expected: Event | None
    """The correct event; ``None`` if the log ends before."""
    found: str | None
    """The line that was found; ``None`` if the output ends before."""
    decides: Seat | None
    """The seat that decides this line; ``None`` if the line follows from earlier events."""
    game: Game | None
    """The game before this line; ``None`` in the deal and after the end of the game."""
    reasons: list[Reason]
    """What the standard player decides, and why."""
    rule: str | None
    """The number of the rule that is probably broken."""
    diagnosis: str
    """The probable mistake."""
    text: str
    """All of it in one line."""

    def __str__(self) -> str:
        return self.text


class Chooser(Protocol):
    """A player written in Python.

    It may also have methods ``begin(seat, seed)`` and ``end(game)``, which are called at the start and the end of a game,
    and a ``name``.
    """

    def choose(self, view: View, legal: list[Action], /) -> ActionLike:
        """Return one of the legal actions."""
        ...


PlayerLike = Union[str, Chooser, type[Chooser]]
"""The name of a player, an object that plays, or a class of such objects, of which each seat gets its own."""
