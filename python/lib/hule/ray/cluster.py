"""The cluster: a running one, or a local one for as long as this process lives."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import ray
from ray.exceptions import RayTaskError

from .parts import WorkerError
from .ranges import Pace, Range, Ranges
from .state import VERSION

RETRIES = 20
"""How often a range is done again if a worker or a node is lost, or a disk is full."""


class ClusterError(Exception):
    """There is no cluster that can be joined."""


Work = Callable[[int, int], Any]
"""Does a range of numbers: from the first up to the end."""


def connect() -> None:
    """Joins the cluster of RAY_ADDRESS, or starts one on this machine. Does nothing if this process is connected."""
    if ray.is_initialized():
        return
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    address = os.environ.get("RAY_ADDRESS")
    if address:
        try:
            _knock(address)
            ray.init(**quiet)
        except Exception as error:
            raise ClusterError(f"RAY_ADDRESS={address}: no Ray cluster can be joined there: {error}") from None
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Workers have the priority of this process. With Ray's default, a niceness of 15, they give way to all else.
    os.environ.setdefault("RAY_worker_niceness", "0")
    # There is no machine to add. The first version of what would add one takes a second to end.
    os.environ.setdefault("RAY_enable_autoscaler_v2", "1")
    ray.init("local", include_dashboard=False, object_store_memory=200_000_000, **quiet)


def _knock(address: str) -> None:
    """Raises OSError if no server listens at an address of host and port. Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def processors() -> int:
    """How many processors the cluster has now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def spread(work: Work, todo: Ranges, pace: Pace | None, at_once: int | None) -> Iterator[tuple[Range, Any]]:
    """Does all that is to do on the cluster, and yields each range with its result as soon as it is there.

    Ranges are as large as the pace says, or 1. What is running when the iterator is closed ends by itself, or when this
    process leaves the cluster. It is not cancelled: if a task ends while Ray cancels it, Ray 2.60 aborts this process.
    """
    expected = VERSION

    def timed(first: int, end: int) -> tuple[Any, float]:
        found = version("hule")
        if found != expected:
            raise WorkerError(f"a machine of the cluster has version {found} of the package hule, and this one {expected}")
        started = time.perf_counter()
        try:
            result = work(first, end)
        except (PermissionError, IsADirectoryError, NotADirectoryError) as error:
            # Doing it again would not help.
            raise WorkerError(str(error)) from None
        return result, time.perf_counter() - started

    options: dict[str, Any] = {"num_cpus": 1, "max_retries": RETRIES, "retry_exceptions": [OSError]}
    task = ray.remote(**options)(timed)
    running: dict[Any, Range] = {}
    while True:
        there = processors()
        # One more for each processor, so that none waits for this loop.
        most = min(at_once or 2 * there, 2 * there)
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
                if "No module named 'hule" in str(error.cause):
                    raise WorkerError("a machine of the cluster lacks the package hule[ray]") from None
                raise error.cause from None
            numbers = running.pop(reference)
            if pace:
                pace.note(numbers[1] - numbers[0], seconds)
            yield numbers, result
