"""Learners that need PyTorch, for some seconds each: ./test learners."""

from __future__ import annotations

import importlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import hule.env
from conftest import ROOT, Start

pytest.importorskip("torch", reason="PyTorch is not installed")


def test_ppo_learns() -> None:
    program = str(ROOT / "python" / "examples" / "ppo.py")
    command = [sys.executable, program, "--decisions", "100000", "--games", "1000"]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    match = re.search(r"won (\d+) of 1000 fresh games", result.stdout)
    assert match is not None
    # At random it wins less than one game in a thousand.
    assert int(match[1]) > 50


def test_an_agent_is_played_from_a_file(tmp_path: Path) -> None:
    pytest.importorskip("onnxscript", reason="onnxscript is not installed")
    examples = ROOT / "python" / "examples"

    def run(program: str, *arguments: str) -> str:
        command = [sys.executable, str(examples / program), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path).stdout

    run("ppo.py", "--decisions", "60000", "--games", "100", "--save", "agent.pt")
    printed = run("export_onnx.py", "agent.pt", "mine.onnx", "--games", "400")
    match = re.search(r"the chances differ by (\S+) at most", printed)
    assert match is not None
    assert float(match[1]) < 1e-4
    # One of two seats in an arena of the command; at random it wins less than one game in a thousand.
    report = subprocess.run(
        [sys.executable, "-m", "hule", "arena", "net:mine.onnx", "standard", "standard", "standard", "-n", "400", "--json"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    shares = json.loads(report.stdout)["matches"][0]["shares"]
    assert shares[0]["value"] > 0.05
    assert f"{100 * shares[0]['value']:.2f}" in printed


def test_maskable_ppo_learns_on_a_single_seat() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    env = gymnasium.make(hule.env.ID, observation="basic", reward="distance", illegal="raise", opponents="random")
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, learning_rate=1e-3, seed=1)
    model.learn(6_000)
    assert len(model.ep_info_buffer) > 20
    seen, info = env.reset(seed=7)
    ended = False
    while not ended:
        action, _ = model.predict(seen, action_masks=info["action_mask"])
        assert info["action_mask"][action] == 1
        seen, _, ended, _, info = env.step(action)


# ------------------------------------------------------------------ python/train

TRAIN = ROOT / "python" / "train"
SMALL = ["--widths", "40,38", "--critic", "8", "--games", "24", "--steps", "8", "--batch", "64", "--test-games", "16"]


def part(name: str) -> Any:
    """A module of the training."""
    if str(TRAIN) not in sys.path:
        sys.path.insert(0, str(TRAIN))
    return importlib.import_module(name)


def plan(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> Any:
    monkeypatch.setattr(sys, "argv", ["train", *map(str, arguments)])
    found, _ = part("options").options()
    return found


def weights(learner: Any) -> list[Any]:
    return [value.clone() for value in learner.player.state_dict().values()]


def same(one: list[Any], other: list[Any]) -> bool:
    return all(bool((left == right).all()) for left, right in zip(one, other, strict=True))


def test_a_course_on_two_cores_is_better_than_useful(tmp_path: Path) -> None:
    command = [sys.executable, str(TRAIN), "--out", str(tmp_path), "--opponents", "standard", "--final-games", "0"]
    subprocess.run([*command, "--decisions", "1800000", "--test-every", "600"], check=True, stdout=subprocess.DEVNULL)
    command = [sys.executable, str(TRAIN / "measure.py"), str(tmp_path / "average.pt"), "--games", "20000"]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    match = re.search(r"network minus useful: \+([\d.]+) ± ([\d.]+) points", result.stdout)
    assert match is not None, result.stdout
    assert float(match[1]) > float(match[2]), result.stdout
    match = re.search(r"choose alike in ([\d.]+)%", result.stdout)
    assert match is not None
    assert float(match[1]) > 97
    # The library reads what was exported.
    arena = hule.arena(f"net:{tmp_path / 'net.bin'}", "standard", "standard", "standard", games=4000, seed=1)
    assert arena.entrants[0].share.value > 0.32


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--opponents", "nobody"], "`nobody` is not a player"),
        (["--opponents", "standard=-1"], "-1 is no share"),
        (["--opponents", "standard=x"], "x"),
        (["--opponents", "standard+useful"], "are 2 players"),
        (["--opponents", ""], "is not a player"),
        (["--widths", "64,0"], "expected widths from 1"),
        (["--widths", "64,many"], "--widths"),
        (["--widths", "none"], "at least one layer"),
        (["--widths", "64,64"], "cannot say: choose other --widths, or a --student"),
        (["--student", "2048"], "widths up to 1024: choose other --student"),
        (["--widths", "64,20", "--nearest", "1"], "needs widths of at least 37"),
        (["--games", "-1"], "expected a whole number of at least 1"),
        (["--games", "2", "--opponents", "standard,useful,itself"], "at least one for each of the 3"),
        (["--seconds", "nan"], "expected a number"),
        (["--rates", "0"], "expected a number"),
        (["--rates", "1e-3,2"], "from 1e-09 to 1"),
        (["--student-from", "1"], "from 0 to 0.999"),
        (["--device", "toaster"], "toaster"),
    ],
)
def test_absurd_options_are_refused_at_once(
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    with pytest.raises(SystemExit):
        plan(monkeypatch, "--out", tmp_path / "new", *arguments)
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_a_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit):
        plan(monkeypatch, "--out", tmp_path / "file")
    assert "is not a folder" in capsys.readouterr().err


