"""The game for OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hule
import hule.observation

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from hule.openspiel import HuleState  # noqa: E402


def played(state: HuleState, deck: hule.Deck, player: Any) -> None:
    """Plays a game with this deck."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1)
            tile = deck[len(state.known)]
            assert outcomes[tile] == state.left[tile] / (148 - len(state.known))
            state.apply_action(int(tile))
        else:
            assert state.game is not None
            assert state.legal_actions() == sorted(map(int, state.game.legal))
            state.apply_action(int(player.choose(state.game.view())))


@pytest.mark.parametrize("kind", ["basic", "full", "deep"])
def test_random_games_pass_the_test_of_openspiel(kind: str) -> None:
    game = pyspiel.load_game(f"python_hule(observation={kind})")
    assert game.observation_tensor_size() == hule.observation.length(kind)  # type: ignore[arg-type]
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_playthrough_repeats_itself() -> None:
    one = generate_playthrough.playthrough("python_hule", None, seed=1)
    actions = [int(line.split(": ")[1].split()[0]) for line in one.splitlines() if line.startswith("action: ")]
    assert len(actions) > 60
    assert "LegalActions()" in one
    assert generate_playthrough.playthrough("python_hule", actions) == one


def test_games_are_those_of_the_library() -> None:
    for number in range(3):
        deck = hule.Deck.seeded(1, number)
        state = pyspiel.load_game("python_hule").new_initial_state()
        played(state, deck, hule.Player("standard"))
        assert state.game.events == hule.log(deck).events
        winner = state.game.outcome.winner
        assert state.returns() == [3.0 if seat is winner else -1.0 for seat in hule.Seat]
        assert len(state.known) < 148


def test_a_seat_is_told_what_it_may_know() -> None:
    state = pyspiel.load_game("python_hule").new_initial_state()
    deck = hule.Deck.seeded(1, 0)
    while len(state.known) < 80:
        state.apply_action(
            int(deck[len(state.known)]) if state.is_chance_node() else int(hule.Player("standard").choose(state.game.view()))
        )
    told = state.information_state_string(1).splitlines()
    assert "A IN" in told
    assert not any(line.startswith(("A IN ", "C IN ", "D IN ")) for line in told)
    assert any(line.startswith("B IN ") for line in told)
    view = state.game.view("B")
    assert state.observation_string(1) == view.to_json()
    assert np.array_equal(state.observation_tensor(1), np.frombuffer(hule.observation.observe(view), np.uint8))
    clone = state.clone()
    assert clone.history() == state.history()
    assert clone.game == state.game
