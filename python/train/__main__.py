"""Trains the player `net`: python python/train --out DIR."""

from __future__ import annotations

import sys

import torch
from export import export
from learn import learn
from learner import CHECKPOINT
from measure import measure
from options import options
from plot import plot


def main() -> int:
    """Learns, measures and exports."""
    plan, final = options()
    if plan.device.type == "cpu":
        # The games have the other cores; two threads that wait for each other are slower than one.
        torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    try:
        learner = learn(plan)
        plot(plan.out / "log.jsonl", plan.out / "curve.svg")
        size = export(learner.result, plan.out / "net.bin")
        print(f"wrote {plan.out / 'net.bin'}: {size:,} bytes")
        for opponents in ("standard", "useful") if final else ():
            share, error = measure(learner.result, opponents, final, plan.threads, plan.device)
            print(f"won {share:.2%} ± {error:.2%} of {final:,} fresh games against three {opponents} players")
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from {plan.out / CHECKPOINT}", file=sys.stderr)
        return 130
    if plan.done(learner.seconds, learner.decisions) < 1:
        print("the course is not over; the same command goes on")
    return 0


if __name__ == "__main__":
    sys.exit(main())
