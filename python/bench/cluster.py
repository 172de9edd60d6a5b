"""What Ray costs on one machine, and what a second node gains.

    pip install './python[ray]' && python python/bench/cluster.py

The command and the cluster do the same work in turn, on all processors. The times of Ray include the start and the end of
the cluster. Nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time


def measured(module: str, arguments: list[str], address: str | None = None) -> tuple[float, str]:
    """Elapsed time and output of ``python -m module …``."""
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    if address is not None:
        environment["RAY_ADDRESS"] = address
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", module, *arguments]
        started = time.perf_counter()
        done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True)
        return time.perf_counter() - started, done.stdout


def compare(what: str, arguments: list[str], rounds: int) -> None:
    """The command and the cluster."""
    overheads = []
    for _ in range(rounds):
        alone, expected = measured("hule", arguments)
        ray, out = measured("hule.ray", arguments)
        assert out == expected
        overheads.append(100 * (ray / alone - 1))
        print(f"{what}: command {alone:.1f} s, Ray {ray:.1f} s, overhead {overheads[-1]:+.1f} %", flush=True)
    if rounds > 1:
        print(f"  median of {rounds}: {statistics.median(overheads):+.1f} %", flush=True)


def nodes(arguments: list[str]) -> None:
    """One node with one processor, and two."""
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80_000_000}
    times = []
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    for number in (1, 2):
        if number == 2:
            cluster.add_node(**node)
        measured("hule.ray", ["batch", "-n", "1000"], cluster.address)
        elapsed, _ = measured("hule.ray", arguments, cluster.address)
        times.append(elapsed)
        print(f"{number} node{'s' if number > 1 else ''} with one processor each: {elapsed:.1f} s")
    cluster.shutdown()
    print(f"  {times[0] / times[1]:.2f} times as fast")


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", default="100M", help="games of the batch [default: 100M]")
    parser.add_argument("--arena", default="6M", help="games of useful against standard in the arena [default: 6M]")
    parser.add_argument("--nodes", default="6M", help="games of the arena on one node and two [default: 6M]")
    parser.add_argument("--rounds", type=int, default=1, help="how often the batch and the arena are compared [default: 1]")
    args = parser.parse_args()
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_worker_niceness", "0")  # for the nodes, as for a local cluster
    if args.batch != "0":
        compare(f"batch of {args.batch} games", ["batch", "-n", args.batch], args.rounds)
    if args.arena != "0":
        compare(f"arena of {args.arena} games", ["arena", "useful", "standard", "-n", args.arena, "--json"], args.rounds)
    if args.nodes != "0":
        nodes(["arena", "useful", "standard", "-n", args.nodes, "--json"])


if __name__ == "__main__":
    main()
