"""Environments of PettingZoo and Gymnasium: their own tests, and ours."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import hule
import hule.env
from hule import observation
from hule.env.render import image, text

OPTIONS: list[dict[str, Any]] = [
    {},
    {"observation": "full", "reward": "distance"},
    {"reward": "zero-sum", "illegal": "raise"},
]


def single(**options: Any) -> hule.env.MahjongEnv:
    made = gymnasium.make("hule/Mahjong-v0", **options).unwrapped
    assert isinstance(made, hule.env.MahjongEnv)
    return made


def drawn(mask: NDArray[np.int8], random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


# ------------------------------------------------------------------ the tests of the libraries


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo would rather have no dicts, but keeps masks in them.
def test_pettingzoo_takes_turns(options: dict[str, Any]) -> None:
    api_test(hule.env.env(**options), num_cycles=60)
    api_test(hule.env.raw_env(**options), num_cycles=60)
    seed_test(lambda: hule.env.env(**options), num_cycles=60)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.filterwarnings("error")
def test_pettingzoo_takes_the_parallel_form(options: dict[str, Any]) -> None:
    parallel_api_test(hule.env.parallel_env(**options), num_cycles=60)
    parallel_api_test(hule.env.parallel_env(**options), num_cycles=1000)


def test_pettingzoo_finds_the_same_games_for_a_seed() -> None:
    parallel_seed_test(hule.env.parallel_env, num_cycles=60)


def test_pettingzoo_counts_cycles() -> None:
    max_cycles_test(hule.env)


def test_pettingzoo_renders(capsys: pytest.CaptureFixture[str]) -> None:
    made: list[Any] = [hule.env.env, hule.env.raw_env]
    render_test(made[0], custom_tests={"ansi": lambda table: "tiles to draw" in table})
    render_test(made[1])
    assert "A has to discard" in capsys.readouterr().out


@pytest.mark.parametrize("render_mode", [None, "ansi", "human", "rgb_array"])
@pytest.mark.parametrize("options", OPTIONS[:2])
def test_gymnasium_checks_the_single_seat(options: dict[str, Any], render_mode: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What it says of rendering it says of every environment that is not made by name.
        warnings.filterwarnings("ignore", message=".*render_modes.*")
        check_env(single(render_mode=render_mode, **options))


@pytest.mark.parametrize(
    "lines",
    [
        "import gymnasium; gymnasium.make('hule:hule/Mahjong-v0')",
        "import hule, gymnasium; gymnasium.make('hule.env:hule/Mahjong-v0')",
        "import gymnasium, hule; gymnasium.make('hule/Mahjong-v0')",
        "import gymnasium, hule.env; assert isinstance(gymnasium.make_vec('hule/Mahjong-v0', 4), hule.VectorEnv)",
        "import hule; hule.env.parallel_env().reset()",
        "import sys, hule; assert not {'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules)",
    ],
)
def test_it_is_registered(lines: str) -> None:
    subprocess.run([sys.executable, "-c", lines], check=True)


# ------------------------------------------------------------------ against the vector


@pytest.mark.parametrize("reward", ["win", "zero-sum", "distance"])
def test_a_single_seat_is_one_game_of_the_vector(reward: Any) -> None:
    vector = hule.VectorEnv(1, observation="full", reward=reward, opponents=["standard", "useful", "standard"])
    env = single(observation="full", reward=reward, opponents=["standard", "useful", "standard"], illegal="raise")
    vector.reset(seed=3)
    seen, info = env.reset(seed=3)
    ends = 0
    for _ in range(400):
        assert np.array_equal(seen, vector.observations[0])
        assert np.array_equal(info["action_mask"], vector.masks[0])
        assert np.array_equal(env.action_masks(), vector.masks[0] == 1)
        assert (info["seat"], info["game"]) == (vector.seats[0], vector.games[0])
        # The choice of `useful` now and then, so that some games are won.
        best = int(seen[vector.features["useful_choice"].offset]) - 1
        action = int(vector.random_actions()[0]) if vector.games[0] % 4 == 3 else best
        vector.step([action])
        seen, gained, terminated, truncated, info = env.step(action)
        assert gained == pytest.approx(vector.rewards[0])
        assert (terminated, truncated) == (vector.terminated[0], False)
        if terminated:
            ends += 1
            assert not seen[vector.features["turn"].slice].any()
            assert np.flatnonzero(info["action_mask"]).tolist() == [41]
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(41)
            seen, info = env.reset()
    assert ends > 10


@pytest.mark.parametrize("reward", ["win", "zero-sum", "distance"])
def test_four_agents_are_the_seats_of_the_vector(reward: Any) -> None:
    vector = hule.VectorEnv(1, seat="all", reward=reward)
    turns: Any = hule.env.raw_env(reward=reward)
    parallel = hule.env.parallel_env(reward=reward)
    vector.reset(seed=3)
    turns.reset(seed=3)
    parallel.reset(seed=3)
    ends = 0
    for _ in range(1500):
        agent = f"player_{vector.seats[0]}"
        assert turns.agent_selection == agent
        seen, *_ = turns.last()
        assert np.array_equal(seen["observation"], vector.observations[0])
        assert np.array_equal(seen["action_mask"], vector.masks[0])
        best = hule.Player("useful").choose(turns.game.view())
        action = (
            observation.action_number(turns.game.view(), best) if vector.games[0] % 2 else int(vector.random_actions()[0])
        )
        vector.step([action])
        turns.step(action)
        _, rewards, terminations, _, infos = parallel.step(dict.fromkeys(parallel.agents, action))
        for place, agent in enumerate(turns.possible_agents):
            assert turns.rewards[agent] == pytest.approx(vector.seat_rewards[0, place])
            assert rewards[agent] == pytest.approx(vector.seat_rewards[0, place])
        assert turns.terminations == terminations == dict.fromkeys(turns.possible_agents, vector.terminated[0])
        if vector.terminated[0]:
            ends += 1
            assert parallel.agents == []
            with pytest.raises(RuntimeError, match="over"):
                parallel.step({})
            turns.reset()
            parallel.reset()
        else:
            choosing = [
                agent for agent, info in infos.items() if info["action_mask"].tolist() != [i == 41 for i in range(48)]
            ]
            assert choosing in ([], [turns.agent_selection])
    assert ends > 5


# ------------------------------------------------------------------ ours


def test_an_illegal_action_costs_one_or_is_refused() -> None:
    env, strict = single(seat="A"), single(seat="A", illegal="raise")
    _, info = env.reset(seed=1)
    strict.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(wrong)[1] == -1
    before = strict.game.copy()
    for number in [wrong, -1, 48, 99]:
        with pytest.raises(hule.IllegalAction):
            strict.step(number)
        assert strict.game == before
    standard = hule.Player("standard").choose(before.view())
    assert env.game.actions[0] == standard


def test_an_agent_that_has_decided_often_enough_is_played_for() -> None:
    env: Any = hule.env.raw_env(max_cycles=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        assert not terminated
        assert truncated == (env.decisions[agent] == 3)
        env.step(None if truncated else seen["action_mask"].argmax())
    assert set(env.decisions.values()) == {3}
    assert len(env.game.actions) > 12
    assert env.agents == []


def test_games_are_numbered() -> None:
    env = single(seat="B")
    for game in range(3):
        _, info = env.reset(seed=5 if game == 0 else None)
        assert info["game"] == game
        assert env.game.deck == hule.Deck.seeded(5, game)
    env.reset(options={"game": 77})
    assert env.game.deck == hule.Deck.seeded(5, 77)
    deck = hule.deck_with("ron-by-three", seed=1)
    env.reset(options={"deck": deck})
    assert env.game.deck == deck
    seeds = {str(single().reset()[0]) for _ in range(4)}
    assert len(seeds) > 1
    with pytest.raises(hule.DeckError):
        env.reset(options={"deck": "1M"})


def test_opponents_may_be_written_in_python() -> None:
    class Last:
        begun = 0

        def begin(self, seat: hule.Seat, seed: int) -> None:  # noqa: ARG002
            self.begun += 1

        def choose(self, view: hule.View, legal: list[hule.Action], /) -> hule.Action:
            assert view.legal == legal
            return legal[-1]

    player = Last()
    env = single(opponents=[player, Last, "random"], seat="C")
    random = np.random.default_rng(1)
    for game in range(1, 4):
        _, info = env.reset(seed=game)
        assert player.begun == game
        ended = False
        while not ended:
            _, _, ended, _, info = env.step(drawn(info["action_mask"], random))
    with pytest.raises(ValueError, match="one or three"):
        single(opponents=["standard", "useful"])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_the_same_game(copied: Any) -> None:
    env = single(opponents="useful", observation="full")
    _, info = env.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(3):
        _, _, _, _, info = env.step(drawn(info["action_mask"], random))
    twin = copied(env)
    ended = False
    while not ended:
        action = drawn(info["action_mask"], random)
        (seen, reward, ended, _, info), other = env.step(action), twin.step(action)
        assert np.array_equal(seen, other[0])
        assert (reward, ended) == other[1:3]
    assert env.reset()[1]["game"] == twin.reset()[1]["game"] == 1


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_of_four_agents_play_the_same_game(copied: Any) -> None:
    made: list[Any] = [hule.env.env(reward="distance"), hule.env.raw_env(reward="distance")]
    for turns in made:
        turns.reset(seed=1)
        for _ in turns.agent_iter(20):
            turns.step(int(turns.last()[0]["action_mask"].argmax()))
        twin = copied(turns)
        for _ in turns.agent_iter(40):
            action = int(turns.last()[0]["action_mask"].argmax())
            twin.step(action)
            turns.step(action)
        assert twin.unwrapped.game == turns.unwrapped.game
        assert twin.rewards == turns.rewards
    parallel = hule.env.parallel_env(max_cycles=9)
    parallel.reset(seed=1)
    again = copied(parallel)
    for env in [parallel, again]:
        for step in range(1, 10):
            _, _, _, truncations, _ = env.step(dict.fromkeys(env.agents, 41))
            assert set(truncations.values()) == {step == 9}
    assert again.game == parallel.game


@pytest.mark.parametrize(
    "options", [{"observation": "all"}, {"reward": "money"}, {"illegal": "ignore"}, {"render_mode": "svg"}]
)
@pytest.mark.filterwarnings("ignore:.*render_mode='svg'")
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    for make in [single, hule.env.env, hule.env.raw_env, hule.env.parallel_env]:
        with pytest.raises(ValueError, match=r"is not one of|render_mode"):
            make(**options)


def test_pictures_show_the_table() -> None:
    game = hule.Game(hule.Deck.seeded(1, 0))
    standard = hule.Player("standard")
    before = image(game)
    plain = []
    while game.turn:
        game.play(standard.choose(game.view()))
        picture, words = image(game), text(game)
        assert picture.shape == before.shape
        assert not np.array_equal(picture, before)
        before = picture
        for code in [1, 22, 31, 32, 33, 34, 35, 39]:
            words = words.replace(f"\x1b[{code}m", "")
        plain.append(words == str(game))
    assert all(plain)
    with pytest.raises(ValueError, match="render_mode is None"):
        single().render()
