"""The 148-tile Mahjong game of THUPC 2021: exact rules, games, players and statistics.

>>> import hule
>>> deck = hule.Deck.seeded(1, 0)
>>> print(hule.log(deck)[-1])
C WIN
"""

from ._hule import Deck, Event, Log, log
from .errors import DeckError, IllegalAction, LogError, PlayerError
from .words import Action, Claim, Direction, Seat, Suit, Tile

__all__ = [
    "Action",
    "Claim",
    "Deck",
    "DeckError",
    "Direction",
    "Event",
    "IllegalAction",
    "Log",
    "LogError",
    "PlayerError",
    "Seat",
    "Suit",
    "Tile",
    "log",
]
