"""What the tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

Command = Callable[..., str]


@pytest.fixture(scope="session")
def hule_command() -> Command:
    """Runs the command ``hule``: that of HULE, which ``./test`` sets, or that of the package."""
    start = [os.environ["HULE"]] if "HULE" in os.environ else [sys.executable, "-m", "hule"]

    def run(*arguments: str) -> str:
        done = subprocess.run([*start, "--lang", "en", *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    return run
