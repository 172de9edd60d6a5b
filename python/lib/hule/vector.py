"""Thousands of games at once, as an environment of Gymnasium.

>>> import hule
>>> env = hule.VectorEnv(16)
>>> observations, infos = env.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((16, 185), (16, 48))
>>> for _ in range(100):
...     observations, rewards, terminated, truncated, infos = env.step(env.random_actions())
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import observation as _observation
from ._hule import Vector
from .errors import IllegalAction
from .observation import ACTIONS, Feature, Kind
from .words import Seat

__all__ = ["IllegalActions", "VectorEnv"]

_RESTART = {
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.DISABLED: "disabled",
}


class IllegalActions(IllegalAction):
    """An action in one of many games that is not legal. No game has changed."""

    action: int  # type: ignore[assignment]
    legal: list[int]  # type: ignore[assignment]

    def __init__(self, message: str, place: int, game: int, seat: Seat, action: int, legal: list[int]) -> None:
        super().__init__(message, action, seat, legal)  # type: ignore[arg-type]
        self.place = place
        """The index of the environment."""
        self.game = game
        """The number of its game."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.place, self.game, self.seat, self.action, self.legal)


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, played in Rust on all cores.

    A step plays one action in each game and lets the opponents play until the learner has to decide again. Every decision is
    shown, even if only one action is legal.

    The arrays that :meth:`reset` and :meth:`step` return are always the same ones, filled anew by each call: copy what you
    keep, or set ``copy``. They are also attributes (``observations``, ``masks``, …) which other libraries take without a
    copy, such as ``torch.from_dlpack(env.observations)``.

    Each ``infos`` has, with one row for each game:

    - ``"action_mask"``: 1 for every legal action, by its number (int8). After the end of a game only ``DECLINE``, which is
      ignored.
    - ``"seat"``: the index of the seat that has to decide.
    - ``"game"``: the number of the game.
    - ``"seat_rewards"`` if all seats are the learner's: the rewards of ``A``, ``B``, ``C`` and ``D``.
    - ``"final_obs"`` and ``"final_info"`` as in Gymnasium if ``autoreset_mode`` is ``SAME_STEP`` and a game has ended.

    Environment ``i`` of ``n`` plays the games ``first + i``, ``first + n + i``, ``first + 2 n + i``, … of the seed, as
    ``Deck.seeded(seed, game)`` deals them. They do not depend on the number of threads. A game that ends before the learner
    has decided anything is left out.

    :param num_envs: The number of games at once.
    :param observation: ``"basic"``, ``"full"`` or ``"deep"``; see :mod:`hule.observation`.
    :param hidden: Whether to fill the attribute ``hidden`` with what the seat does not know, for a critic.
    :param seat: The learner's seat: ``"A"`` to ``"D"``, ``"rotate"`` for seat ``game % 4``, or ``"all"`` for all four. In
        the last case every step is one decision of one seat in each game, and ``rewards`` is for the seat that played.
    :param opponents: The name of the player at the other seats, or three names, beginning with the seat after the learner.
    :param reward: ``"win"``: 1 for a win. ``"zero-sum"``: 3 for a win, -1 if another seat wins. ``"distance"``: 1 for a win,
        and 1/16 for each tile by which the distance of the hand has become less since the seat decided last.
    :param autoreset_mode: When a game that has ended is replaced, as Gymnasium defines it.
    :param threads: The number of threads; by default, one for each processor.
    :param first: The number of the first game.
    :param copy: Whether to return copies of the arrays.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1024,
        *,
        observation: Kind = "basic",
        hidden: bool = False,
        seat: Literal["A", "B", "C", "D", "rotate", "all"] | Seat = "rotate",
        opponents: str | Sequence[str] = "standard",
        reward: Literal["win", "zero-sum", "distance"] = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        first: int = 0,
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode {render_mode!r}: a vector of games is not rendered")
        names = [opponents] * 3 if isinstance(opponents, str) else list(opponents)
        if len(names) != 3:
            raise ValueError(f"{len(names)} opponents; expected one name or three")
        mode = AutoresetMode(autoreset_mode)
        if threads is None:
            threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        name = seat.name if isinstance(seat, Seat) else seat
        self._vector = Vector(num_envs, first, observation, hidden, name, names, reward, _RESTART[mode], threads)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs = num_envs
        self.copy = copy
        """Whether to return copies of the arrays."""
        self.features: dict[str, Feature] = _observation.features(observation)
        """The features of the observations by their names."""
        most = np.concatenate([np.full(feature.len, feature.most, np.uint8) for feature in self.features.values()])
        self.single_observation_space = gymnasium.spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        vector = self._vector
        self.observations: NDArray[np.uint8] = vector.observations
        """The observations."""
        self.masks: NDArray[np.int8] = vector.masks.view(np.int8)
        """1 for every legal action, by its number."""
        self.rewards: NDArray[np.float32] = vector.rewards
        """The rewards of the seats that have just played."""
        self.terminated: NDArray[np.bool_] = vector.ended
        """Whether the last action ended the game."""
        self.truncated: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        """Always false: a game ends by itself."""
        self.seats: NDArray[np.uint8] = vector.seats
        """The indices of the seats that have to decide."""
        self.games: NDArray[np.uint64] = vector.numbers
        """The numbers of the games."""
        self.seat_rewards: NDArray[np.float32] = vector.seat_rewards
        """The rewards of all four seats if they are the learner's; without columns if not."""
        self.hidden: NDArray[np.uint8] = vector.hidden
        """What the seats that have to decide do not know, by :func:`hule.observation.hidden`; without columns if unasked."""
        self._all = np.ones(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins the first games of a seed. Without one, each environment begins its next game, and at first that of seed 0.

        With ``options={"reset_mask": array}`` only these environments begin their next game.
        """
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(f"reset_mask must be an array of {self.num_envs} bools")
            if seed is not None:
                raise ValueError("a seed is for all games; it cannot be set with a reset_mask")
            self._vector.restart(np.ascontiguousarray(mask))
        elif seed is not None or not self._begun:
            super().reset(seed=seed)
            self._vector.reset(0 if seed is None else _seed(seed))
        else:
            self._vector.restart(self._all)
        self._begun = True
        return self._kept(self.observations), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays one action in each game.

        :raises IllegalActions: If an action is not legal. No game has changed then.
        """
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"expected {self.num_envs} integers as actions, not an array of {array.dtype} with shape {array.shape}"
            )
        wrong = self._vector.step(np.ascontiguousarray(array, np.int64))
        if wrong is not None:
            message, place, game, seat, action, legal = wrong
            raise IllegalActions(message, place, game, seat, action, legal)
        self._begun = True
        kept = self._kept
        return (
            kept(self.observations),
            kept(self.rewards),
            kept(self.terminated),
            kept(self.truncated),
            self._infos(ended=True),
        )

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for each game. The same seed gives the same ones. The array is filled anew by each call."""
        self._vector.sample()
        return self._vector.actions

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _infos(self, ended: bool = False) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        named: dict[str, NDArray[Any]] = {"action_mask": self.masks, "seat": self.seats, "game": self.games}
        if self.seat_rewards.size > 0:
            named["seat_rewards"] = self.seat_rewards
        for name, array in named.items():
            infos[name] = self._kept(array)
            infos["_" + name] = self._all
        last = self._vector.last_observations
        if ended and last.size > 0:
            places = np.flatnonzero(self.terminated)
            if places.size > 0:
                final = np.full(self.num_envs, None, object)
                for place, row in zip(places.tolist(), last[places], strict=False):
                    final[place] = row
                infos["final_obs"] = final
                infos["final_info"] = {}
                infos["_final_obs"] = infos["_final_info"] = self.terminated.copy()
        return infos


def _seed(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed {seed} is not between 0 and 2**64 - 1")
    return int(seed)
