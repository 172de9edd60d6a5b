"""Environments of Gymnasium and PettingZoo.

Importing this registers ``hule/Mahjong-v0`` with Gymnasium: one seat against three players.

>>> import gymnasium, hule.env
>>> table = gymnasium.make("hule/Mahjong-v0", opponents="standard")
>>> observation, info = table.reset(seed=1)
>>> observation, reward, terminated, truncated, info = table.step(info["action_mask"].argmax())

With PettingZoo all four seats are agents, which decide in turns (:func:`env`) or all at each step (:func:`parallel_env`):

>>> table = hule.env.env()
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     table.step(None if terminated else observation["action_mask"].argmax())

:class:`hule.VectorEnv` plays thousands of games at once, and is what ``gymnasium.make_vec("hule/Mahjong-v0", …)`` makes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import gymnasium

if TYPE_CHECKING:
    from .parallel import ParallelEnv, parallel_env
    from .single import MahjongEnv
    from .turns import AecEnv, aec_env, env, raw_env

__all__ = ["ID", "AecEnv", "MahjongEnv", "ParallelEnv", "aec_env", "env", "parallel_env", "raw_env"]

ID = "hule/Mahjong-v0"
"""The name that :func:`gymnasium.make` knows."""

if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="hule.env.single:MahjongEnv", vector_entry_point="hule.vector:VectorEnv")

_PLACES = {
    "AecEnv": ".turns",
    "MahjongEnv": ".single",
    "ParallelEnv": ".parallel",
    "aec_env": ".turns",
    "env": ".turns",
    "parallel_env": ".parallel",
    "raw_env": ".turns",
}


def __getattr__(name: str) -> object:
    """Imports what needs PettingZoo when it is first used."""
    if name in _PLACES:
        return getattr(import_module(_PLACES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
