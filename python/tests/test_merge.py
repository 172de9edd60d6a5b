"""Parts of batches and arenas, merged; and what a command would do."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hule
from conftest import Command
from hule import _hule


def lines(players: list[str], decks: int, first: int, points: tuple[float, float] | None = None) -> str:
    report, text = _hule._arena(list(players), 6 * decks, 3, 1, points, False, None, first=first, part=True)
    assert text == ""
    return report


def without_speeds(text: str) -> list[str]:
    return [line.rpartition("  ")[0].rstrip() if line.startswith("  ") else line for line in text.splitlines()]


def test_an_arena_begins_at_any_deck(hule_command: Command) -> None:
    result = hule.arena("useful", "random", games=30, seed=2, first=7)
    assert (result.first, result.decks) == (7, 5)
    assert repr(result) == "<Arena: useful - random, 30 games on decks 7 to 11 of seed 2>"
    expected = hule_command("arena", "useful", "random", "-n", "30", "--seed", "2", "--first", "7", "--json")
    assert result.to_json() == expected
    with pytest.raises(ValueError, match=r"below 2\^64"):
        hule.arena("useful", "random", first=2**64 - 1)
    with pytest.raises(ValueError, match="counts the decks from 0"):
        hule.arena("useful", "random", first=1, sprt=True)


def test_parts_of_arenas_come_in_any_order() -> None:
    whole = hule.arena("useful", "standard", games=60, seed=3)
    cuts = [0, 1, 4, 5, 10]
    parts = [lines(["useful", "standard"], end - first, first) for first, end in itertools.pairwise(cuts)]
    for _ in range(5):
        random.Random(4).shuffle(parts)
        merged = _hule._Merged()
        assert not any(merged.add(part) for part in parts)
        report, text, csv = merged.report()
        assert report == whole.to_json()
        assert csv is None
        assert without_speeds(text) == without_speeds(str(whole))
        assert hule.Arena(report, text) == whole
    # What is merged is a report too.
    again = _hule._Merged()
    again.add(whole.to_json())
    assert again.report()[0] == whole.to_json()
    with pytest.raises(ValueError, match=r"^part 1 and part 2 both have deck 5$"):
        again.add(parts[0] if '"first":5' in parts[0] else next(part for part in parts if '"first":5' in part))
    gaps = _hule._Merged()
    gaps.add(lines(["useful", "standard"], 1, 3))
    gaps.add(lines(["useful", "standard"], 1, 0))
    with pytest.raises(ValueError, match=r"^decks 1 to 2 are missing between part 2 and part 1$"):
        gaps.report()
    with pytest.raises(ValueError, match="has the players useful - standard and part 3 has useful - random"):
        gaps.add(lines(["useful", "random"], 1, 1))


def test_players_in_python_merge_too() -> None:
    class Careful:
        def choose(self, view: hule.View, legal: Any) -> Any:  # noqa: ARG002
            return legal[0]

    whole = hule.arena(Careful, "standard", games=12)
    merged = _hule._Merged()
    for first in (1, 0):
        merged.add(hule.arena(Careful, "standard", games=6, first=first).to_json())
    report, text, _ = merged.report()
    assert report == whole.to_json()
    assert text.splitlines()[-1] == str(whole).splitlines()[-1] == "Careful is written in Python: another run may differ."


def test_a_sequential_test_is_decided_by_whoever_merges() -> None:
    whole = hule.arena("useful", "standard", seed=3, sprt=(0, 5))
    assert whole.sprt is not None
    assert whole.sprt.accepted == "H1"
    merged = _hule._Merged()
    decided = []
    for first in range(0, whole.decks + 60, 30):
        decided.append(merged.add(lines(["useful", "standard"], 30, first, (0.0, 5.0))))
    last = (whole.decks - 1) // 30
    assert decided == [number >= last for number in range(len(decided))]
    report, text, _ = merged.report()
    assert report == whole.to_json()
    assert "H1 accepted" in text
    order = _hule._Merged()
    order.add(lines(["useful", "standard"], 2, 2, (0.0, 5.0)))
    for first, sentence in (
        (0, "part 2, report 1 has deck 0, which comes before part 1, report 2"),
        (5, "deck 4 is missing"),
    ):
        with pytest.raises(ValueError, match=sentence):
            order.add(lines(["useful", "standard"], 2, first, (0.0, 5.0)))
        order = _hule._Merged()
        order.add(lines(["useful", "standard"], 2, 2, (0.0, 5.0)))


def test_batches_merge_as_by_the_command(hule_command: Command, tmp_path: Path) -> None:
    csv_file = tmp_path / "whole.csv"
    hule_command("batch", "-n", "300", "--csv", str(csv_file))
    merged = _hule._Merged()
    with pytest.raises(ValueError, match="there are no reports"):
        merged.report()
    for first in (200, 0, 100):
        assert merged.add(hule.batch(100, first=first).to_json()) is False
    whole = hule.batch(300)
    assert merged.report() == (whole.to_json(), str(whole), csv_file.read_text())
    with pytest.raises(ValueError, match="part 3 is a report of hule batch and part 4 is one of hule arena"):
        merged.add(hule.arena("useful", "random", games=6).to_json())
    for wrong in ("", "{}", "[]", "x", whole.to_json().replace('"games": 300', '"games": 18446744073709551615')):
        with pytest.raises(ValueError, match=r"^part 1: "):
            _hule._Merged().add(wrong)


def plan(*arguments: str) -> dict[str, Any]:
    planned = _hule._plan(["hule", *arguments])
    assert isinstance(planned, str)
    data: dict[str, Any] = json.loads(planned)
    return data


def test_a_plan_says_what_a_command_would_do(tmp_path: Path) -> None:
    assert plan("arena", "useful", "search:time=5ms,samples=9") == {
        "command": "arena",
        "players": ["useful", "search:time=5ms,samples=9"],
        "games_a_deck": 6,
        "decks": 667,
        "seed": 0,
        "first": 0,
        "sprt": None,
        "round_robin": False,
        "json": False,
        "html": None,
        "has_bots": False,
        "bot_options": ["--move-time", "1", "--start-time", "10"],
        "language": "en",
    }
    tested = plan("arena", "useful", "standard", "--sprt=-0.1,0.7", "--json", "--lang", "en")
    assert (tested["sprt"], tested["decks"], tested["json"]) == ([-0.1, 0.7], 166_667, True)
    errors = tmp_path / "errors"
    bot = f"bot:'{sys.executable}' -c 'input()'"
    options = ["--move-time", "0.05", "--start-time", "3", "--strict", "--bot-errors", str(errors)]
    rated = plan("arena", bot, "standard", "random", "--round-robin", "-n", "1", "--seed", "7", "--first", "5", *options)
    assert (rated["players"][0], rated["games_a_deck"], rated["decks"], rated["first"]) == (bot, 18, 1, 5)
    assert (rated["has_bots"], rated["bot_options"], rated["round_robin"]) == (True, options, True)
    file = tmp_path / "b.json"
    assert plan("batch", "-n", "5k", "--first", "3", "--json", str(file), "--csv", "-") == {
        "command": "batch",
        "games": 5000,
        "seed": 0,
        "first": 3,
        "json": str(file),
        "csv": "-",
        "html": None,
        "parquet": None,
        "logs": None,
        "language": "en",
    }
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["arena", "useful"], 2, "1 player is given; expected at least two"),
        (["arena", "useful", "best"], 2, "`best` is not a player"),
        (["arena", "useful", "standard", "--wrong"], 2, "--wrong"),
        (["arena", "useful", "standard", "-n", "0"], 2, "expected at least one game"),
        (["arena", "useful", "standard", "--sprt", "--round-robin"], 2, "--round-robin"),
        (["arena", "useful", "net:no.onnx"], 1, "no.onnx: there is no such file"),
        (["arena", "useful", "bot:/no/such/program"], 1, "/no/such/program"),
        (["batch", "-n", "0"], 2, "expected at least one game"),
        (["batch", "--json", "/no/such/folder/x"], 1, "/no/such/folder"),
        (["batch", "--json", "a", "--csv", "./a"], 2, "two exports would go to one file"),
        (["run"], 2, "expected hule batch or hule arena"),
        ([], 2, "Usage"),
    ],
)
def test_a_plan_refuses_what_the_command_refuses(arguments: list[str], status: int, sentence: str, tmp_path: Path) -> None:
    program = "import sys; from hule import _hule; sys.exit(_hule._plan(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "hule", "--lang", "en", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (status, "")
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []
