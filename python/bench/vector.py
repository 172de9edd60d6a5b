"""How many decisions a second the vector environment makes with random legal actions, beside other Mahjong environments.

    python bench/vector.py [GAMES] [SECONDS]

All cases are measured in turns in one run, and the best of several rounds counts. Other environments are measured if they
are installed: ``pip install rlcard riichienv``. They play one game at a time, as they are made for.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import hule

ROUNDS = 8


def steps(env: hule.VectorEnv, seconds: float) -> float:
    """Nanoseconds a decision, choosing random actions included."""
    count = 0
    start = time.perf_counter_ns()
    until = start + int(seconds * 1e9)
    while True:
        for _ in range(8):
            env.step(env.random_actions())
        count += 8 * env.num_envs
        now = time.perf_counter_ns()
        if now >= until:
            return (now - start) / count


def vector(games: int, observation: Any, seat: Any, threads: int) -> Callable[[float], float]:
    """The vector environment of hule."""
    env = hule.VectorEnv(games, observation=observation, seat=seat, threads=threads)
    env.reset(seed=1)
    return lambda seconds: steps(env, seconds)


def one_by_one(decide: Callable[[], None]) -> Callable[[float], float]:
    """Nanoseconds of one call."""

    def measure(seconds: float) -> float:
        count = 0
        start = time.perf_counter_ns()
        while time.perf_counter_ns() < start + int(seconds * 1e9):
            for _ in range(20):
                decide()
            count += 20
        return (time.perf_counter_ns() - start) / count

    return measure


def rlcard() -> Callable[[float], float]:
    """The Mahjong of RLCard: four seats."""
    import rlcard as library

    env = library.make("mahjong")
    state = [env.reset()[0]]

    def decide() -> None:
        legal = list(state[0]["legal_actions"])
        state[0], _ = env.step(random.choice(legal))
        if env.is_over():
            state[0], _ = env.reset()

    return one_by_one(decide)


def riichienv() -> Callable[[float], float]:
    """RiichiEnv, a simulator in Rust: four seats, with its encoded observations."""
    from riichienv import RiichiEnv

    env = RiichiEnv()
    state = [env.reset()]

    def decide() -> None:
        # A step takes the actions of all seats that have to decide.
        actions = {}
        for seat, seen in state[0].items():
            seen.encode()
            actions[seat] = random.choice(seen.legal_actions())
        state[0] = env.step(actions)
        if env.done():
            state[0] = env.reset()

    return one_by_one(decide)


def main() -> None:
    """Measures everything and prints it."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    cases: dict[str, Callable[[float], float]] = {}
    for observation in ["basic", "full"]:
        for seat, who in [("rotate", "one seat against three standard"), ("all", "four seats")]:
            for threads in [1, 2]:
                cases[f"{who}, {observation}, threads {threads}"] = vector(games, observation, seat, threads)
    for name, make in [("RLCard mahjong", rlcard), ("RiichiEnv", riichienv)]:
        try:
            cases[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}")
    best = dict.fromkeys(cases, float("inf"))
    for _ in range(ROUNDS):
        for name, measure in cases.items():
            best[name] = min(best[name], measure(seconds))
    print(f"{games} games at once, numpy {np.__version__}")
    for name, each in best.items():
        print(f"{name:50} {each:12.0f} ns {1e9 / each:14,.0f} decisions a second")


if __name__ == "__main__":
    main()
