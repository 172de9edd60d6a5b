"""The cluster: a running one, or a local one for as long as this process lives."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import ray
from ray.exceptions import RayTaskError

from .ranges import Pace, Range, Ranges

RETRIES = 20
"""How often a range is done again if a worker or a node is lost, or a disk is full."""

Work = Callable[[int, int], Any]
"""Does a range of numbers: from the first up to the end."""


def connect(processors: int | None = None) -> None:
    """Joins the cluster of RAY_ADDRESS, or starts one on this machine. Does nothing if this process is connected."""
    if ray.is_initialized():
        return
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if os.environ.get("RAY_ADDRESS"):
        ray.init(**quiet)
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Workers have the priority of this process. With Ray's default, a niceness of 15, they give way to all else.
    os.environ.setdefault("RAY_worker_niceness", "0")
    ray.init("local", num_cpus=processors, include_dashboard=False, object_store_memory=200_000_000, **quiet)


def processors() -> int:
    """How many processors the cluster has now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def spread(work: Work, todo: Ranges, pace: Pace | None, at_once: int | None) -> Iterator[tuple[Range, Any]]:
    """Does all that is to do on the cluster, and yields each range with its result as soon as it is there.

    Ranges are as large as the pace says, or 1. What is running when the iterator is closed is cancelled.
    """

    def timed(first: int, end: int) -> tuple[Any, float]:
        started = time.perf_counter()
        result = work(first, end)
        return result, time.perf_counter() - started

    options: dict[str, Any] = {"num_cpus": 1, "max_retries": RETRIES, "retry_exceptions": [OSError]}
    task = ray.remote(**options)(timed)
    running: dict[Any, Range] = {}
    try:
        while True:
            there = processors()
            # One more for each processor, so that none waits for this loop.
            most = at_once or 2 * there
            while len(running) < most:
                numbers = todo.next(pace.size(todo.left, min(most, there)) if pace else 1)
                if numbers is None:
                    break
                running[task.remote(*numbers)] = numbers
            if not running:
                return
            done, _ = ray.wait(list(running), timeout=1)
            for reference in done:
                try:
                    result, seconds = ray.get(reference)
                except RayTaskError as error:
                    raise error.cause from None
                numbers = running.pop(reference)
                if pace:
                    pace.note(numbers[1] - numbers[0], seconds)
                yield numbers, result
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
