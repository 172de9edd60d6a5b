"""A game as environments need it: numbered, observed and rewarded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .. import observation as _observation
from .._hule import Deck, Game, Player
from ..errors import IllegalAction
from ..observation import ACTIONS, Kind
from ..words import Action, Seat
from .render import MODES, drawn

__all__ = ["Illegal", "Reward", "Table"]

Reward = Literal["win", "zero-sum", "distance"]
"""What is rewarded. ``"win"``: 1 for a win. ``"zero-sum"``: 3 for a win, -1 if another seat wins. ``"distance"``: 1 for a
win, and 1/16 for each tile by which the distance of the hand has become less since the seat decided last."""

Illegal = Literal["penalty", "raise"]
"""What an illegal action does. ``"penalty"``: the seat is rewarded with -1, and the standard player decides in its place.
``"raise"``: :class:`hule.IllegalAction` is raised, and nothing changes."""

DECLINE = int(Action.DECLINE)


class Table:
    """A game of a seed, the rewards of some seats, and how they see it."""

    def __init__(self, observation: Kind, reward: Reward, illegal: Illegal, render_mode: str | None) -> None:
        for value, allowed, what in [
            (observation, ("basic", "full", "deep"), "observation"),
            (reward, ("win", "zero-sum", "distance"), "reward"),
            (illegal, ("penalty", "raise"), "illegal"),
            (render_mode, (None, *MODES), "render_mode"),
        ]:
            if value not in allowed:
                raise ValueError(f"{what} {value!r} is not one of {', '.join(map(str, allowed))}")
        self.observation: Kind = observation
        self.reward = reward
        self.illegal = illegal
        self.render_mode = render_mode
        self.seed: int | None = None
        self.number = -1
        self.game = Game(Deck.seeded(0, 0))
        self.distances: dict[Seat, int] = {}
        self.standard = Player("standard")

    def observation_space(self) -> gymnasium.spaces.Space[NDArray[np.uint8]]:
        """The space of the observations."""
        features = _observation.features(self.observation).values()
        # Numbers that are always 0 may be 1 here: Gymnasium warns of an empty range.
        most = np.concatenate([np.full(feature.len, max(feature.most, 1), np.uint8) for feature in features])
        space: Any = gymnasium.spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        return space  # type: ignore[no-any-return]

    def begin(self, seed: int | None, options: dict[str, Any] | None, generator: np.random.Generator) -> None:
        """Begins game 0 of a seed, or the next game without one. The first seed is a random one.

        ``options={"game": number}`` begins that game of the seed, and ``{"deck": deck}`` a game with that deck.
        """
        if seed is not None:
            self.seed, self.number = int(seed), -1
        elif self.seed is None:
            self.seed = int(generator.integers(1 << 63))
        assert self.seed is not None
        options = options or {}
        self.number = int(options.get("game", self.number + 1))
        deck = options.get("deck")
        self.game = Game(Deck.seeded(self.seed, self.number) if deck is None else Deck(deck))
        self.distances = {}
        self.rewards([self.game.turn.seat] if self.game.turn else [])

    def seen(self, seat: Seat) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """The observation of a seat, and 1 for each of its actions that is legal: only ``DECLINE`` if it has to wait."""
        view = self.game.view(seat)
        mask = np.frombuffer(bytearray(_observation.action_mask(view)), np.int8)
        if not mask.any():
            mask[DECLINE] = 1
        return np.frombuffer(bytearray(_observation.observe(view, self.observation)), np.uint8), mask

    def play(self, number: Any) -> bool:
        """Plays the action with this number for the seat that has to decide. Returns whether it is legal."""
        view = self.game.view()
        number = int(number)
        action = _observation.numbered_action(view, number) if 0 <= number < ACTIONS else None
        if action is not None and (action in view.legal or self.illegal == "raise"):
            self.game.play(action)
            return True
        if self.illegal == "raise":
            raise IllegalAction(f"{number} is not the number of an action", number, view.seat, view.legal)
        self.game.play(self.standard.choose(view))
        return False

    def rewards(self, seats: Iterable[Seat]) -> dict[Seat, float]:
        """The rewards of some seats for the last action: of all at the end, and else of the one that has to decide."""
        outcome, turn = self.game.outcome, self.game.turn
        given = dict.fromkeys(seats, 0.0)
        for seat in given:
            won = outcome is not None and outcome.winner is seat
            if won:
                given[seat] += 3 if self.reward == "zero-sum" else 1
            elif outcome is not None and outcome.winner is not None and self.reward == "zero-sum":
                given[seat] -= 1
            if self.reward == "distance" and (turn is None or turn.seat is seat):
                distance = 0 if won else self.game.hand(seat).distance
                if seat in self.distances:
                    given[seat] += (self.distances[seat] - distance) / 16
                self.distances[seat] = distance
        return given

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as text, as an image, or printed, by ``render_mode``."""
        return drawn(self.game, self.render_mode)
