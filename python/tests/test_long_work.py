"""Long work can be stopped, shows its progress, and leaves the interpreter to others."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest

import hule
from conftest import Start

PROGRAM = """
import hule, hule.many, sys, threading, time

def meanwhile():
    while sys._current_frames()[main].f_code.co_filename != hule.many.__file__:
        time.sleep(0)
    for _ in range(1000):
        time.sleep(0)  # Another thread that waits for the interpreter gets it now.
    print("others run", flush=True)

main = threading.get_ident()
threading.Thread(target=meanwhile, daemon=True).start()
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
def test_others_run_while_it_works_until_ctrl_c(work: str, start: Start) -> None:
    process = start([sys.executable, "-c", PROGRAM.format(work=work)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    # The work would take years: it is what the main thread does now.
    assert process.stdout.readline() == "others run\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate()[0] == "stopped\n"
    assert process.returncode == 0


def test_progress_is_shown_if_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    hule.batch(2_000, progress=True)
    assert "games" in stderr.getvalue()
    shown = len(stderr.getvalue())
    hule.batch(2_000, progress=False)
    hule.batch(2_000)
    assert len(stderr.getvalue()) == shown
    hule.arena("useful", "standard", games=60, progress=True)
    assert "decks" in stderr.getvalue()


def test_exceptions_of_a_bar_stop_the_work() -> None:
    def watch(_done: int, _total: int) -> None:
        raise LookupError("as it should")

    with pytest.raises(LookupError):
        hule._hule._batch(10**12, 0, 0, None, False, watch)
