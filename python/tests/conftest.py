"""What the tests share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[2]
HUNG = 300
"""Seconds. What takes longer will never come: even a busy machine needs only a few for it."""

# The language of the library is settled once in a process.
os.environ["LC_ALL"] = "C"

Command = Callable[..., str]
RayCommand = Callable[..., tuple[int, str, str]]
Start = Callable[..., "subprocess.Popen[str]"]
T = TypeVar("T")


@pytest.fixture(scope="session")
def hule_command() -> Command:
    """Runs the command ``hule``: that of HULE, which ``./test`` sets, or that of the package."""
    start = [os.environ["HULE"]] if "HULE" in os.environ else [sys.executable, "-m", "hule"]

    def run(*arguments: str) -> str:
        done = subprocess.run([*start, "--lang", "en", *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    return run


@pytest.fixture
def ray_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> RayCommand:
    """Runs ``python -m hule.ray`` in this process: the exit status, and what it printed. Its folder is that of the test."""
    from hule.ray.__main__ import main

    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["-m", *arguments])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        assert isinstance(ended.value.code, int)
        out, said = capfd.readouterr()
        return ended.value.code, out, said

    return run


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts processes. Whatever becomes of the test, they end with it, and so does what they have started."""
    started: list[tuple[subprocess.Popen[str], threading.Timer]] = []

    def begin(command: list[str], **options: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(command, text=True, start_new_session=os.name == "posix", **options)
        started.append((process, threading.Timer(HUNG, _kill, [process])))
        started[-1][1].start()
        return process

    yield begin
    for process, timer in started:
        timer.cancel()
        _kill(process)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def wait(until: Callable[[], T]) -> T:
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + HUNG
    while not (answer := until()):
        assert time.monotonic() < end, "it has not come"
        time.sleep(0.02)
    return answer


AGAIN = pytest.StashKey[list[str]]()
"""The tests that passed at the second try, each with how it failed at the first."""


def pytest_configure(config: pytest.Config) -> None:
    """Begins the list of tests that were tried again."""
    config.stash[AGAIN] = []


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Tries a test on a cluster again, alone and on a new cluster, if it fails."""
    if item.get_closest_marker("cluster") is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failures = [report.longreprtext for report in reports if report.failed]
    if failures:
        item.session._setupstate.teardown_exact(None)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        failed_again = [report for report in reports if report.failed]
        for report in failed_again:
            report.sections.append(("The first try", failures[0]))
        if not failed_again:
            item.config.stash[AGAIN].append(f"{item.nodeid}\n{failures[0]}")
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says which tests passed only at the second try."""
    for test in config.stash[AGAIN]:
        terminalreporter.write_line(f"passed only at the second try: {test}")
