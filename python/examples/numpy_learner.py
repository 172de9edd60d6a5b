"""A player that learns in seconds, with numpy alone: REINFORCE on hule.VectorEnv.

    python numpy_learner.py [UPDATES] [SEED]

The policy is a softmax over a few features of each action, with one weight for each feature. It begins with equal weights,
which is to choose at random, and learns against three standard players. At the end it prints what it has learnt, and how
many fresh games it wins.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

import hule
import hule.observation

Floats = NDArray[np.float32]

FEATURES = hule.observation.features("full")
ACTIONS = hule.observation.action_names()
KINDS = 34  # the ordinary tiles, whose discards are actions 0 to 33
DECLINE = ACTIONS.index("DECLINE")
PONG = ACTIONS.index("PONG")
ALONE = ["OUT DOUBLE", "OUT REVERSE", "OUT PASS NEXT", "OUT PASS OPPOSITE", "OUT PASS PREVIOUS", "RON", "SELFDRAWN"]
NAMES = [
    "distance lost by a discard",
    "useful tiles if none is lost",
    "unseen tiles of its kind",
    "distance won by a claim",
    "a claim",
]
NAMES += ALONE


def features(seen: NDArray[np.uint8]) -> Floats:
    """The features of all actions: an array of games, actions and features."""

    def part(name: str) -> Floats:
        return seen[:, FEATURES[name].slice].astype(np.float32)

    array = np.zeros((len(seen), len(ACTIONS), len(NAMES)), np.float32)
    distance = part("distance_after")[:, :KINDS]
    best = np.where(distance > 0, distance, 99).min(axis=1, keepdims=True)
    array[:, :KINDS, 0] = np.where(distance > 0, distance - best, 0)
    array[:, :KINDS, 1] = np.where(distance == best, part("useful_after")[:, :KINDS] / 10, 0)
    array[:, :KINDS, 2] = part("unseen")[:, :KINDS]
    claimed = part("claim_distance")
    array[:, DECLINE : PONG + 1, 3] = np.where(claimed > 0, claimed[:, :1] - claimed, 0)
    array[:, DECLINE + 1 : PONG + 1, 4] = 1
    for place, name in enumerate(ALONE, NAMES.index(ALONE[0])):
        array[:, ACTIONS.index(name), place] = 1
    return array


def chances(weights: Floats, seen: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """The probabilities of all actions, and their features."""
    array = features(seen)
    scores = np.where(masks == 1, array @ weights, -np.inf)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True), array


def learn(updates: int = 60, seed: int = 1, games: int = 256, steps: int = 32) -> Floats:
    """Returns the weights after some updates."""
    env = hule.VectorEnv(games, observation="full", reward="distance")
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    weights, speed, scale = (np.zeros(len(NAMES), np.float32) for _ in range(3))
    for update in range(1, updates + 1):
        slopes = np.zeros((steps, games, len(NAMES)), np.float32)
        rewards, ends = np.zeros((2, steps, games), np.float32)
        for step in range(steps):
            odds, array = chances(weights, env.observations, env.masks)
            # One action of each game by its odds.
            limits = random.random((games, 1), np.float32) * odds.sum(axis=1, keepdims=True)
            actions = np.minimum((odds.cumsum(axis=1) <= limits).sum(axis=1), len(ACTIONS) - 1)
            actions = np.where(env.masks[np.arange(games), actions] == 1, actions, odds.argmax(axis=1))
            slopes[step] = array[np.arange(games), actions] - np.einsum("ga,gaf->gf", odds, array)
            env.step(actions)
            rewards[step], ends[step] = env.rewards, env.terminated
        gains, later = np.zeros_like(rewards), np.zeros(games, np.float32)
        for step in reversed(range(steps)):
            later = rewards[step] + 0.9 * later * (1 - ends[step])
            gains[step] = later
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        slope = (slopes * gains[:, :, None]).mean(axis=(0, 1))
        # Adam.
        speed = 0.9 * speed + 0.1 * slope
        scale = 0.99 * scale + 0.01 * slope**2
        weights = weights + 0.2 * (speed / (1 - 0.9**update)) / (np.sqrt(scale / (1 - 0.99**update)) + 1e-8)
    return weights


def measure(weights: Floats, games: int = 2000, seed: int = 1_000_001) -> float:
    """The share of fresh games that the most probable actions win, one game for each deck."""
    env = hule.VectorEnv(games, observation="full", autoreset_mode="NextStep")
    env.reset(seed=seed)
    playing, wins = np.ones(games, np.bool_), 0
    while playing.any():
        odds, _ = chances(weights, env.observations, env.masks)
        env.step(odds.argmax(axis=1))
        wins += int(env.rewards[playing].sum())
        playing &= ~env.terminated
    return wins / games


def main() -> None:
    """Learns, measures and prints."""
    updates = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    weights = learn(updates, seed)
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:28} {weight:6.2f}")
    print(f"wins {measure(np.zeros_like(weights)):.1%} of fresh games at first, and {measure(weights):.1%} at the end")


if __name__ == "__main__":
    main()
