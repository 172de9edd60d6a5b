"""The jobs for Slurm and Kubernetes: all their tasks, here, and the merge; compared with one machine."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import ROOT, Command, Start, wait

SMALL = {"PLAYERS": "useful random", "GAMES_A_DECK": "6", "DECKS": "50", "TASKS": "7", "SEED": "9"}
ARENA = ("arena", "useful", "random", "-n", "300", "--seed", "9")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="it runs a shell")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a small job; the command is the first ``hule`` that the shell finds."""
    start = [os.environ["HULE"]] if "HULE" in os.environ else [sys.executable, "-m", "hule"]
    program = tmp_path / "bin" / "hule"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nexec {shlex.join(start)} "$@"\n')
    program.chmod(0o755)
    parts = tmp_path / "parts"
    parts.mkdir()
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "LC_ALL": "C", "PATH": path, **SMALL, "PARTS": str(parts)}


def run(command: list[str], environment: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env={**environment, **more}, capture_output=True, text=True, check=False)


def run_all(play: list[str], merge: list[str], index: str, environment: dict[str, str], tmp_path: Path, whole: str) -> None:
    """Runs all tasks and the merge, with a failure in between."""
    parts = Path(environment["PARTS"])
    for task in (3, 0, 6, 5, 2, 1):
        done = run(play, environment, **{index: str(task)})
        assert done.returncode == 0, done.stderr
        assert done.stdout == ""
    missing = run(merge, environment)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr == f"hule: {parts}/4.json: there is no such file\n"
    elsewhere = {index: "4", "PARTS": str(tmp_path / "elsewhere")}
    failed = run(play, environment, **elsewhere, PLAYERS="useful nobody")
    assert (failed.returncode, "`nobody` is not a player" in failed.stderr) == (2, True)
    assert not (tmp_path / "elsewhere" / "4.json").exists()
    for setting, value in {"PLAYERS": "random useful", "DECKS": "51", "SEED": "8", "TASKS": "8"}.items():
        refused = run(play, environment, **{index: "4", setting: value})
        assert refused.returncode == 2
        assert "has parts of other settings (useful random: 50 decks of seed 9 in 7 tasks)" in refused.stderr
    four = {"PARTS": str(tmp_path / "four"), "PLAYERS": "useful random standard standard"}
    refused = run(play, environment, **{index: "4", **four})
    assert (refused.returncode, "is GAMES_A_DECK right?" in refused.stderr) == (2, True), refused.stderr
    assert run(play, environment, **{index: "4", **four, "GAMES_A_DECK": "4"}).returncode == 0
    calls = (tmp_path / "calls").read_text().count("arena")
    for task in range(7):
        assert run(play, environment, **{index: str(task)}).returncode == 0
    assert (tmp_path / "calls").read_text().count("arena") == calls + 1, "what is there is not played again"
    done = run(merge, environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("useful - random: 300 games on 50 decks of seed 9\n")
    assert (parts / "whole.json").read_text() == whole


def test_the_tasks_of_slurm(environment: dict[str, str], hule_command: Command, tmp_path: Path) -> None:
    script = str(ROOT / "examples" / "slurm.sh")
    whole = hule_command(*ARENA, "--json")
    run_all([script], [script, "merge"], "SLURM_ARRAY_TASK_ID", environment, tmp_path, whole)
    for more, sentence in [
        ({"SLURM_ARRAY_TASK_ID": "7"}, "there is no task 7; TASKS is 7"),
        ({"TASKS": "51"}, "as many decks"),
    ]:
        refused = run([script], environment, **more)
        assert (refused.returncode, sentence in refused.stderr) == (2, True), refused.stderr
    text = Path(script).read_text()
    (tasks,) = (line.removeprefix("#SBATCH --array=0-") for line in text.splitlines() if "--array=0-" in line)
    assert f"tasks=${{TASKS:-{int(tasks) + 1}}}" in text


def test_the_pods_of_kubernetes(environment: dict[str, str], hule_command: Command, tmp_path: Path) -> None:
    jobs: list[dict[str, Any]] = list(yaml.safe_load_all((ROOT / "examples" / "kubernetes.yaml").read_text()))
    assert [(job["kind"], job["apiVersion"], job["metadata"]["labels"]) for job in jobs] == [
        ("Job", "batch/v1", {"step": "play"}),
        ("Job", "batch/v1", {"step": "merge"}),
    ]
    commands = []
    for job in jobs:
        (container,) = job["spec"]["template"]["spec"]["containers"]
        given = {variable["name"]: variable["value"] for variable in container["env"]}
        assert given["TASKS"] == str(jobs[0]["spec"]["completions"])
        assert [mount["mountPath"] for mount in container["volumeMounts"]] == [given["PARTS"]]
        (volume,) = job["spec"]["template"]["spec"]["volumes"]
        assert volume["name"] == container["volumeMounts"][0]["name"]
        # A pod has no variables but these; the small job has other values.
        assert given.keys() <= {*SMALL, "PARTS"}
        commands.append(container["command"])
    assert jobs[0]["spec"]["completionMode"] == "Indexed"
    whole = hule_command(*ARENA, "--json")
    run_all(commands[0], commands[1], "JOB_COMPLETION_INDEX", environment, tmp_path, whole)


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_task_that_is_stopped_leaves_no_report(
    environment: dict[str, str], tmp_path: Path, start: Start, shell: str, number: signal.Signals
) -> None:
    said, bot = tmp_path / "said", tmp_path / "bot"
    said.touch()
    bot.write_text(f"#!/bin/sh\ntee -a {said} | hule bot useful\n")
    bot.chmod(0o755)
    command = [shutil.which(shell) or "sh", str(ROOT / "examples" / "slurm.sh")]
    more = {"SLURM_ARRAY_TASK_ID": "0", "TASKS": "1", "DECKS": "100000000", "PLAYERS": f"bot:{bot} random"}
    job = start(command, env={**environment, **more}, stderr=subprocess.DEVNULL)
    # A deck is played when the bot has seen six games at two seats.
    wait(lambda: said.read_text().count('{"type":"end"') > 12 or job.poll() is not None)
    assert job.poll() is None
    os.killpg(job.pid, number)
    assert job.wait() != 0
    assert (tmp_path / "parts" / "0.json.new").exists()
    assert not (tmp_path / "parts" / "0.json").exists()


def test_the_commands_of_the_page(environment: dict[str, str], tmp_path: Path) -> None:
    page = (ROOT / "docs" / "CLUSTER.md").read_text().split("## Slurm and Kubernetes\n")[1]
    blocks = [block.split("```")[0] for block in page.split("```sh\n")[1:]]
    by_hand, _, with_script, _ = blocks
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block, file, games in ((by_hand, tmp_path / "whole.json", 6000), (with_script, None, 600)):
        done = subprocess.run(
            ["sh", "-euc", block], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"useful - standard: {games} games on {games // 6} decks of seed ")
        assert (file or Path(environment["PARTS"]) / "whole.json").exists()
