"""Long work can be stopped, shows its progress, and leaves the interpreter to others."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import hule

CTRL_C = """
import hule, time, sys
print("ready", flush=True)
started = time.monotonic()
try:
    {work}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(
    "work",
    [
        "hule.batch(10**12)",
        "hule.arena('search:samples=5000', 'useful', games=10**9)",
        "hule.arena(type('P', (), dict(choose=lambda s, v, l: l[0])), 'useful', games=10**9)",
    ],
)
def test_ctrl_c_stops_at_once(work: str) -> None:
    program = [sys.executable, "-c", CTRL_C.format(work=work)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "stopped\n"
        # It takes some 50 ms; the machine may have other work.
        assert time.monotonic() - sent < 2
    assert process.returncode == 0


def test_others_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    hule.batch(100_000, threads=1)
    done.set()
    thread.join()
    assert ticks > 20


def test_progress_is_shown_if_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    hule.batch(200_000, progress=True)
    assert "games" in stderr.getvalue()
    shown = len(stderr.getvalue())
    hule.batch(200_000, progress=False)
    hule.batch(200_000)
    assert len(stderr.getvalue()) == shown
    hule.arena("useful", "standard", games=6000, progress=True)
    assert "decks" in stderr.getvalue()


def test_exceptions_of_a_bar_stop_the_work() -> None:
    def watch(_done: int, _total: int) -> None:
        raise LookupError("as it should")

    with pytest.raises(LookupError):
        hule._hule._batch(10**12, 0, 0, None, False, watch)
