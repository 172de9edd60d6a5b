"""Decks, hands, games, views, logs and replays."""

from __future__ import annotations

import copy
import pickle
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

import hule
from hule import Deck, Event, Game, Hand, Log, Player, Replay, Seat, Tile, View

ROOT = Path(__file__).parents[2]
DECK = Deck.seeded(1, 0)


def game_after(actions: int, deck: Deck = DECK) -> Game:
    game = Game(deck)
    for _ in range(actions):
        game.play(game.legal[0])
    return game


def test_the_sample_has_its_log() -> None:
    deck = Deck((ROOT / "examples/sample.deck").read_text())
    assert str(hule.log(deck)) == (ROOT / "examples/sample.log").read_text()


EXAMPLES: list[Any] = [
    DECK,
    Hand("123M 456P +2"),
    Hand(),
    Hand(open=4),
    Event("A OUT PASS B"),
    hule.log(DECK),
    Log(),
    Game(DECK),
    game_after(30),
    game_after(30).view(),
    game_after(30).turn,
    Game(DECK).river,
    hule.play(DECK),
    hule.play(DECK, ["random", "useful"], seed=3),
    game_after(60).melds("A"),
]


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: type(value).__name__)
def test_values_are_copied_pickled_and_printed(value: Any) -> None:
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert eval(repr(value), dict(vars(hule))) == value
    assert value != 0
    if not isinstance(value, (Game, list)):
        assert hash(copy.deepcopy(value)) == hash(value)


def test_a_game_is_changed_by_playing_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game(DECK))
    game = Game(DECK)
    other = game.copy()
    other.play(other.legal[0])
    assert game == Game(DECK) != other


def test_standard_players_play_the_log() -> None:
    game = Game(DECK)
    player = Player("standard")
    events = game.events
    while game.turn:
        events += game.play(player.choose(game.view(), game.legal))
    assert events == game.events == list(hule.log(DECK))
    assert game.outcome == hule.play(DECK).outcome == Replay.of(game).outcome
    assert Game(DECK, game.actions) == game
    assert game.seat is None
    assert game.legal == []
    with pytest.raises(ValueError, match="the game is over"):
        game.view()


def test_illegal_actions_change_nothing() -> None:
    game = Game(DECK)
    before = game.copy()
    with pytest.raises(hule.IllegalAction, match="RON is not legal for A") as caught:
        game.play("RON")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.action, error.seat, error.legal) == (hule.Action.RON, Seat.A, game.legal)
    assert game == before


def test_a_view_has_no_more_than_the_seat_can_see() -> None:
    game = game_after(20)
    seat = game.view().seat
    view = game.view(seat)
    for seed in range(5):
        imagined = view.imagine(seed)
        assert imagined.view(seat) == view
        assert hash(imagined.view(seat)) == hash(view)
        assert imagined.view(seat).to_json() == view.to_json()
        assert pickle.dumps(imagined.view(seat)) == pickle.dumps(view)
    other = next(other for other in Seat if other is not seat)
    assert game.view(other).turn is None
    assert game.view(other).legal == []
    with pytest.raises(TypeError, match="only a view of the seat that has to decide"):
        pickle.dumps(game.view(other))
    assert not [name for name in dir(View) if name in {"game", "deck"}]
    assert sum(view.all_unseen) == sum(view.unseen(tile) for tile in Tile)
    assert view.hand_sizes[seat] == len(view.hand)