@pytest.mark.parametrize("opponents", ["standard", "standard=3,itself=1,useful+random+standard=0.1"])
def test_a_course_repeats_itself_and_goes_on(opponents: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    learn = part("learn")
    whole = [
        learn.learn(plan(monkeypatch, "--out", tmp_path / name, *SMALL, "--decisions", 1000, "--opponents", opponents))
        for name in ("one", "two")
    ]
    assert whole[0].decisions >= 1000
    assert same(*map(weights, whole))

    def stopped(name: str) -> Any:
        """A run that is stopped in its third update, and another."""
        options = plan(monkeypatch, "--out", tmp_path / name, *SMALL, "--decisions", 1000, "--opponents", opponents)
        update, left = learn.update, [2]

        def ends(*arguments: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return update(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(learn, "update", ends)
            with pytest.raises(KeyboardInterrupt):
                learn.learn(options)
        assert (tmp_path / name / "checkpoint.pt").exists()
        learner = learn.learn(options)
        assert learner.runs == 1
        return learner

    parts = [stopped("three"), stopped("four")]
    assert same(*map(weights, parts))
    # The decks of the second run are others.
    assert not same(weights(parts[0]), weights(whole[0]))
    assert parts[0].decisions == whole[0].decisions


def test_a_course_goes_on_from_the_small_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    learn = part("learn")
    options = [*SMALL, "--opponents", "standard", "--student", "39"]
    first = learn.learn(plan(monkeypatch, "--out", tmp_path, *options, "--decisions", 600))
    (tmp_path / "checkpoint.pt").unlink()
    longer = plan(monkeypatch, "--out", tmp_path, *options, "--decisions", 900)
    assert learn.learn(longer).decisions > first.decisions
    for wrong in (["--widths", "41"], ["--opponents", "standard,useful"], ["--student", "45"]):
        with pytest.raises(SystemExit, match="other networks"):
            learn.learn(plan(monkeypatch, "--out", tmp_path, *options, *wrong, "--decisions", 2000))
    (tmp_path / "checkpoint.pt").write_bytes(b"x")
    with pytest.raises(SystemExit, match="cannot be read"):
        learn.learn(longer)


def test_ctrl_c_saves_the_course(tmp_path: Path, start: Start) -> None:
    command = [sys.executable, str(TRAIN), "--out", str(tmp_path), "--decisions", "1000000000"]
    running = start([*command, "--opponents", "standard", *SMALL], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert "decisions:" in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate()
    assert running.returncode == 130
    assert errors == f"stopped; the same command goes on from {tmp_path / 'checkpoint.pt'}\n"
    assert (tmp_path / "checkpoint.pt").exists()


def test_whole_numbers_choose_as_the_network_does() -> None:
    export, measure, networks, torch = part("export"), part("measure"), part("networks"), part("torch")
    torch.manual_seed(1)
    player = networks.Player([64, 48])
    # A network that has an opinion of its own.
    player.bonus, player.actions.weight.data = 1.0, 10 * player.actions.weight.data
    whole, floating = export.quantized(player), measure.greedy(player, torch.device("cpu"))
    env = hule.VectorEnv(512, observation="deep", seat="all", threads=1)
    env.reset(seed=5)
    alike: list[bool] = []
    for _ in range(20):
        actions = floating(env.observations, env.masks)
        alike += list(actions == whole.actions(env.observations, env.masks))
        env.step(actions)
    assert np.mean(alike) > 0.97
    content = whole.bytes()
    assert content[:8] == b"hule-net"
    assert len(content) > sum(layer.weights.size for layer in whole.layers)
