"""The game for OpenSpiel: importing this registers ``python_hule``.

>>> import pyspiel  # doctest: +SKIP
>>> import hule.openspiel  # doctest: +SKIP
>>> game = pyspiel.load_game("python_hule")  # doctest: +SKIP

Every tile that is dealt or drawn is a chance node, whose outcomes are the kinds of tile that are left, with their
probabilities. So the tree is that of the real game: no player, nor the state itself, knows a tile before it is drawn.
Utilities are those of the reward ``"zero-sum"``: 3 for a win, -1 if another seat wins. Actions have the numbers of
:class:`hule.Action`, with a PASS naming its seat. The observation tensor is that of :mod:`hule.observation`;
the parameter ``observation`` is ``basic``, ``full`` or ``deep``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import observation as _observation
from ._hule import Deck, Game
from .words import Action, Seat, Tile

__all__ = ["HuleGame", "HuleObserver", "HuleState"]

_DEALT = 52
_TILES = 148
# Each draw and each of at most four claims of a seat is followed by a discard, and at most seven answers follow a discard:
# three whether to win, three whether to pong and one whether to chow.
_LONGEST = (_TILES - _DEALT + 16) * 8

_TYPE = pyspiel.GameType(
    short_name="python_hule",
    long_name="148-tile Mahjong of THUPC 2021",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=4,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"observation": "basic"},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=len(Action),
    max_chance_outcomes=len(Tile),
    num_players=4,
    min_utility=-1.0,
    max_utility=3.0,
    utility_sum=0.0,
    max_game_length=_LONGEST,
)


class HuleGame(pyspiel.Game):
    """The game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})
        self.observation: _observation.Kind = self.get_parameters()["observation"]
        if self.observation not in ("basic", "full", "deep"):
            raise pyspiel.SpielError(f"observation {self.observation!r} is none of basic, full and deep")

    def new_initial_state(self) -> HuleState:
        """The state before the deal."""
        return HuleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HuleObserver:
        """What a seat sees."""
        return HuleObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.observation, params)


class HuleState(pyspiel.State):
    """A state: the tiles drawn so far, and the actions."""

    def __init__(self, game: HuleGame) -> None:
        super().__init__(game)
        self.known: list[Tile] = []
        """The tiles drawn so far, in order."""
        self.left = [4] * len(Tile)
        """How many tiles of each kind are left."""
        self.actions: list[Action] = []
        """The actions played so far."""
        self.game: Game | None = None
        """The game, whose undrawn tiles are in an order that means nothing; ``None`` before the first draw."""
        self.next: Action | None = None
        """The action whose draw is the next chance node."""

    def current_player(self) -> int:
        """The seat that has to decide, or chance, or the end."""
        if self.game is None or self.next is not None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.game.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else int(turn.seat)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.next is None and self.game.turn is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of tile that are left, with their probabilities."""
        total = sum(self.left)
        return [(kind, count / total) for kind, count in enumerate(self.left) if count]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.game is not None
        turn = self.game.turn
        return [] if turn is None or turn.seat != player else sorted(map(int, self.game.legal))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.known.append(Tile(action))
            self.left[action] -= 1
            if self.game is None and len(self.known) <= _DEALT:
                return
        else:
            self.next = Action(action)
        played = [*self.actions, *([] if self.next is None else [self.next])]
        rest = [tile for tile in Tile for _ in range(self.left[tile])]
        game = Game(Deck([*self.known, *rest]), played)
        # The tiles that it has drawn must be known; what it has drawn does not depend on the others.
        if _TILES - len(game.wall) <= len(self.known):
            self.game, self.actions, self.next = game, played, None

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {Tile(action)}" if player == pyspiel.PlayerId.CHANCE else str(Action(action))

    def returns(self) -> list[float]:
        """The utilities of all seats."""
        winner = self.game.outcome.winner if self.game is not None and self.game.outcome is not None else None
        return [0.0] * 4 if winner is None else [3.0 if seat is winner else -1.0 for seat in Seat]

    def told(self, player: int | None) -> str:
        """All events that a seat has seen, without the tiles that others drew; only the public ones for ``None``."""
        if self.game is None:
            return "" if player is None else " ".join(map(str, self.known[player::4]))
        lines = []
        for event in self.game.events:
            hidden = event.kind == "draw" and event.seat is not None and event.seat != player
            lines.append(f"{event.seat} IN" if hidden else str(event))
        if player is not None:
            # A seat also knows whether it was asked, and what it answered.
            lines.append("to decide" if self.current_player() == player else "to wait")
            lines.extend(str(action) for seat, action in self.game.claims if seat == player)
        return "\n".join(lines)

    def __str__(self) -> str:
        if self.game is None:
            return "dealt: " + " ".join(map(str, self.known))
        return str(self.game) + ("" if self.next is None else f"\n{self.next}, and a draw")


class HuleObserver:
    """What a seat sees, as OpenSpiel asks for it."""

    def __init__(self, kind: Any, observation: _observation.Kind, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.kind = kind
        self.observation: _observation.Kind = observation
        has_tensor = not kind.perfect_recall and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        length = _observation.length(observation) if has_tensor else 0
        self.tensor = np.zeros(length, np.float32) if has_tensor else None
        self.dict = {"observation": self.tensor} if has_tensor else {}

    def set_from(self, state: HuleState, player: int) -> None:
        """Fills the tensor: with zeros before the first draw."""
        if self.tensor is None:
            return
        if state.game is None:
            self.tensor.fill(0)
            return
        view = state.game.view(Seat(player))
        self.tensor[:] = np.frombuffer(_observation.observe(view, self.observation), np.uint8)

    def string_from(self, state: HuleState, player: int) -> str:
        """What a seat sees, or all that it has seen; without its own tiles if only the public part is wanted."""
        private = self.kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return str(state)
        if private == pyspiel.PrivateInfoType.NONE:
            return state.told(None) if self.kind.public_info else ""
        if self.kind.perfect_recall or state.game is None:
            return state.told(player)
        view = state.game.view(Seat(player))
        return view.to_json() if self.kind.public_info else str(view.hand)


pyspiel.register_game(_TYPE, HuleGame)
