"""How well a network plays, on decks that are not learnt from: python python/train/measure.py FILE."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numpy as np
import torch
from encoding import OBSERVATION, number_type
from networks import CHOICE, Player
from numpy.typing import NDArray

import hule

FRESH = 987_654_321
"""The seed of these decks."""

Choose = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.int64]]
"""What to do in some positions, from observations and masks."""


def like_useful(observations: NDArray[np.uint8], _masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """Plays as the player `useful`."""
    return observations[:, CHOICE].astype(np.int64) - 1


def greedy(player: Player, device: torch.device) -> Choose:
    """Plays the most probable actions of a network."""

    def choose(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        seen = torch.from_numpy(observations).to(device)
        with torch.no_grad(), torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            weights = player(player.bits(seen, number_type(device)))[0]
        legal = torch.from_numpy(masks.view(np.uint8)).to(device)
        actions: NDArray[np.int64] = player.chances(weights, seen, legal).argmax(1).cpu().numpy()
        return actions

    return choose


def wins(choose: Choose, opponents: str, games: int, threads: int, part: int = 65_536) -> NDArray[np.bool_]:
    """Which of some games it wins. The games are always the same ones, and its seat rotates.

    All are played at once, one in each environment.
    """
    env = hule.VectorEnv(games, observation=OBSERVATION, opponents=opponents, autoreset_mode="NextStep", threads=threads)
    env.reset(seed=FRESH)
    won = np.zeros(games, np.bool_)
    # An environment begins another game while the last ones are played to their end.
    playing = np.ones(games, np.bool_)
    while playing.any():
        actions = np.argmax(env.masks, 1)  # Anything legal where the game is over.
        places = np.flatnonzero(playing)
        for some in np.array_split(places, 1 + len(places) // part):
            actions[some] = choose(env.observations[some], env.masks[some])
        env.step(actions)
        won |= playing & (env.rewards > 0)
        playing &= ~env.terminated
    env.close()
    return won


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean, and half the 95 % interval of independent games."""
    return float(values.mean()), 1.96 * float(values.std()) / sqrt(len(values))


def measure(player: Player, opponents: str, games: int, threads: int, device: torch.device) -> tuple[float, float]:
    """The share of games that a network wins, and half the 95 % interval."""
    return interval(wins(greedy(player, device), opponents, games, threads).astype(np.float64))


def main() -> None:
    """Compares a network, the same in whole numbers, and the player `useful`."""
    from export import quantized

    parser = argparse.ArgumentParser(
        prog="python python/train/measure.py",
        description="Compares a network, the same in whole numbers, and the player useful on the same fresh decks.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="student.pt or average.pt of a course")
    parser.add_argument("--games", type=int, default=20_000, help="decks for each")
    parser.add_argument("--opponents", default="standard", help="the player at the other seats")
    parser.add_argument("--threads", type=int, default=1, help="of the games")
    args = parser.parse_args()
    try:
        hule.Player(args.opponents)
        player = Player.restored(torch.load(args.file, map_location="cpu", weights_only=True))
    except (OSError, ValueError, KeyError, RuntimeError) as wrong:
        parser.error(f"{wrong}".splitlines()[0])
    if args.games < 1:
        parser.error(f"--games {args.games}: expected at least 1")
    floating, whole = greedy(player, torch.device("cpu")), quantized(player)
    same: list[float] = []

    def both(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        actions = floating(observations, masks)
        same.extend(actions == whole.actions(observations, masks))
        return actions

    results = {}
    for name, choose in (("network", both), ("whole numbers", whole.actions), ("useful", like_useful)):
        results[name] = wins(choose, args.opponents, args.games, args.threads, 4096).astype(np.float64)
        share, error = interval(results[name])
        print(f"{name:14} won {share:.2%} ± {error:.2%} of {args.games:,} games against three {args.opponents}", flush=True)
    for one, other in (("whole numbers", "network"), ("network", "useful")):
        more, error = interval(results[one] - results[other])
        print(f"{one} minus {other}: {100 * more:+.2f} ± {100 * error:.2f} points")
    print(f"the whole numbers choose alike in {np.mean(same):.3%} of {len(same):,} decisions")


if __name__ == "__main__":
    main()
