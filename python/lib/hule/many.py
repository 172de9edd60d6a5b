"""Many games: statistics of batches, and players against players."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _hule
from .progress import bar
from .records import PlayerLike

if TYPE_CHECKING:
    from .observation import Kind

__all__ = [
    "Arena",
    "Batch",
    "Difference",
    "DistanceSum",
    "Entrant",
    "Estimate",
    "Figure",
    "Match",
    "Rating",
    "Specials",
    "Test",
    "Totals",
    "arena",
    "batch",
    "decisions",
]


class Figure(NamedTuple):
    """A share of a whole or a mean, with its 95 % confidence interval."""

    section: str
    """The part of the report."""
    name: str
    """The name, unique in its section."""
    count: int  # type: ignore[assignment]
    """What was counted."""
    of: int
    """Among how many."""
    kind: Literal["share", "mean"]
    """What the value is."""
    value: float
    """The value."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


class Specials(NamedTuple):
    """Seats by number of discards of one special kind in a game."""

    seats: list[int]
    """How many seats discarded so many of them."""
    won: list[int]
    """How many of these seats won."""


class DistanceSum(NamedTuple):
    """The number of hands and the sum of their distances."""

    hands: int
    """The number of hands."""
    sum: int
    """The sum of their distances."""
    ready: int
    """How many of them were ready."""


class Totals(NamedTuple):
    """The totals of a batch. Numbers by seat are those of A, B, C and D; of histograms, the index is the number counted."""

    games: int
    """The number of games."""
    ron: list[int]
    """Games that each seat won with a discard."""
    self_drawn: list[int]
    """Games that each seat won with a drawn tile."""
    gave_ron: list[int]
    """Games in which each seat discarded the winning tile."""
    exhausted: int
    """Games without a winner."""
    discards: list[int]
    """Games by number of discards."""
    wall_left: list[int]
    """Games by number of tiles left to draw at the end."""
    winner_melds: list[int]
    """Won games by number of melds of the winner."""
    claims: list[int]
    """Games by number of claims for melds."""
    chows: list[int]
    """Chows of each seat."""
    pongs: list[int]
    """Pongs of each seat."""
    specials: list[Specials]
    """For PASS, REVERSE and DOUBLE: how many of them the seats discarded in a game."""
    deal_distance: list[int]
    """Dealt hands by distance."""
    distance_after: list[DistanceSum]
    """The distances of hands after so many discards of the seat, in every 64th game."""


