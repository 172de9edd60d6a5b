"""No argument crashes the interpreter: everything is called with everything."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hule

DECK = hule.Deck.seeded(1, 0)
REPEATABLE = settings(
    derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def _game(actions: int) -> hule.Game:
    game = hule.Game(DECK)
    for _ in range(actions):
        if game.legal:
            game.play(game.legal[actions % len(game.legal)])
    return game


class Player:
    """Chooses anything."""

    def __init__(self, chosen: object) -> None:
        self.chosen = chosen

    def choose(self, _view: object, _legal: object) -> Any:
        return self.chosen


class Hostile:
    """Raises an exception whatever is done with it."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name) if name in {"choose", "name", "begin"} else AttributeError(name)

    def __iter__(self) -> Any:
        raise RuntimeError

    def __index__(self) -> int:
        raise RuntimeError


plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 60),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=20),
    st.sampled_from([*hule.Tile, *hule.Seat, *hule.Action, *hule.Direction]),
    st.sampled_from([str(action) for action in hule.Action]),
    st.sampled_from(
        ["useful", "standard", "search:samples=0", "random:x", "ron-by-three", "en", "zh", "123M EE", "\ud800", "+9"]
    ),
    st.sampled_from([DECK, hule.Hand("123M"), _game(0), _game(30), _game(30).view(), _game(3).view("C"), hule.log(DECK)]),
    st.sampled_from([hule.play(DECK), hule.Event("DRAW"), hule.Player("useful"), object(), object, print, slice(None)]),
    st.builds(Hostile),
    st.sampled_from([str(DECK), str(hule.log(DECK)), _game(30).view().to_json(), hule.play(DECK).pack()]),
)
anything = st.recursive(
    plain | plain.map(Player),
    lambda some: st.lists(some, max_size=4) | st.tuples(some, some) | st.dictionaries(st.text(max_size=3), some, max_size=2),
    max_leaves=6,
)


def targets() -> list[Callable[..., object]]:
    """Every function of the extension, every class, and every method of an example of each class."""
    found: list[Callable[..., object]] = [hule.check, hule.deck_with, hule.explain, hule.log, hule.play, hule.situations]
    found += [hule.Tile, hule.Seat, hule.Action]
    game = _game(30)
    examples = [DECK, hule.Hand("123M EE"), game, game.view(), game.view("A"), hule.log(DECK), hule.play(DECK)]
    examples += [hule.Event("A OUT 1M"), hule.Player("random"), hule.batch(2, rows=True).rows]
    for example in examples:
        found.append(type(example))
        for name in dir(example):
            if name in {"__class__", "__init_subclass__", "__subclasshook__", "__del__", "__setattr__", "__delattr__"}:
                continue
            member = inspect.getattr_static(type(example), name, None)
            if member is not None and callable(getattr(example, name, None)):
                found.append(getattr(example, name))
    return found


@settings(REPEATABLE, max_examples=1500)
@given(target=st.sampled_from(targets()), arguments=st.lists(anything, max_size=3), named=st.booleans())
def test_whatever_is_passed_there_is_a_result_or_an_exception(
    target: Callable[..., object], arguments: list[Any], named: bool
) -> None:
    options = {"seed": arguments.pop()} if named and arguments else {}
    with suppress(Exception):  # A panic is no `Exception`, so it is not suppressed.
        result = target(*arguments, **options)
        repr(result)
        str(result)


numbers = st.one_of(st.none(), st.integers(-3, 40), st.just(2**64 - 20), st.just(2**64), st.floats(), st.text(max_size=3))


@settings(REPEATABLE, max_examples=150)
@given(n=numbers, seed=numbers, first=numbers, threads=numbers, rows=st.booleans())
def test_batches_take_all_numbers(n: Any, seed: Any, first: Any, threads: Any, rows: bool) -> None:
    if isinstance(n, int) and n > 100:
        n = 100
    with suppress(ValueError, TypeError, OverflowError):
        repr(hule.batch(n, seed=seed, first=first, threads=threads, rows=rows))


@settings(REPEATABLE, max_examples=150)
@given(
    players=st.lists(anything | st.sampled_from(["useful", "standard"]), max_size=5),
    sprt=anything,
    round_robin=st.booleans(),
    threads=numbers,
)
def test_arenas_take_all_players(players: list[Any], sprt: Any, round_robin: bool, threads: Any) -> None:
    with suppress(ValueError, TypeError, OverflowError, RuntimeError):
        repr(hule.arena(*players, games=12, sprt=sprt, round_robin=round_robin, threads=threads))