def test_a_python_player_sees_only_what_its_seat_can_see() -> None:
    seen: list[View] = []

    class Watcher:
        def choose(self, view: View, legal: object) -> hule.Action:
            assert view.legal == legal
            seen.append(view)
            return Player("standard").choose(view)

    assert hule.play(DECK, Watcher()) == hule.play(DECK)
    games = [game for game in hule.play(DECK) if game.turn]
    assert [game.view() for game in games] == seen


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", None, "there are no tiles"),
        ("1M\n2M\n3X\n", 3, "line 3: `3X` is not a tile"),
        ("1M\n" * 5 + "2M\n" * 143, 5, "five tiles `1M`"),
        (str(DECK) + "1M", 149, "one tile too many"),
        (str(DECK).encode("utf-16"), 1, "UTF-16"),
        (["1M"] * 148, None, "five tiles 1M"),
        (["1M"] * 3, None, "a deck has 148 tiles; found 3"),
        (["1M"] * 1000, None, "found more"),
    ],
)
def test_wrong_decks_are_value_errors_with_the_place(text: Any, line: int | None, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        Deck(text)
    assert isinstance(caught.value, hule.DeckError)
    assert caught.value.line == line
    assert pickle.loads(pickle.dumps(caught.value)).line == line


def test_logs_and_replays_say_where_they_are_wrong() -> None:
    with pytest.raises(hule.LogError, match="line 2") as caught:
        Log("A IN 1M\nA DOES NOTHING\n")
    assert caught.value.line == 2
    lines = str(hule.log(DECK)).splitlines(keepends=True)
    with pytest.raises(hule.LogError, match="breaks rule") as caught:
        Replay.read("".join(lines[:60] + lines[61:]))
    assert caught.value.line == 61
    with pytest.raises(hule.LogError):
        Log.from_json("{}")
    with pytest.raises(ValueError, match="the game is not over"):
        Replay(DECK, [])
    assert Log.from_json(hule.log(DECK).to_json()) == hule.log(DECK)


def test_hands_are_read_in_short_form_and_kept_within_the_rules() -> None:
    assert Hand("123M EE") == Hand(["1M", "2M", Tile.M3, "E", "E"])
    assert Hand("1M 1M +4") == Hand("1M 1M", 4)
    assert Hand("123M 456P 789S EE 23S").waits == [Tile.S1, Tile.S4]
    assert (Hand("11M") + "2M" - "1M").tiles == [Tile.M1, Tile.M2]
    for wrong in ("11111M", "1X", "1M +9", "123456789M 123456P"):
        with pytest.raises(ValueError, match=r"."):
            Hand(wrong)
    with pytest.raises(ValueError, match=r"open is 1, but the text says \+2"):
        Hand("1M +2", 1)
    with pytest.raises(ValueError, match="no `2M`"):
        _ = Hand("1M") - "2M"
    assert Hand("111M 222M 333M 444M 55M").groups is not None
    assert Hand("1M").groups is None
    assert "1M" in Hand("1M")
    assert Hand("123M 456P 789S EEE W 1P").report()["choice"]["tile"] == "W"


def test_endless_lists_come_to_an_end() -> None:
    for wrong in (lambda: Deck(repeat("1M")), lambda: Hand(repeat("1M")), lambda: Game(DECK, repeat(0))):
        with pytest.raises(ValueError, match=r"."):
            wrong()
    with pytest.raises(ValueError, match=r"."):
        Replay(DECK, repeat(0))
    with pytest.raises(ValueError, match="5 players are given"):
        hule.play(DECK, repeat("standard"))


def test_check_finds_the_first_wrong_line() -> None:
    log = str(hule.log(DECK))
    assert hule.check(DECK, log) is None
    assert hule.check(DECK, log.encode()) is None
    assert hule.check(DECK, hule.log(DECK)) is None
    assert hule.check(DECK, log + "\n", lenient=True) is None
    lines = log.splitlines()
    lines[53] = "A OUT 1M"
    mismatch = hule.check(DECK, "\n".join(lines))
    assert mismatch is not None
    assert (mismatch.line, mismatch.found, mismatch.decides) == (54, "A OUT 1M", Seat.A)
    assert mismatch.expected == hule.log(DECK)[53]
    assert mismatch.game is not None
    assert mismatch.reasons == hule.explain(mismatch.game)
    chinese = hule.check(DECK, "", language="zh")
    assert chinese is not None
    assert str(chinese).startswith("第 1 行")


def test_explanations_have_all_events() -> None:
    explained = hule.explain(DECK)
    assert [line.event for line in explained] == list(hule.log(DECK))
    assert all(line.reasons for line in explained if line.event.kind == "discard")
    assert hule.explain(Game(DECK), language="zh")[0].text != hule.explain(Game(DECK))[0].text
    with pytest.raises(ValueError, match="is not a language"):
        hule.explain(DECK, language="de")  # type: ignore[call-overload]


def test_situations_are_found_and_asked_for() -> None:
    deck = hule.deck_with("ron-by-three:reversed", seed=5)
    found = {(str(situation), str(situation.direction)) for situation in hule.situations(deck)}
    assert ("ron-by-three", "reversed") in found
    with pytest.raises(ValueError, match="is not a situation"):
        hule.deck_with("nothing")


def test_notebooks_show_games_and_hands() -> None:
    game = game_after(40)
    assert game._repr_html_().count("<tr>") == 5
    assert "13 tiles" in game.view("A")._repr_html_() or "tiles" in game.view("A")._repr_html_()
    assert "distance 1" in Hand("123M 456P 789S EE 23S")._repr_html_()
