"""Batches and arenas, as on one machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from .. import _hule
from ..many import Arena, Batch, checked_sprt
from ..progress import bar
from ..records import PlayerLike
from . import parts, ranges
from .cluster import Work, connect, processors, spread
from .ranges import Pace, Range, Ranges
from .state import VERSION, Plan, State, contents

SECONDS = 5.0
"""How long a range takes. With many processors it is longer, so that the driver sees about 20 a second."""
SPRT_SECONDS = 1.0
"""The same for a sequential test, whose end is not known: about 50 a second."""


def batch(
    n: int = 10_000,
    *,
    seed: int = 0,
    first: int = 0,
    cpus: int | None = None,
    state: str | Path | None = None,
    progress: bool | None = None,
) -> Batch:
    """Play many games of a seed with four standard players on a cluster, like :func:`hule.batch`.

    ``cpus`` is how many processors are used at most; all by default. ``state`` is a folder for what is done: after a
    crash, the same call with the same folder goes on from there. It is deleted at the end.
    """
    ranges.check(n, seed, first, cpus)
    plan = {"hule": VERSION, "command": "batch", "games": n, "seed": seed, "first": first}
    whole = merged(plan, partial(parts.batch, seed), (first, first + n), "games", cpus, state, progress)
    json, text, _ = whole.report()
    return Batch(json, text)


def arena(
    *players: PlayerLike,
    games: int | None = None,
    seed: int = 0,
    first: int = 0,
    sprt: bool | Sequence[float] = False,
    round_robin: bool = False,
    bot_options: Sequence[str] = (),
    cpus: int | None = None,
    state: str | Path | None = None,
    progress: bool | None = None,
) -> Arena:
    """Let players play against each other on a cluster, like :func:`hule.arena`.

    A player may also be ``bot:`` and a program, which must be there on all machines; ``bot_options`` are the options of
    ``hule arena`` for bots, such as ``["--move-time", "0.5"]``. Players in Python are pickled. For ``cpus`` and ``state``
    see :func:`batch`.
    """
    players = tuple(player.name if isinstance(player, _hule.Player) else player for player in players)
    points = checked_sprt(players, sprt, round_robin, first)
    if any(map(parts.is_bot, players)) and not all(isinstance(player, str) for player in players):
        raise ValueError("a player in Python and a bot cannot play each other")
    ranges.check(1 if games is None else games, seed, first, cpus)
    check_bot_options(bot_options)
    a_deck, decks = _hule._arena_plan(list(players), games, seed, points, round_robin, first)
    work = parts.ArenaWork(players, seed, points, round_robin, a_deck, list(bot_options))
    plan = {
        "hule": VERSION,
        "command": "arena",
        "players": [_name(player) for player in players],
        "decks": decks,
        "seed": seed,
        "first": first,
        "sprt": points,
        "round_robin": round_robin,
        "bot_options": list(bot_options),
        "files": contents(players),
    }
    whole = merged(plan, work, (first, first + decks), "decks", cpus, state, progress, in_order=points is not None)
    json, text, _ = whole.report()
    return Arena(json, text)


def round_robin(*players: PlayerLike, **options: Any) -> Arena:
    """Let every two players play each other on the same decks, and rate them all; see :func:`arena`."""
    return arena(*players, round_robin=True, **options)


BOT_OPTIONS = ("--move-time", "--start-time", "--strict", "--bot-errors")
"""Those of ``hule arena``."""


def check_bot_options(options: Sequence[str]) -> None:
    """Raises ValueError if there is no such option."""
    for option in options:
        name = option.partition("=")[0]
        if name.startswith("-") and name not in BOT_OPTIONS:
            raise ValueError(f"{name} is not an option for bots; expected {', '.join(BOT_OPTIONS)}")


def _name(player: PlayerLike) -> str:
    """What tells one plan from another."""
    return player if isinstance(player, str) else repr(player)


def merged(
    plan: Plan,
    work: Work,
    numbers: Range,
    unit: str,
    cpus: int | None,
    state: str | Path | State | None,
    progress: bool | None,
    *,
    in_order: bool = False,
) -> _hule._Merged:
    """The sum of the reports of all these numbers."""
    kept = state if state is None or isinstance(state, State) else State(Path(state), plan)
    try:
        whole = _merged(work, numbers, unit, cpus, kept, progress, in_order)
    except BaseException:
        if kept is not None:
            kept.close()
        raise
    if kept is not None and kept is not state:
        kept.remove()
    return whole


def _merged(
    work: Work, numbers: Range, unit: str, cpus: int | None, state: State | None, progress: bool | None, in_order: bool
) -> _hule._Merged:
    total = _Total(numbers[0], in_order)
    done = state.parts if state is not None else []
    for part, report in done:
        total.add(part, report)
    todo = Ranges(*numbers, (part for part, _ in done))
    with bar(progress, unit) as watch:
        whole = numbers[1] - numbers[0]
        if watch is not None:
            watch(total.done, whole)
        if not total.decided and todo.left > 0:
            connect()
            seconds = max(SPRT_SECONDS, processors() / 50) if in_order else max(SECONDS, processors() / 20)
            for part, report in spread(work, todo, Pace(seconds), cpus):
                if state is not None:
                    state.add(part, report)
                total.add(part, report)
                if watch is not None:
                    watch(total.done, whole)
                if total.decided:
                    break
    return total.sum


class _Total:
    """The sum of reports, which a sequential test takes in the order of their decks."""

    def __init__(self, first: int, in_order: bool) -> None:
        self.sum = _hule._Merged()
        self.decided = False
        self.done = 0
        self._next = first
        self._in_order = in_order
        self._early: dict[int, tuple[int, str]] = {}
        """The parts that others come before, by their first number."""

    def add(self, part: Range, report: str) -> None:
        first, end = part
        self.done += end - first
        if not self._in_order:
            self.sum.add(report)
            return
        self._early[first] = end, report
        while self._next in self._early and not self.decided:
            self._next, report = self._early.pop(self._next)
            self.decided = self.sum.add(report)
