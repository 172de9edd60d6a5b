"""``python -m hule`` is the command ``hule``."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from importlib.metadata import entry_points, metadata
from pathlib import Path

import pytest

import hule.__main__
from conftest import ROOT, Command, Start

HULE = [sys.executable, "-m", "hule"]


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*HULE, *arguments], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_it_does_what_the_command_does(hule_command: Command) -> None:
    sample = str(ROOT / "examples/sample.deck")
    assert run("run", sample).stdout == (ROOT / "examples/sample.log").read_text()
    for arguments in (["--help"], ["batch", "--help"], ["completions", "bash"], ["deck", "list"], ["rules"], ["--version"]):
        assert run("--lang", "en", *arguments).stdout == hule_command(*arguments)


def test_it_is_installed() -> None:
    (script,) = entry_points(group="console_scripts", name="hule")
    assert script.load() is hule.__main__.main
    found = metadata("hule")
    assert f"hule {found['Version']}\n" == run("--version").stdout
    assert {"env", "progress", "ray"} <= set(found.get_all("Provides-Extra", []))


def test_it_has_the_exit_status_of_the_command() -> None:
    for arguments, status in [(["--version"], 0), (["run", "/nothing/there"], 1), (["nonsense"], 2)]:
        assert run(*arguments).returncode == status
    wrong = run("check", str(ROOT / "examples/sample.deck"), "-", input="A IN 1M\n")
    assert wrong.returncode == 3
    assert "Usage: hule" in run("--lang", "en", "nonsense").stderr


def test_it_speaks_chinese() -> None:
    assert "用法" in run("--lang", "zh", "--help").stdout


def test_it_starts_programs_and_measures_them(tmp_path: Path) -> None:
    """To measure memory, the process is started again as a meter."""
    shutil.copy(ROOT / "examples/sample.deck", tmp_path / "1.in")
    shutil.copy(ROOT / "examples/sample.log", tmp_path / "1.out")
    program = tmp_path / "right.py"
    program.write_text("import sys, hule\nx = b'x' * (100 << 20)\nprint(hule.log(sys.stdin.read()), end='')\n")
    done = run("judge", "--json", "--limit", "300", f"{sys.executable} {program}", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (test,) = json.loads(done.stdout)["tests"]
    assert 100 << 20 < test["bytes"] < 300 << 20


def test_bots_play(tmp_path: Path) -> None:
    bot = f"bot:{sys.executable} -m hule bot useful"
    done = run("arena", bot, "standard", "-n", "6", "--json", "--start-time", "300", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"hule-arena"' in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_it_while_it_reads(start: Start) -> None:
    process = start([*HULE, "run", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    # A pipe holds less, so it has begun to read.
    process.stdin.write("\n" * (1 << 20))
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    assert process.wait() == -signal.SIGINT


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_a_batch_in_order(start: Start) -> None:
    process = start([*HULE, "batch", "-n", "100000M", "--logs", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("A IN ")  # It plays.
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 0
    assert " of 100000000000 games in " in said
