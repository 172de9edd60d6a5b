"""Tiles, seats and actions are those of the library."""

from __future__ import annotations

import pickle
from contextlib import nullcontext

import pytest

import hule
from hule import Action, Seat, Suit, Tile


def test_names_are_those_of_the_library() -> None:
    assert [str(tile) for tile in sorted(hule.Deck.seeded(1, 0))[::4]] == [str(tile) for tile in Tile]
    for tile in Tile:
        (held,) = hule.Hand(str(tile))
        assert held is tile is Tile(str(tile))
    for number, action in enumerate(Action):
        assert number == action
        game = hule.Game(hule.Deck.seeded(1, 0))
        with nullcontext() if action in game.legal else pytest.raises(hule.IllegalAction):
            game.play(str(action))
    assert len(Action) == 48


def test_tiles_have_suits_and_numbers() -> None:
    for tile in Tile:
        name = str(tile)
        numbered = name[0].isdigit()
        assert tile.number == (int(name[0]) if numbered else None)
        assert tile.is_special == (name in {"PASS", "REVERSE", "DOUBLE"})
        if numbered:
            assert tile.suit is {"M": Suit.CHARACTERS, "P": Suit.DOTS, "S": Suit.BAMBOOS}[name[1]]
        else:
            assert tile.suit is (None if tile.is_special else Suit.HONOURS)


@pytest.mark.parametrize("enum", [Tile, Seat, Action])
def test_members_are_printed_found_and_pickled(enum: type[Tile | Seat | Action]) -> None:
    for member in enum:
        assert eval(repr(member), dict(vars(hule))) is member
        assert pickle.loads(pickle.dumps(member)) is member
        assert enum(str(member)) is member
        assert f"{member}" == str(member)
    with pytest.raises(ValueError, match="'nobody' is not one of"):
        enum("nobody")


def test_whatever_takes_a_tile_takes_its_name_and_nothing_else() -> None:
    hand = hule.Hand("1M 1M")
    assert hand.count("1M") == hand.count(Tile.M1) == 2
    for wrong in (0, Seat.A, Action.OUT_1M, None, 1.5, b"1M"):
        with pytest.raises(TypeError, match="expected a tile or its name"):
            hand.count(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`10M` is not a tile"):
        hand.count("10M")


def test_actions_may_be_numbers_but_not_tiles() -> None:
    game = hule.Game(hule.Deck.seeded(1, 0))
    same = game.copy()
    assert game.play(int(game.legal[0])) == same.play(same.legal[0])
    for wrong in (48, -1, 2**70):
        with pytest.raises((ValueError, TypeError)):
            game.play(wrong)
    for other in (Tile.M1, Seat.A):
        with pytest.raises(TypeError):
            game.play(other)
