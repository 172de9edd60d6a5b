"""Trains the player `net`: python python/train --out DIR."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import torch
from export import export
from learn import Plan, learn
from measure import measure
from plot import plot
from tables import Opponents

CARD = torch.cuda.is_available()


def numbers(text: str) -> list[int]:
    """Parses widths."""
    return [int(part) for part in text.split(",")] if text != "none" else []


def pair(text: str) -> tuple[float, float]:
    """Parses a value at the start and one at the end."""
    first, _, last = text.partition(",")
    return float(first), float(last or first)


def main() -> None:
    """Learns, measures and exports."""
    parser = argparse.ArgumentParser(
        prog="python python/train",
        description="Trains a network that plays: from nothing, or on from the checkpoint in the folder.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--out", type=Path, required=True, help="folder for the checkpoint, the log, the curve and the weights")
    add("--seconds", type=float, default=1500, help="time of the whole course, over all runs")
    add("--stop", type=float, default=float("inf"), help="seconds after which this run stops; another goes on")
    add("--opponents", default="standard=5,useful=2,itself=3", help="who plays, in which shares")
    add("--widths", type=numbers, default="1024,512,512,512" if CARD else "128,64", help="of the network that learns")
    add("--student", type=numbers, default="256,128" if CARD else "none", help="of the small network that learns from it")
    add("--critic", type=numbers, default="1024,512,512" if CARD else "128,128", help="widths of the critic")
    add("--games", type=int, default=32_768 if CARD else 512, help="at once")
    add("--steps", type=int, default=32, help="decisions in each game before each update")
    add("--batch", type=int, default=32_768 if CARD else 2048, help="decisions in a gradient")
    add("--epochs", type=int, default=2, help="how often the decisions of an update are used")
    add("--rates", type=pair, default="8e-4,2e-5" if CARD else "2e-3,1e-4", help="learning rate at the start and at the end")
    add("--entropies", type=pair, default="0.01,0.002", help="weight of the entropy, likewise")
    add("--decays", type=pair, default="0.95,0.6", help="lambda of the advantages, likewise")
    add("--student-from", type=float, default=0.5, help="when the small network begins to learn, as a share of the time")
    add("--guesses", type=float, default=0.3, help="weight of the guesses of other hands")
    add("--clip", type=float, default=0.2, help="how much a probability may change")
    add("--seed", type=int, default=1, help="of decks, weights and choices")
    add("--threads", type=int, default=os.cpu_count(), help="of the games")
    add("--device", type=torch.device, default="cuda" if CARD else "cpu", help="cpu, cuda, …")
    add("--compile", action="store_true", help="compile the networks first")
    add("--test-every", type=float, default=120, help="seconds between tests on fresh decks")
    add("--test-games", type=int, default=65_536 if CARD else 4096, help="fresh games of each of these tests")
    add("--final-games", type=int, default=262_144 if CARD else 40_000, help="fresh games at the end")
    args = parser.parse_args()
    final = args.final_games
    del args.final_games
    try:
        args.opponents = Opponents.parse(args.opponents)
    except ValueError as error:
        parser.error(f"--opponents: {error}")
    plan = Plan(**vars(args))
    torch.set_float32_matmul_precision("high")
    learner = learn(plan)
    plot(plan.out / "log.jsonl", plan.out / "curve.svg")
    size = export(learner.result, plan.out / "net.bin")
    print(f"wrote {plan.out / 'net.bin'}: {size:,} bytes")
    for opponents in ("standard", "useful") if final else ():
        share, error = measure(learner.result, opponents, final, plan.threads, plan.device)
        print(f"won {share:.2%} ± {error:.2%} of {final} fresh games against three {opponents} players")


if __name__ == "__main__":
    main()
