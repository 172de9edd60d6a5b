"""The vector environment plays the games of the library, as Gymnasium wants it."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers
from numpy.typing import NDArray

import hule
from hule import observation
from hule.observation import Kind
from hule.vector import IllegalActions, VectorEnv

KINDS: list[Kind] = ["basic", "full", "deep"]


def made(games: int = 32, seed: int = 1, **options: Any) -> VectorEnv:
    env = VectorEnv(games, **options)
    env.reset(seed=seed)
    return env


def state(env: VectorEnv) -> list[NDArray[Any]]:
    arrays: list[NDArray[Any]] = [
        env.observations,
        env.masks,
        env.rewards,
        env.terminated,
        env.seats,
        env.games,
        env.seat_rewards,
        env.hidden,
    ]
    return [array.copy() for array in arrays]


def same(one: list[NDArray[Any]], other: list[NDArray[Any]]) -> bool:
    return all(np.array_equal(left, right) for left, right in zip(one, other, strict=True))


# ------------------------------------------------------------------ games


def test_the_games_are_those_of_the_library() -> None:
    """The learner plays what the full observation says that `useful` does."""
    games, seed = 200, 7
    env = made(50, seed, observation="full", threads=2)
    choice = env.features["useful_choice"].offset
    rewards: dict[int, float] = {}
    while len(rewards) < games:
        numbers = env.games.copy()
        env.step(env.observations[:, choice].astype(np.int64) - 1)
        for place in np.flatnonzero(env.terminated):
            if numbers[place] < games:
                rewards[int(numbers[place])] = float(env.rewards[place])
    for number in range(games):
        players = ["standard"] * 4
        players[number % 4] = "useful"
        log = hule.play(hule.Deck.seeded(seed, number), players).log
        assert rewards[number] == (str(log[-1]) == f"{'ABCD'[number % 4]} WIN"), number


def test_four_seats_can_play_the_contest() -> None:
    """Standard players at all seats win as `hule.log` says."""
    seed = 3
    env = made(24, seed, seat="all")
    boards = [hule.Game(hule.Deck.seeded(seed, number)) for number in range(24)]
    player = hule.Player("standard")
    left = set(range(24))
    while left:
        actions = env.random_actions()
        for place in left:
            view = boards[place].view()
            action = player.choose(view, view.legal)
            actions[place] = observation.action_number(view, action)
            assert env.observations[place].tobytes() == observation.observe(view, "basic")
            assert env.masks[place].tobytes() == observation.action_mask(view)
            assert env.seats[place] == "ABCD".index(view.seat.name)
            boards[place].play(action)
        env.step(actions)
        for place in sorted(left):
            if env.terminated[place]:
                left.remove(place)
                last = str(hule.log(boards[place].deck)[-1])
                assert env.seat_rewards[place].tolist() == [float(f"{seat} WIN" == last) for seat in "ABCD"]


def test_seeds_give_the_same_games_on_any_number_of_threads() -> None:
    runs = {}
    for name, seed, threads in [("one", 5, 1), ("two", 5, 2), ("five", 5, 5), ("other", 6, 1)]:
        env = made(100, seed, threads=threads, observation="full", reward="distance", seat="all")
        runs[name] = [state(env)]
        for _ in range(60):
            env.step(env.random_actions())
            runs[name].append(state(env))
    assert all(same(*pair) for pair in zip(runs["one"], runs["two"], strict=True))
    assert all(same(*pair) for pair in zip(runs["one"], runs["five"], strict=True))
    assert not same(runs["one"][0], runs["other"][0])


def test_a_reset_without_a_seed_goes_on() -> None:
    env = VectorEnv(8)
    env.reset()
    assert env.games.tolist() == list(range(8))
    first = state(env)
    env.reset()
    assert env.games.tolist() == list(range(8, 16))
    env.reset(seed=0)
    assert same(first, state(env))
    assert VectorEnv(8, first=100).reset()[1]["game"].tolist() == list(range(100, 108))


# ------------------------------------------------------------------ Gymnasium


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seat", ["rotate", "C", "all"])
def test_everything_is_in_the_spaces(kind: Kind, seat: Any) -> None:
    env = VectorEnv(16, observation=kind, seat=seat)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.num_envs == 16
    assert env.unwrapped is env
    assert not env.closed
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    assert observations[0] in env.single_observation_space
    for _ in range(200):
        mask = infos["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (16, 48)
        assert (mask.sum(axis=1) > 0).all()
        # One way to choose is the space's own.
        actions = np.array([env.single_action_space.sample(mask=row) for row in mask])
        assert actions in env.action_space
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert observations in env.observation_space
        assert rewards.dtype == np.float32
        assert rewards.shape == (16,)
        assert terminated.dtype == truncated.dtype == np.bool_
        assert not truncated.any()
        assert isinstance(infos, dict)
        for name in ["action_mask", "seat", "game"]:
            assert infos["_" + name].all()
            assert len(infos[name]) == 16
    env.close()
    assert env.closed


def test_games_restart_in_the_same_step() -> None:
    env = made(64)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ends = 0
    for _ in range(200):
        before = env.games.copy()
        _, rewards, terminated, _, infos = env.step(env.random_actions())
        assert (env.games == before + 64 * terminated).all()
        assert ("final_obs" in infos) == terminated.any()
        if terminated.any():
            assert (infos["_final_obs"] == terminated).all()
            for place, last in enumerate(infos["final_obs"]):
                assert (last is not None) == terminated[place]
                if last is not None:
                    ends += 1
                    assert last in env.single_observation_space
                    assert not last[env.features["turn"].slice].any()
        assert (rewards[~terminated] == 0).all()
        assert (env.masks.sum(axis=1) > 1).all()
    assert ends > 100


def test_games_restart_in_the_next_step() -> None:
    env = made(64, autoreset_mode=AutoresetMode.NEXT_STEP)
    twin = made(64)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    turn = env.features["turn"].slice
    ends = 0
    for _ in range(200):
        before, ended = env.games.copy(), env.terminated.copy()
        actions = env.random_actions()
        actions[ended] = 999  # they are ignored
        _, rewards, terminated, _, infos = env.step(actions)
        assert (env.games == before + 64 * ended).all()
        assert not (terminated & ended).any()
        assert (rewards[ended] == 0).all()
        assert "final_obs" not in infos
        assert not env.observations[terminated][:, turn].any()
        assert (env.observations[~terminated][:, turn].sum(axis=1) == 1).all()
        assert (env.masks[terminated].nonzero()[1] == 41).all()
        ends += int(terminated.sum())
    assert ends > 100
    assert same(state(twin), state(made(64, autoreset_mode="NextStep")))


def test_games_do_not_restart_if_that_is_disabled() -> None:
    env = made(8, autoreset_mode="Disabled")
    while not env.terminated.any():
        env.step(env.random_actions())
    ended, before = env.terminated.copy(), env.games.copy()
    with pytest.raises(IllegalActions, match="the game is over"):
        env.step(env.random_actions())
    env.reset(options={"reset_mask": ended})
    assert (env.games == before + 8 * ended).all()
    assert not env.terminated.any()
    env.step(env.random_actions())
    with pytest.raises(ValueError, match="array of 8 bools"):
        env.reset(options={"reset_mask": [True] * 8})


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_the_wrappers_of_gymnasium_work(mode: AutoresetMode) -> None:
    inner = VectorEnv(32, autoreset_mode=mode)
    env = wrappers.RecordEpisodeStatistics(inner, buffer_length=10_000)
    env.reset(seed=1)
    wins = ends = 0
    for _ in range(300):
        _, rewards, terminated, _, infos = env.step(inner.random_actions())
        wins += int(rewards.sum())
        ends += int(terminated.sum())
        assert ("episode" in infos) == terminated.any()
    assert env.episode_count == ends
    assert sum(env.return_queue) == wins
    assert min(env.length_queue) >= 1
    assert 5 < np.mean(env.length_queue) < 60
    listed = wrappers.DictInfoToList(VectorEnv(4, autoreset_mode=mode)).reset(seed=1)[1]
    assert [info["action_mask"].shape for info in listed] == [(48,)] * 4


def test_observations_can_be_wrapped() -> None:
    """Gymnasium's wrappers of observations take environments that restart in the next step."""
    inner = VectorEnv(4, autoreset_mode="NextStep")
    env = wrappers.DtypeObservation(inner, np.float32)
    env.reset(seed=1)
    for _ in range(100):
        observations, *_ = env.step(inner.random_actions())
        assert observations.dtype == np.float32
        assert np.array_equal(observations, inner.observations)


# ------------------------------------------------------------------ actions and rewards


def test_an_illegal_action_changes_nothing() -> None:
    env = made(16)
    for _ in range(30):
        actions = env.random_actions().copy()
        before = state(env)
        for wrong in [-1, 36, 37, 48, 64, 2**62, -(2**63)]:
            bad = actions.copy()
            bad[5] = wrong
            with pytest.raises(IllegalActions, match=rf"action {wrong}\b.* of game 5 \(number {env.games[5]}\)") as caught:
                env.step(bad)
            error = pickle.loads(pickle.dumps(caught.value))
            assert (error.place, error.game, error.action) == (5, env.games[5], wrong)
            assert error.legal == np.flatnonzero(env.masks[5]).tolist()
            assert isinstance(error, hule.IllegalAction)
            assert isinstance(error, ValueError)
            assert same(before, state(env))
        env.step(actions)


@pytest.mark.parametrize("actions", [[1] * 15, [1.0] * 16, [[1] * 16], "x" * 16, None, [True] * 16, []])
def test_what_is_not_one_integer_for_each_game_is_refused(actions: Any) -> None:
    with pytest.raises(ValueError, match="expected 16 integers"):
        made(16).step(actions)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "from 1 to"),
        ({"num_envs": 10**12}, "from 1 to"),
        ({"observation": "all"}, "basic, full or deep"),
        ({"seat": "E"}, "is not a player"),
        ({"opponents": "nobody"}, "`nobody` is not a player"),
        ({"opponents": ["standard"] * 2}, "one name or three"),
        ({"reward": "money"}, "is not a reward"),
        ({"autoreset_mode": "never"}, "never"),
        ({"threads": 0}, "from 1 to"),
        ({"threads": 10**7}, "from 1 to"),
        ({"render_mode": "human"}, "render_mode"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VectorEnv(**{"num_envs": 4, **options})


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_wrong_seeds_are_refused(seed: int) -> None:
    with pytest.raises((ValueError, gymnasium.error.Error)):
        VectorEnv(4).reset(seed=seed)


def test_rewards_are_for_all_four_seats() -> None:
    for reward, win, loss in [("win", 1, 0), ("zero-sum", 3, -1)]:
        env = made(32, seat="all", reward=reward, autoreset_mode="NextStep")
        winners = 0
        for _ in range(800):
            seats = env.seats.copy()
            env.step(env.random_actions())
            assert (env.rewards == env.seat_rewards[np.arange(32), seats]).all()
            for rewards in env.seat_rewards[env.terminated]:
                if rewards.any():
                    winners += 1
                    assert sorted(rewards) == [loss, loss, loss, win]
            assert not env.seat_rewards[~env.terminated].any()
        assert winners > 0


def test_the_reward_for_distance_adds_up() -> None:
    env = made(16, reward="distance", autoreset_mode="NextStep", seat="B")
    distance = env.features["distance"].offset
    first = env.observations[:, distance].astype(float)
    total = np.zeros(16)
    for _ in range(40):
        running = ~env.terminated
        env.step(env.random_actions())
        total += env.rewards
        now = env.observations[:, distance].astype(float)
        lost = running & env.terminated & (total < 0.9)
        going = running & ~env.terminated
        assert np.allclose((total * 16)[lost | going], (first - now)[lost | going])
        total[~running] = 0
        first[~running] = now[~running]


# ------------------------------------------------------------------ arrays


def test_arrays_are_reused_unless_copies_are_wanted() -> None:
    env = made(8)
    results = [env.step(env.random_actions())[0] for _ in range(2)]
    assert results[0] is results[1] is env.observations
    assert env.random_actions() is env.random_actions()
    copying = made(8, copy=True)
    one, other = (copying.step(copying.random_actions()) for _ in range(2))
    assert not np.array_equal(one[0], other[0])
    assert not any(np.shares_memory(left, right) for left, right in zip(one[:4], other[:4], strict=True))
    assert not np.shares_memory(one[4]["action_mask"], other[4]["action_mask"])


def test_other_libraries_take_the_arrays_without_a_copy() -> None:
    env = made(8)
    arrays: list[NDArray[Any]] = [env.observations, env.masks, env.rewards, env.seats]
    for array in arrays:
        shared = np.from_dlpack(array)
        assert np.shares_memory(shared, array)
    shared = np.from_dlpack(env.observations)
    env.step(env.random_actions())
    assert np.array_equal(shared, env.observations)


def test_opponents_are_built_in_players() -> None:
    wins = {}
    for opponents in ["random", "standard", ["useful", "random", "search:samples=2"]]:
        env = made(64, opponents=opponents, observation="full")
        choice = env.features["useful_choice"].offset
        games = won = 0
        for _ in range(80):
            env.step(env.observations[:, choice].astype(np.int64) - 1)
            games += int(env.terminated.sum())
            won += int(env.rewards.sum())
        wins[str(opponents)] = won / games
    assert wins["random"] > 0.9 > 0.5 > wins["standard"] > 0.2, wins


# ------------------------------------------------------------------ observations


def test_features_are_where_the_table_says() -> None:
    for kind in KINDS:
        end = 0
        for name, feature in observation.features(kind).items():
            assert feature.name == name
            assert feature.offset == end
            end += feature.len
        assert observation.length(kind) == end
    view = hule.Game(hule.Deck.seeded(1, 0)).view("A")
    numbers = observation.observe(view, "full")
    assert numbers[: observation.length("basic")] == observation.observe(view)
    hand = numbers[observation.features()["hand"].slice]
    assert [view.hand.count(tile) for tile in hule.Tile] == list(hand)
    with pytest.raises(ValueError, match="basic, full or deep"):
        observation.observe(view, "other")  # type: ignore[arg-type]


def test_what_a_seat_does_not_know_is_in_an_array_of_its_own() -> None:
    features = observation.hidden()
    length = sum(feature.len for feature in features.values())
    assert made(4).hidden.shape == (4, 0)
    env = made(16, 3, hidden=True, seat="all", threads=2)
    games = [hule.Game(hule.Deck.seeded(3, number)) for number in range(16)]
    for _ in range(12):
        assert env.hidden.shape == (16, length)
        for place, game in enumerate(games):
            row = env.hidden[place]
            seat = hule.Seat(env.seats[place])
            others = [hule.Seat((seat + step) % 4) for step in ((1, 2, 3) if game.direction == "forward" else (3, 2, 1))]
            hands = row[features["hands"].slice].reshape(3, 37)
            waits = row[features["waits"].slice].reshape(3, 37)
            for other, hand, wait, distance in zip(others, hands, waits, row[features["distances"].slice], strict=True):
                assert [game.hand(other).count(tile) for tile in hule.Tile] == list(hand)
                assert game.hand(other).waits == list(np.flatnonzero(wait))
                assert game.hand(other).distance == distance
            tiles = row[features["next_tiles"].slice]
            assert [tile - 1 for tile in tiles if tile] == list(game.wall)
        actions = env.random_actions().copy()
        for game, action in zip(games, actions, strict=True):
            game.play(observation.numbered_action(game.view(), int(action)))
        env.step(actions)
        assert not env.terminated.any()


def test_actions_are_numbered_from_the_seat() -> None:
    view = hule.Game(hule.Deck.seeded(1, 0)).view("A")
    assert observation.action_number(view, "OUT PASS B") == 38
    assert observation.numbered_action(view, 40) == hule.Action.OUT_PASS_D
    assert observation.action_names()[38:41] == ["OUT PASS NEXT", "OUT PASS OPPOSITE", "OUT PASS PREVIOUS"]
    mask = observation.action_mask(view)
    legal = [observation.numbered_action(view, number) for number in range(observation.ACTIONS) if mask[number]]
    assert set(legal) == set(view.legal)
    for wrong in [-1, 48, 2**70]:
        with pytest.raises((ValueError, OverflowError)):
            observation.numbered_action(view, wrong)
