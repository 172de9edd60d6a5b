"""What a seat knows, as numbers for learners.

An observation is a row of bytes. ``"basic"`` is small, ``"full"`` begins with it and adds the outcome of each choice and
all that can be known of the other seats, and ``"deep"`` begins with that and adds the outcome after two draws, which takes
several times as long. docs/PYTHON.md lists the features. Seats are numbered from the viewer in the order of play: 0 is the
viewer, 1 plays next. Actions have the numbers of docs/PROTOCOL.md, except that the target of a PASS is numbered like that
too: 38 to 40 name the next seat, the opposite one and the previous one.

>>> import hule
>>> from hule import observation
>>> view = hule.Game(hule.Deck.seeded(1, 0)).view("A")
>>> numbers = observation.observe(view)
>>> list(numbers[observation.features()["hand"].slice])[:9]
[1, 0, 0, 0, 0, 1, 0, 0, 0]
>>> observation.action_names()[38]
'OUT PASS NEXT'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from ._hule import (
    View,
    action_mask,
    action_names,
    action_number,
    hidden_features,
    numbered_action,
    observation_features,
    observation_version,
)
from ._hule import observe as _observe

__all__ = [
    "ACTIONS",
    "VERSION",
    "Feature",
    "Kind",
    "action_mask",
    "action_names",
    "action_number",
    "features",
    "hidden",
    "length",
    "numbered_action",
    "observe",
]

Kind = Literal["basic", "full", "deep"]

VERSION: int = observation_version()
"""The version of the observations. It changes whenever a number gets another meaning or another place."""

ACTIONS: int = len(action_names())
"""The number of actions."""


@dataclass(frozen=True)
class Feature:
    """The numbers of a feature in an observation."""

    name: str
    offset: int
    """The index of its first number."""
    len: int
    """How many numbers it has."""
    most: int
    """The greatest value."""
    meaning: str
    """What the numbers mean, with ``i`` for the index of a number in the feature."""

    @property
    def slice(self) -> slice:
        """The places of its numbers."""
        return slice(self.offset, self.offset + self.len)


@cache
def features(kind: Kind = "full") -> dict[str, Feature]:
    """The features of an observation by their names, in order and without gaps."""
    return {row[0]: Feature(*row) for row in observation_features(kind)}


@cache
def hidden() -> dict[str, Feature]:
    """The features of what a seat does not know, by their names: the hands of the others and the wall.

    ``VectorEnv(hidden=True)`` has them, for critics. A player must not see them.

    >>> list(hidden()), hidden()["distances"].slice
    (['hands', 'waits', 'distances', 'next_tiles'], slice(222, 225, None))
    """
    return {row[0]: Feature(*row) for row in hidden_features()}


def length(kind: Kind = "basic") -> int:
    """How many numbers an observation has: a multiple of the 37 kinds of tile.

    >>> length("basic"), length("full"), length("deep")
    (185, 1221, 1443)
    """
    last = list(features(kind).values())[-1]
    return last.offset + last.len


def observe(view: View, kind: Kind = "basic") -> bytes:
    """The observation of a view, one byte for each number. ``numpy.frombuffer(…, numpy.uint8)`` makes an array of it."""
    return _observe(view, kind)
