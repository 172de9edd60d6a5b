"""The 148-tile Mahjong game of THUPC 2021: exact rules, games, players and statistics.

>>> import hule
>>> deck = hule.Deck.seeded(1, 0)
>>> print(hule.log(deck)[-1])
C WIN
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from ._hule import (
    Decisions,
    Deck,
    Event,
    Game,
    Hand,
    Log,
    Player,
    Replay,
    View,
    check,
    deck_with,
    explain,
    log,
    play,
    situations,
)
from .errors import DeckError, IllegalAction, LogError, PlayerError
from .many import Arena, Batch, Figure, arena, batch, decisions
from .records import (
    Chooser,
    Discard,
    DiscardOption,
    Evaluation,
    Explained,
    Meld,
    Mismatch,
    Outcome,
    PlayerLike,
    Reason,
    Situation,
    Turn,
)
from .words import Action, ActionLike, Claim, DeckLike, Direction, Seat, SeatLike, Suit, Tile, TileLike

if TYPE_CHECKING:
    from . import env as env
    from .vector import VectorEnv as VectorEnv

__all__ = [
    "Action",
    "ActionLike",
    "Arena",
    "Batch",
    "Chooser",
    "Claim",
    "Decisions",
    "Deck",
    "DeckError",
    "DeckLike",
    "Direction",
    "Discard",
    "DiscardOption",
    "Evaluation",
    "Event",
    "Explained",
    "Figure",
    "Game",
    "Hand",
    "IllegalAction",
    "Log",
    "LogError",
    "Meld",
    "Mismatch",
    "Outcome",
    "Player",
    "PlayerError",
    "PlayerLike",
    "Reason",
    "Replay",
    "Seat",
    "SeatLike",
    "Situation",
    "Suit",
    "Tile",
    "TileLike",
    "Turn",
    "View",
    "arena",
    "batch",
    "check",
    "decisions",
    "deck_with",
    "explain",
    "log",
    "play",
    "situations",
]


def __getattr__(name: str) -> object:
    """Imports what needs other packages when it is first used."""
    if name == "VectorEnv":
        from .vector import VectorEnv

        return VectorEnv
    if name == "env":
        return import_module(".env", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if "gymnasium" in sys.modules:
    # `gymnasium.make("hule:hule/Mahjong-v0")` imports this module to have the environment registered.
    import_module(".env", __name__)
