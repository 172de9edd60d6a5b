"""Learners that need PyTorch, for some seconds each: ./test learners."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import pytest

import hule.env
from conftest import ROOT

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
