"""The exceptions of the package. They can be pickled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._hule import View
    from .words import Action, Seat

__all__ = ["DeckError", "IllegalAction", "LogError", "PlayerError"]


class _Located(ValueError):
    """A message, and where in the text it applies."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        """The line, counted from 1; ``None`` if there is no such place."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.line)


class DeckError(_Located):
    """A text or a list that is not a deck.

    >>> import hule
    >>> try:
    ...     hule.Deck("1M 2M 10M")
    ... except hule.DeckError as error:
    ...     print(error.line, error)
    1 line 1, column 7: `10M` is not a tile; expected 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE or DOUBLE
    """


class LogError(_Located):
    """A text that is not a log, or a log of a game that breaks the rules."""


class IllegalAction(ValueError):
    """An action that the seat may not do now."""

    def __init__(self, message: str, action: Action, seat: Seat | None, legal: list[Action]) -> None:
        super().__init__(message)
        self.action = action
        """The action."""
        self.seat = seat
        """The seat that has to decide; ``None`` if the game is over."""
        self.legal = legal
        """The legal actions."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.action, self.seat, self.legal)


class PlayerError(RuntimeError):
    """A Python player raised an exception or chose an illegal action; ``__cause__`` is that exception."""

    def __init__(
        self,
        message: str,
        player: str,
        seat: Seat,
        view: View | None = None,
        deck: int | None = None,
        seating: int | None = None,
    ) -> None:
        super().__init__(message)
        self.player = player
        """The name of the player."""
        self.seat = seat
        """Its seat."""
        self.view = view
        """What it saw; ``None`` if it was not asked to choose."""
        self.deck = deck
        """The number of the deck of an arena, as in ``Deck.seeded(seed, deck)``; ``None`` in other games."""
        self.seating = seating
        """The number of the seating in which the deck was played."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.player, self.seat, self.view, self.deck, self.seating)
