"""The options of the command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from math import inf, isfinite
from pathlib import Path

import torch
from encoding import KINDS
from export import cannot_be_exported
from plan import Pair, Plan
from tables import Opponents

CARD = torch.cuda.is_available()
WIDEST = 16_384
"""The widest layer of networks that are not exported."""


def number(least: float, most: float = inf) -> Callable[[str], float]:
    """Parses a number."""

    def parse(text: str) -> float:
        value = float(text)
        if not (isfinite(value) and least <= value <= most):
            bound = f"from {least:g} to {most:g}" if isfinite(most) else f"of at least {least:g}"
            raise argparse.ArgumentTypeError(f"{text}: expected a number {bound}")
        return value

    return parse


def count(least: int) -> Callable[[str], int]:
    """Parses a whole number."""

    def parse(text: str) -> int:
        value = int(text.replace("_", ""))
        if not least <= value < 2**40:
            raise argparse.ArgumentTypeError(f"{text}: expected a whole number of at least {least}")
        return value

    return parse


def pair(least: float, most: float) -> Callable[[str], Pair]:
    """Parses a value at the start and one at the end, or one for both."""

    def parse(text: str) -> Pair:
        first, _, last = text.partition(",")
        values = number(least, most)
        return values(first), values(last or first)

    return parse


def widths(text: str) -> list[int]:
    """Parses widths."""
    if text == "none":
        return []
    found = [int(part) for part in text.split(",")]
    if not all(1 <= width <= WIDEST for width in found):
        raise argparse.ArgumentTypeError(f"{text}: expected widths from 1 to {WIDEST}, such as 64,32")
    return found


def device(text: str) -> torch.device:
    """Parses the name of a device that is there."""
    try:
        found = torch.device(text)
        torch.zeros(1, device=found)
    except (RuntimeError, AssertionError) as error:
        raise argparse.ArgumentTypeError(f"{text}: {str(error).splitlines()[0]}") from None
    return found


def opponents(text: str) -> list[Opponents]:
    """Parses the opponents."""
    try:
        return Opponents.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}") from None


def parser() -> argparse.ArgumentParser:
    """The options and what they mean."""
    made = argparse.ArgumentParser(
        prog="python python/train",
        description="Trains a network that plays, and exports it. If the folder has a checkpoint, it goes on from there.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = made.add_argument
    add("--out", type=Path, required=True, help="folder for the checkpoint, the log, the curve and the weights")
    add("--seconds", type=number(1), help="time of the whole course, over all runs (1500 if nothing else is said)")
    add("--decisions", type=count(1), help="decisions of the whole course, instead of the time")
    add("--stop", type=number(0), default=inf, help="seconds after which this run stops; another goes on")
    add("--opponents", type=opponents, default="standard=6,useful=1.5,itself=2.5", help="who plays, in which shares")
    add("--widths", type=widths, default="1024,512,512,512" if CARD else "64,48", help="of the network that learns")
    add("--student", type=widths, default="256,128" if CARD else "none", help="of the small network that learns from it")
    add("--critic", type=widths, default="1024,512,512" if CARD else "64,32", help="widths of the critic")
    add("--games", type=count(1), default=32_768 if CARD else 256, help="at once")
    add("--steps", type=count(1), default=32, help="decisions in each game before each update")
    add("--batch", type=count(1), default=32_768 if CARD else 1024, help="decisions in a gradient")
    add("--epochs", type=count(1), default=2, help="how often the decisions of an update are used")
    rates = pair(1e-9, 1)
    add(
        "--rates", type=rates, default="8e-4,2e-5" if CARD else "4e-4,5e-5", help="learning rate at the start and at the end"
    )
    add("--critic-rates", type=rates, default="5e-4,5e-5" if CARD else "1e-3,1e-4", help="of the critic")
    add(
        "--entropies",
        type=pair(1e-9, 1),
        default="0.01,0.002" if CARD else "0.001,0.0002",
        help="weight of the entropy, likewise",
    )
    add("--decays", type=pair(0, 1), default="0.95,0.6" if CARD else "0.9,0.6", help="lambda of the advantages, likewise")
    add("--student-from", type=number(0, 0.999), default=0.5, help="when the small network begins, as a share of the course")
    add("--guesses", type=number(0), default=0.3, help="weight of the guesses of other hands")
    add("--clip", type=number(0.001, 1), default=0.2, help="how much a probability may change")
    add(
        "--bonus", type=number(0, 100), default=5.0 if CARD else 3.0, help="what the choice of useful has ahead at the start"
    )
    nearest = "what discards that leave the least distance have ahead, likewise (needs widths of at least 37)"
    add("--nearest", type=number(0, 100), default=0.0 if CARD else 3.0, help=nearest)
    add("--seed", type=count(0), default=1, help="of decks, weights and choices")
    add("--threads", type=count(1), default=os.cpu_count() or 1, help="of the games")
    add("--device", type=device, default="cuda" if CARD else "cpu", help="cpu, cuda, …")
    add("--test-every", type=number(1), default=120.0, help="seconds between tests on fresh decks")
    add("--test-games", type=count(1), default=65_536 if CARD else 4096, help="fresh games of each of these tests")
    add("--final-games", type=count(0), default=262_144 if CARD else 20_000, help="fresh games at the end")
    return made


def options() -> tuple[Plan, int]:
    """The plan that the command line asks for, and the number of games at the end."""
    parsed = parser()
    args = vars(parsed.parse_args())
    final: int = args.pop("final_games")
    if args["seconds"] is None:
        args["seconds"] = 1500.0 if args["decisions"] is None else inf
    if args["decisions"] is None:
        args["decisions"] = inf
    plan = Plan(**args)
    if plan.out.exists() and not plan.out.is_dir():
        parsed.error(f"--out {plan.out} is not a folder")
    if not plan.widths or not plan.critic:
        parsed.error("--widths and --critic: expected at least one layer")
    reason = cannot_be_exported(plan.student or plan.widths)
    if reason is not None:
        parsed.error(f"{reason}: choose other {'--student' if plan.student else '--widths, or a --student'}")
    if plan.nearest > 0 and min(plan.widths + plan.student) < KINDS:
        parsed.error(f"--nearest {plan.nearest:g} needs widths of at least {KINDS}; choose wider layers, or 0")
    if plan.games < len(plan.opponents):
        parsed.error(f"--games {plan.games}: expected at least one for each of the {len(plan.opponents)} opponents")
    return plan, final
