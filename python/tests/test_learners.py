"""Learners that need PyTorch, for some seconds each: ./test learners."""

from __future__ import annotations

import re
import subprocess
import sys

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
