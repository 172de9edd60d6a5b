"""One seat against three players, as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .._hule import Game, Player
from ..observation import ACTIONS, Kind
from ..records import Chooser, PlayerLike
from ..words import Seat
from .render import MODES
from .table import Illegal, Reward, Table

__all__ = ["MahjongEnv"]


class MahjongEnv(gymnasium.Env[NDArray[np.uint8], Any]):
    """One seat against three players: what ``gymnasium.make("hule/Mahjong-v0")`` makes.

    A step plays an action and lets the opponents play until the seat has to decide again. ``info["action_mask"]`` and
    :meth:`action_masks` say which actions are legal: only ``DECLINE`` (41) after the end. ``reset(seed=…)`` begins game 0 of
    a seed, as :class:`hule.Deck` deals it, and ``reset()`` the next one; a game that ends before the seat has to decide is
    left out. ``options={"game": 7}`` and ``{"deck": deck}`` choose another.

    :param opponents: The player at the other seats, or three, beginning with the seat after the learner: names, or objects
        with a method ``choose(view, legal)``, or classes of such objects. Players that choose at random do not choose as in
        :class:`hule.VectorEnv`.
    :param seat: ``"A"`` to ``"D"``, or ``"rotate"`` for seat ``game % 4``.
    :param observation: ``"basic"``, ``"full"`` or ``"deep"``; see :mod:`hule.observation`.
    :param reward: ``"win"``, ``"zero-sum"`` or ``"distance"``, as in :class:`hule.VectorEnv`.
    :param illegal: What an illegal action does: ``"penalty"`` is a reward of -1, and the standard player decides;
        ``"raise"`` is a :class:`hule.IllegalAction`.
    :param render_mode: ``"ansi"`` for text, ``"human"`` to print it, ``"rgb_array"`` for an image.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        opponents: PlayerLike | Sequence[PlayerLike] = "standard",
        seat: Literal["A", "B", "C", "D", "rotate"] | Seat = "rotate",
        observation: Kind = "basic",
        reward: Reward = "win",
        illegal: Illegal = "penalty",
        render_mode: str | None = None,
    ) -> None:
        given = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents] * 3
        if len(given) != 3:
            raise ValueError(f"{len(given)} opponents; expected one or three")
        self.opponents = [_player(player) for player in given]
        self.rotate = seat == "rotate"
        self.seat = Seat.A if seat == "rotate" else Seat(seat)
        self.table = Table(observation, reward, illegal, render_mode)
        self.render_mode = render_mode
        self.observation_space = self.table.observation_space()
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        self.table.begin(seed, options, self.np_random)
        self._begin()
        while self.game.turn is None:
            self.table.begin(None, None, self.np_random)
            self._begin()
        self.table.distances = {}
        self.table.rewards([self.seat])
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def _begin(self) -> None:
        if self.rotate:
            self.seat = Seat(self.table.number % 4)
        self.players = {Seat((self.seat + place) % 4): player for place, player in enumerate(self.opponents, 1)}
        for seat, player in self.players.items():
            begin = getattr(player, "begin", None)
            if begin is not None:
                begin(seat, self._player_seed(seat))
        self._run()

    def _player_seed(self, seat: Seat) -> int:
        mixed = np.random.SeedSequence([self.table.seed or 0, self.table.number, int(seat)])
        return int(mixed.generate_state(1, np.uint64)[0])

    def _run(self) -> None:
        """Lets the opponents decide."""
        game = self.game
        while (turn := game.turn) is not None and turn.seat is not self.seat:
            view = game.view()
            game.play(self.players[turn.seat].choose(view, view.legal))

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        if self.game.turn is None:
            raise gymnasium.error.ResetNeeded("the game is over; reset() begins the next one")
        is_legal = self.table.play(action)
        self._run()
        reward = self.table.rewards([self.seat])[self.seat] - (not is_legal)
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen()
        return seen, reward, self.game.turn is None, False, info

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        seen, mask = self.table.seen(self.seat)
        return seen, {"action_mask": mask, "seat": int(self.seat), "game": self.table.number}

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal, as MaskablePPO of sb3-contrib asks."""
        return self.table.seen(self.seat)[1].astype(np.bool_)

    def render(self) -> Any:
        """The table, by ``render_mode``."""
        return self.table.render()


def _player(player: PlayerLike) -> Chooser:
    if isinstance(player, str):
        return Player(player)
    return player() if isinstance(player, type) else player
