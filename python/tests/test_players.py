"""Players in Python, and arenas."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import hule
from conftest import ROOT, Command
from hule import Action, Deck, Game, Player, Seat, View

DECK = Deck.seeded(1, 0)


class Useful:
    """Plays like ``useful``, and notes what it is told."""

    def __init__(self) -> None:
        self.player = Player("useful")
        self.told: list[tuple[str, object]] = []

    def begin(self, seat: Seat, seed: int) -> None:
        self.told.append(("begin", seat))
        self.player.begin(seat, seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.player.choose(view, legal)

    def end(self, game: Game) -> None:
        self.told.append(("end", game.outcome))


def test_players_in_python_play_like_those_of_the_library() -> None:
    assert hule.play(DECK, [Useful, "standard"]) == hule.play(DECK, ["useful", "standard"])
    player = Useful()
    replay = hule.play(DECK, [player, "standard"])
    assert player.told == [("begin", Seat.A), ("begin", Seat.C), ("end", replay.outcome), ("end", replay.outcome)]


ARENAS = [
    (["useful", "standard"], {"games": 120, "seed": 3}),
    (["useful", "standard", "standard", "random"], {"games": 40}),
    (["useful", "standard", "random"], {"games": 90, "round_robin": True, "threads": 1}),
    (["useful", "random"], {"games": 3000, "sprt": (0, 2)}),
    (["useful", "random"], {"games": 3000, "sprt": True, "threads": 2}),
]


@pytest.mark.parametrize(("players", "options"), ARENAS)
def test_arenas_have_the_figures_of_the_command(
    players: list[str], options: dict[str, object], hule_command: Command
) -> None:
    arguments = []
    for name, value in options.items():
        if name == "sprt":
            arguments.append("--sprt" if value is True else "--sprt=0,2")
        elif name == "round_robin":
            arguments.append("--round-robin")
        else:
            arguments += [f"--{name}", str(value)]
    expected = hule_command("arena", "--json", *players, *arguments)
    result = hule.arena(*players, **options)  # type: ignore[arg-type]
    assert result.to_json() == expected
    assert pickle.loads(pickle.dumps(result)) == result
    assert result.to_dict()["seed"] == result.seed
    assert (result.ratings is not None) == ("round_robin" in options)
    assert (result.sprt is not None) == ("sprt" in options)
    assert str(result).startswith(" - ".join(dict.fromkeys(players)))
    assert "<table>" in result._repr_html_()


def test_python_objects_have_the_same_figures() -> None:
    expected = hule.arena("useful", "standard", games=60).to_dict()["matches"][0]["totals"]
    for player in (Useful(), Useful):
        assert hule.arena(player, "standard", games=60).to_dict()["matches"][0]["totals"] == expected
    assert hule.arena(Useful, "standard", games=60, threads=2).to_dict()["matches"][0]["totals"] == expected


def test_names_of_players_are_told_apart() -> None:
    result = hule.arena(Useful(), Useful(), games=6)
    assert [entrant.name for entrant in result.entrants] == ["Useful", "Useful (2)"]
    assert not result.deterministic


class Raises:
    """Raises an exception after some decisions."""

    name = "faulty"

    def __init__(self) -> None:
        self.left = 200

    def choose(self, _view: View, legal: Sequence[Action]) -> Action:
        self.left -= 1
        if self.left < 0:
            raise KeyError("as it should")
        return legal[-1]


class Cheats:
    """Chooses what is never legal."""

    def choose(self, _view: View, _legal: Sequence[Action]) -> str:
        return "OUT PASS"


class Lies:
    """Returns no action."""

    def choose(self, _view: View, _legal: Sequence[Action]) -> None: ...


@pytest.mark.parametrize(
    ("player", "cause"),
    [(Raises(), KeyError), (Cheats(), hule.IllegalAction), (Lies(), TypeError), (Cheats, hule.IllegalAction)],
)
def test_failures_say_who_and_where(player: object, cause: type[Exception]) -> None:
    with pytest.raises(hule.PlayerError) as caught:
        hule.arena(player, "standard", games=600, seed=7)  # type: ignore[arg-type]
    error = caught.value
    assert isinstance(error.__cause__, cause)
    assert error.view is not None
    assert error.seat is error.view.seat
    # The view is one of a game with this deck.
    assert error.deck is not None
    assert error.seating is not None
    start = Game(Deck.seeded(7, error.deck)).view(error.seat)
    assert set(start.hand) <= set(error.view.hand) | {discard.tile for discard in error.view.river} | {
        tile for meld in error.view.melds(error.seat) for tile in meld.tiles
    }
    again = pickle.loads(pickle.dumps(error))
    assert (again.seat, again.view, again.deck, str(again)) == (error.seat, error.view, error.deck, str(error))
    with pytest.raises(hule.PlayerError) as caught:
        hule.play(DECK, [player, "standard"])  # type: ignore[list-item]
    assert caught.value.deck is None or isinstance(player, Raises)


def test_ctrl_c_in_a_player_is_not_its_fault() -> None:
    class Stops:
        def choose(self, _view: View, _legal: Sequence[Action]) -> Action:
            raise KeyboardInterrupt

    for work in (lambda: hule.play(DECK, Stops()), lambda: hule.arena(Stops, "standard", games=6)):
        with pytest.raises(KeyboardInterrupt):
            work()


def test_exceptions_of_begin_and_end_are_raised_too() -> None:
    class Begins(Useful):
        def begin(self, seat: Seat, seed: int) -> None:
            raise LookupError(seat, seed)

    class Ends(Useful):
        def end(self, game: Game) -> None:
            raise LookupError(game)

    class Born(Useful):
        def __init__(self) -> None:
            raise LookupError("no")

    for player in (Begins, Ends):
        with pytest.raises(hule.PlayerError) as caught:
            hule.arena(player, "standard", games=6)
        assert isinstance(caught.value.__cause__, LookupError)
        assert caught.value.view is None
    with pytest.raises(LookupError):
        hule.arena(Born, "standard", games=6)


def test_wrong_arguments_are_refused() -> None:
    for players, options in [
        ((), {}),
        (("useful",), {}),
        (("useful",) * 3, {}),
        (("useful", "standard"), {"games": 0}),
        (("useful",) * 4, {"sprt": True}),
        (("useful", "standard"), {"sprt": (2, 1)}),
        (("useful", "standard"), {"sprt": (float("nan"), 1)}),
        (("useful", "standard"), {"sprt": (0, 1, 2)}),
        (("useful", "standard"), {"sprt": True, "round_robin": True}),
        (("useful", "nobody"), {}),
        (("useful", Useful()), {"threads": 2}),
    ]:
        with pytest.raises(ValueError, match=r"."):
            hule.arena(*players, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a method choose"):
        hule.arena("useful", 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`nobody` is not a player"):
        Player("nobody")


NETWORK = "net:" + str(ROOT / "examples" / "useful.onnx")


def test_networks_play_from_files(tmp_path: Path) -> None:
    for number in range(3):
        deck = Deck.seeded(3, number)
        assert hule.play(deck, [NETWORK, "standard"]) == hule.play(deck, ["useful", "standard"])
    player = Player(NETWORK)
    assert player.name == NETWORK
    assert hule.play(DECK, player) == hule.play(DECK, "useful")
    again: Player = pickle.loads(pickle.dumps(player))
    view = Game(DECK).view()
    assert again.choose(view) == Player("useful").choose(view)
    chances = [one.chance for one in player.evaluations(view)]
    assert sum(chance or 0 for chance in chances) == pytest.approx(1)
    result = hule.arena(NETWORK, "standard", games=60, threads=2)
    expected = hule.arena("useful", "standard", games=60)
    assert result.to_json().replace(NETWORK, "useful") == expected.to_json()

    cut = tmp_path / "cut.onnx"
    cut.write_bytes((ROOT / "examples" / "useful.onnx").read_bytes()[:200])
    for make in (Player, lambda name: hule.play(DECK, name), lambda name: hule.arena(name, "standard")):
        with pytest.raises(ValueError, match=r"cut\.onnx: it is not an ONNX file, or its end is missing"):
            make(f"net:{cut}")
        with pytest.raises(FileNotFoundError, match=r"none\.onnx"):
            make(f"net:{tmp_path / 'none.onnx'}")
        with pytest.raises(IsADirectoryError, match=re.escape(str(tmp_path))):
            make(f"net:{tmp_path}")


def test_evaluations_are_of_the_choices() -> None:
    view = Game(Deck.seeded(1, 1)).view()
    player = Player("search:samples=20")
    player.begin("A", 1)
    chosen = player.choose(view)
    evaluations = player.evaluations(view)
    assert chosen in [one.action for one in evaluations]
    # What the network hardly considers is not tried.
    assert sum(one.chance or 0 for one in evaluations) == pytest.approx(1)
    assert len(evaluations) == len(view.legal)
    assert Player("standard").evaluations(view) == []
    assert pickle.loads(pickle.dumps(player)).name == player.name == "search:samples=20"
    assert json.dumps(chosen) == str(int(chosen))