class Batch:
    """The statistics of games that four standard players have played, with the figures of ``hule batch``.

    Whatever reads Arrow takes a batch as a table with one row per game: ``pyarrow.table(batch)``,
    ``polars.DataFrame(batch)``, ``pandas.DataFrame.from_arrow(batch)``, or ``FROM batch`` in DuckDB.
    """

    seed: int
    """The seed of the decks."""
    first: int
    """The number of the first game."""
    totals: Totals
    """The totals."""
    figures: list[Figure]
    """Shares and means with their confidence intervals."""

    def __init__(self, json: str, text: str, rows: _hule.Rows | None = None) -> None:
        self._json = json
        self._text = text
        self._rows = rows
        data = self.to_dict()
        totals = data["totals"]
        totals["specials"] = [Specials(**specials) for specials in totals["specials"]]
        totals["distance_after"] = [DistanceSum(**after) for after in totals["distance_after"]]
        self.seed = data["seed"]
        self.first = data["first"]
        self.totals = Totals(**totals)
        self.figures = [Figure(**figure) for figure in data["figures"]]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.totals.games

    def __getitem__(self, name: str) -> Figure:
        """The first figure with this name."""
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)

    def to_json(self) -> str:
        """What ``hule batch --json`` writes, for ``hule merge`` too."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as Python objects."""
        data: dict[str, Any] = json.loads(self._json)
        return data

    @property
    def rows(self) -> _hule.Rows:
        """One row per game. Unless they were wanted from the beginning, the games are played again for them."""
        if self._rows is None:
            _, _, self._rows = _hule._batch(self.games, self.seed, self.first, None, True, None)
            assert self._rows is not None
        return self._rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.rows.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return self.games

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Batch) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __reduce__(self) -> tuple[Any, ...]:
        return Batch, (self._json, self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Batch: games {self.first} to {self.first + self.games - 1} of seed {self.seed}>"

    def _repr_html_(self) -> str:
        from .html import table

        rows = [
            (figure.section, figure.name, _shown(figure), f"[{_end(figure, figure.low)}, {_end(figure, figure.high)}]")
            for figure in self.figures
        ]
        return table(("", "", "", "95 % interval"), rows)


def _end(figure: Figure, value: float) -> str:
    return f"{100 * value:.2f}" if figure.kind == "share" else f"{value:.2f}"


def _shown(figure: Figure) -> str:
    return _end(figure, figure.value) + (" %" if figure.kind == "share" else "")


def batch(
    n: int = 10_000,
    *,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    rows: bool = False,
    progress: bool | None = None,
) -> Batch:
    """Play many games of a seed with four standard players, like ``hule batch``.

    The games are numbers ``first`` to ``first + n - 1`` of the seed. The results do not depend on the number of threads,
    which is one per processor by default. With ``rows``, one row per game is kept for Arrow; without, the games are played
    again when they are asked for. ``progress`` shows a bar by tqdm: by default on terminals and in notebooks. Ctrl-C stops.

    >>> result = batch(1000, seed=7)
    >>> result
    <Batch: games 0 to 999 of seed 7>
    >>> result.totals.exhausted, round(result["ron"].value, 3)
    (9, 0.694)
    """
    with bar(progress, "games") as watch:
        return Batch(*_hule._batch(n, seed, first, threads, rows, watch))


def decisions(
    n: int = 100,
    *,
    players: PlayerLike | Iterable[PlayerLike] | None = None,
    observation: Kind = "basic",
    seed: int = 0,
    first: int = 0,
    progress: bool | None = None,
) -> _hule.Decisions:
    """Play games of a seed, and return every decision in them, to learn from.

    ``players`` is one player for all seats, two for every other seat, or four, as in :func:`hule.play`; four standard
    players by default. Whatever reads Arrow takes the result as a table with one row per decision: who decided in which
    game, the ``observation``, the mask of ``legal`` actions, the number of the ``action``, and whether the seat ``won``.
    docs/PROTOCOL.md has the columns. All rows are held in memory.

    >>> decisions(1, seed=7, players="useful")
    <48 decisions>
    """
    with bar(progress, "games") as watch:
        return _hule._decisions(n, seed, first, players, observation, watch)


class Estimate(NamedTuple):
    """A value with its 95 % confidence interval."""

    value: float
    """The value."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


class Entrant(NamedTuple):
    """The results of a player in a match."""

    name: str
    """The name."""
    share: Estimate
    """Its wins per game and seat: 1/4 for four equal players without drawn games."""
    games: int
    """The number of its seats in all games."""
    ron: int
    """Games won with a discard of another player."""
    self_drawn: int
    """Games won with a drawn tile."""
    gave_ron: int
    """Games in which it discarded the winning tile."""
    decisions: int
    """The number of its decisions."""


class Difference(NamedTuple):
    """By how much one player wins more than another on the same decks, per game and seat."""

    of: str
    """The one."""
    over: str | None
    """The other; ``None`` for all others together."""
    value: float
    """The difference of their shares."""
    low: float
    """The lower end of the 95 % confidence interval."""
    high: float
    """The upper end."""


class Match(NamedTuple):
    """Players that have played each other."""

    entrants: list[Entrant]
    """The players."""
    differences: list[Difference]
    """The differences of every two and, of more than two, of the first and all others."""
    decks: int
    """The number of decks."""
    games: int
    """The number of games."""
    exhausted: int
    """Games without a winner."""


class Rating(NamedTuple):
    """The rating of a player in a round robin."""

    entrant: str
    """The player."""
    value: float
    """The rating on the Elo scale, with a mean of 0."""
    reach: float | None
    """Half the width of the 95 % confidence interval; ``None`` with one deck."""


class Test(NamedTuple):
    """A sequential probability ratio test of whether the first player is better than the others."""

    d0: float
    """The difference of the null hypothesis H0."""
    d1: float
    """The difference of the alternative H1."""
    alpha: float
    """The probability to accept H1 if the difference is ``d0`` or less."""
    beta: float
    """The probability to accept H0 if the difference is ``d1`` or more."""
    log_ratio: float | None
    """The log-likelihood ratio; ``None`` if it is infinite."""
    accepted: Literal["H0", "H1"] | None
    """The hypothesis that was accepted; ``None`` while the test is undecided."""


class Arena:
    """What came of an arena, with the figures of ``hule arena --json``."""

    seed: int
    """The seed of the decks."""
    first: int
    """The number of the first deck."""
    decks: int
    """The number of decks."""
    games: int
    """The number of games."""
    deterministic: bool
    """Whether another run has the same figures for sure."""
    matches: list[Match]
    """The matches: one, or in a round robin one for every two players."""
    ratings: list[Rating] | None
    """The ratings of a round robin."""
    sprt: Test | None
    """The sequential test, if one was wanted."""

    def __init__(self, json: str, text: str) -> None:
        self._json = json
        self._text = text
        data = self.to_dict()
        self.seed = data["seed"]
        self.first = data["first"]
        self.decks = data["decks"]
        self.games = data["games"]
        self.deterministic = data["deterministic"]
        self.matches = [_match(match) for match in data["matches"]]
        self.ratings = data["ratings"] and [Rating(**rating) for rating in data["ratings"]]
        self.sprt = data["sprt"] and Test(**data["sprt"])

    @property
    def entrants(self) -> list[Entrant]:
        """The players of the first match, which is the only one unless all pairs have played."""
        return self.matches[0].entrants

    @property
    def differences(self) -> list[Difference]:
        """The differences of the first match."""
        return self.matches[0].differences

    def to_json(self) -> str:
        """What ``hule arena --json`` prints, for ``hule merge`` too."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as Python objects."""
        data: dict[str, Any] = json.loads(self._json)
        return data

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Arena) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __reduce__(self) -> tuple[Any, ...]:
        return Arena, (self._json, self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        names = self.to_dict()["entrants"]
        decks = f"decks {self.first} to {self.first + self.decks - 1}" if self.first else f"{self.decks} decks"
        return f"<Arena: {' - '.join(names)}, {self.games} games on {decks} of seed {self.seed}>"

    def _repr_html_(self) -> str:
        from .html import table

        rows = [
            (entrant.name, f"{100 * share.value:.2f} %", f"[{100 * share.low:.2f}, {100 * share.high:.2f}]")
            for match in self.matches
            for entrant in match.entrants
            for share in [entrant.share]
        ]
        return table(("", "wins at a seat", "95 % interval"), rows)


def _match(data: dict[str, Any]) -> Match:
    totals = data["totals"]
    entrants = []
    for name, record, share in zip(data["entrants"], totals["entrants"], data["shares"], strict=True):
        total = {key: sum(seat[key] for seat in record["seats"]) for key in ("games", "ron", "self_drawn", "gave_ron")}
        entrants.append(Entrant(name=name, share=Estimate(**share), decisions=record["decisions"], **total))
    differences = [Difference(**difference) for difference in data["differences"]]
    return Match(entrants, differences, totals["decks"], totals["games"], totals["exhausted"])


def arena(
    *players: PlayerLike,
    games: int | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    sprt: bool | Sequence[float] = False,
    round_robin: bool = False,
    progress: bool | None = None,
) -> Arena:
    """Let players play against each other and compare their win rates, like ``hule arena``.

    A player is a name, an object with a method ``choose(view, legal)``, or a class of such objects. Two players have two
    seats each, and every deck is played in all six seatings; four play every deck in four rotations; with ``round_robin``,
    all pairs play. ``games`` is rounded up to whole decks: 4,000 by default. ``first`` is the number of the first deck, for
    parts of an arena; ``hule merge`` makes one report of theirs. ``sprt`` stops as soon as a sequential test decides whether
    the first player leads by the first or the second of two numbers of percentage points; ``True`` is 0, 1.

    An object is one player at all its seats, so its games are played on one thread; of a class each seat and thread has
    its own object. The default is one thread if a player is written in Python, else one per processor.

    Raises :class:`hule.PlayerError` if a player in Python raises an exception or chooses an illegal action.

    >>> result = arena("useful", "standard", games=600)
    >>> result
    <Arena: useful - standard, 600 games on 100 decks of seed 0>
    >>> [(entrant.name, round(entrant.share.value, 2)) for entrant in result.entrants]
    [('useful', 0.31), ('standard', 0.19)]
    """
    points = checked_sprt(players, sprt, round_robin, first)
    with bar(progress, "decks") as watch:
        return Arena(*_hule._arena(list(players), games, seed, threads, points, round_robin, watch, first))


def checked_sprt(
    players: Sequence[PlayerLike], sprt: bool | Sequence[float], round_robin: bool, first: int
) -> tuple[float, float] | None:
    """The percentage points of a sequential test; ``None`` without one. Raises ValueError if the options do not fit."""
    given = len(players)
    if given < 2 or (given not in (2, 4) and not round_robin):
        raise ValueError(f"{given} players are given; expected two or four, or round_robin")
    if sprt is False:
        return None
    if round_robin:
        raise ValueError("a round robin has no sequential test")
    if first:
        raise ValueError("a sequential test counts the decks from 0; it has no other first deck")
    if given == 4 and all(player is players[0] or (player == players[0] and isinstance(player, str)) for player in players):
        raise ValueError("all players are the same; sprt compares the first with the others")
    if sprt is True:
        return 0.0, 1.0
    if not isinstance(sprt, Sequence) or len(sprt) != 2 or not all(isinstance(point, int | float) for point in sprt):
        raise ValueError(f"sprt is {sprt!r}; expected True or two numbers")
    low, high = sprt
    return low, high
