"""What `hule.ray` does before there is a cluster."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, RayCommand

ray = pytest.importorskip("ray")

import hule.ray  # noqa: E402
from hule.ray.ranges import Pace, Ranges  # noqa: E402
from hule.ray.state import State, StateError, contents  # noqa: E402

# ---------------------------------------------------------------- ranges and state


def test_ranges_are_what_is_not_done() -> None:
    assert list(iter(lambda: Ranges(0, 0).next(5), None)) == []
    todo = Ranges(10, 50, [(20, 25), (12, 14), (45, 60), (10, 11)])
    assert todo.left == 1 + 6 + 20
    taken = list(iter(lambda: todo.next(8), None))
    assert taken == [(11, 12), (14, 20), (25, 33), (33, 41), (41, 45)]
    assert todo.left == 0


def test_ranges_take_as_long_as_they_should() -> None:
    pace = Pace(5)
    assert pace.size(10**9, 2) == 1
    pace.note(1, 0.001)
    assert pace.size(10**9, 2) == 16
    for _ in range(20):
        size = pace.size(10**9, 2)
        pace.note(size, size / 1000)
    assert 4000 < pace.size(10**9, 2) < 6000
    assert pace.size(8000, 2) == 2000  # all processors have work at the end
    assert 200 < pace.size(10, 2) < 300  # the rest in one
    assert Pace(5).size(1, 1000) == 1


def test_a_state_survives_a_driver_that_was_killed(tmp_path: Path) -> None:
    plan = {"command": "batch", "seed": 1}
    state = State(tmp_path / "a", plan)
    state.add((0, 5), "one 和")
    state.add((5, 9), "two")
    with pytest.raises(StateError, match="in use"):
        State(tmp_path / "a", plan)
    state.close()
    file = tmp_path / "a" / "parts.jsonl"
    whole = file.read_bytes()
    broken = [b'{"first": 9, "end": 1', b'{"first": 9, "end": 12, "report": "x"}', b"\0\0\0", b"[1]\n", b"\xff\xfe\n"]
    broken += [b'{"first": 9, "end": 12, "report": 5}\n', b'{"first": "a", "end": 12, "report": "x"}\n']
    for half in broken:
        file.write_bytes(whole + half)
        state = State(tmp_path / "a", plan)
        assert state.parts == [((0, 5), "one 和"), ((5, 9), "two")]
        state.add((9, 12), "three")
        state.close()
        assert len(State(tmp_path / "a", plan).parts) == 3
        file.write_bytes(whole)
    with pytest.raises(StateError, match="a different command"):
        State(tmp_path / "a", {**plan, "seed": 2})
    first = State(tmp_path / "a", plan)
    with pytest.raises(StateError, match="in use by another run"):
        State(tmp_path / "a", plan)
    with pytest.raises(StateError, match="a different command"):
        State(tmp_path / "a", {**plan, "seed": 2})
    first.close()
    (tmp_path / "a" / "mine.txt").write_text("x")
    State(tmp_path / "a", plan).remove()
    assert [file.name for file in (tmp_path / "a").iterdir()] == ["mine.txt"], "what others wrote stays"
    (tmp_path / "a" / "mine.txt").unlink()
    State(tmp_path / "a", plan).remove()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"parts.jsonl": b'{"my": "data"}'}, "parts.jsonl is not a file of hule"),
        ({"plan.json": b"{}"}, "plan.json is of a different command"),
        ({"plan.json": b"\xa2"}, "plan.json is of a different command"),
        ({"plan.json/x": b""}, "cannot be used for what is done: Is a directory"),
        ({"parts.jsonl/x": b""}, "cannot be used for what is done: Is a directory|not a file of hule"),
    ],
    ids=str,
)
def test_a_state_leaves_what_belongs_to_others(tmp_path: Path, files: dict[str, bytes], sentence: str) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with pytest.raises(StateError, match=sentence):
        State(tmp_path, {"command": "batch"})
    found = {str(file.relative_to(tmp_path)): file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert found == files


def test_a_state_needs_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StateError, match="file cannot be used for what is done: File exists"):
        State(tmp_path / "file", {"command": "batch"})


def test_players_are_what_their_files_contain(tmp_path: Path) -> None:
    network, program = tmp_path / "a.onnx", tmp_path / "bot.py"
    network.write_bytes(b"one")
    program.write_text("one")
    players = [f"net:{network}", f"bot:python3 {program} --fast", "useful", object()]
    before = contents(players)
    assert {str(network), str(program)} <= before.keys()
    assert contents(players) == before
    network.write_bytes(b"two")
    assert contents(players)[str(network)] != before[str(network)]
    assert contents(["useful", "net", "net:no such file"]) == {}


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["batch", "-n", "0"], "expected at least one game"),
        (["batch", "-n", "many"], "many"),
        (["batch", "--first", "-1"], "-1"),
        (["batch", "--parquet", "x"], "not available on a cluster; use python -m hule.ray dataset"),
        (["batch", "--logs", "x"], "use hule batch --logs on one machine"),
        (["batch", "-j", "x"], "'x': expected a number of processors, at least 1"),
        (["batch", "-n", "6", "useful"], "unrecognized arguments: useful"),
        (["arena", "useful", "-n", "6", "standard", "--best"], "--best"),
        (["arena", "useful", "-n", "6", "best"], "`best` is not a player"),
        (["arena", "useful", "bot:/no/such/program"], "/no/such/program"),
        (["arena", "useful"], "1 player is given"),
        (["arena", "useful", "best"], "`best` is not a player"),
        (["arena", "useful", "net:none.onnx"], "none.onnx"),
        (["arena", "standard", "standard", "standard", "standard", "--sprt"], "all players are the same"),
        (["arena", "useful", "standard", "--sprt=1,0"], "1,0"),
        (["arena", "useful", "standard", "--move-time", "-1"], "-1"),
        (["round-robin", "useful"], "1 player is given"),
        (["dataset", "here", "--rows", "decisions", "--players", "best"], "`best` is not a player"),
        (["dataset", "here", "--players", "useful"], "only for decisions"),
        (["dataset", "here", "--part", "0"], "expected at least one game"),
        (["dataset", "here", "--part", "abc"], "argument --part: 'abc': expected a number such as 5000, 20k"),
        (["dataset", "here", "-n", "18446744073709551615", "--part", "1"], "at most 1000000 are possible"),
        (["dataset", ""], "expected a folder or a URL"),
        (["batch", "--state", ""], "expected a folder"),
        (["batch", "-j", "\u0663"], "expected a number of processors"),
        (["dataset", "no-scheme://x"], "no-scheme"),
        (["dataset", str(ROOT / "python")], "has other files"),
        (["dataset", str(ROOT / "README.md")], "is not a folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_wrong_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ray_command: RayCommand, arguments: list[str], sentence: str
) -> None:
    # There is no such cluster, so nothing can have started.
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    status, out, said = ray_command(*arguments)
    # As by the command, a file that cannot be read is another status.
    assert (status, out) == (1 if sentence in ("none.onnx", "/no/such/program") else 2, "")
    assert sentence in said
    assert list(tmp_path.iterdir()) == []


def test_it_refuses_in_chinese(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hule.ray", "--lang", "zh", "arena", "useful"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "给出了 1 名玩家" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:1", "garbage"])
def test_a_cluster_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ray_command: RayCommand, address: str
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    status, out, said = ray_command("batch", "-n", "10")
    assert (status, out) == (1, "")
    assert f"hule: RAY_ADDRESS={address}: no Ray cluster can be joined there: " in said
    assert "goes on" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["useful"], {}, "1 players are given"),
        (["useful", "best"], {}, "`best` is not a player"),
        (["useful", "bot:/no/such/program"], {}, "/no/such/program"),
        (["useful", object()], {}, "an object with a method choose"),
        (["useful", "standard"], {"sprt": (1, 0)}, "the lower first"),
        (["useful", "standard"], {"games": 0}, "expected at least one game"),
        (["useful", "standard"], {"first": 2**64 - 2}, "below 2"),
        (["useful", "standard"], {"cpus": 0}, "at least one processor"),
        (["useful", "standard"], {"cpus": 0.5}, "cannot be interpreted as an integer"),
        (["useful", "standard"], {"games": "x"}, "cannot be interpreted as an integer"),
        (["useful", "standard"], {"seed": 1.5}, "cannot be interpreted as an integer"),
        (["useful", "standard"], {"sprt": 1.5}, "sprt is 1.5; expected True or two numbers"),
        (["useful", "standard"], {"sprt": (1, 0, 2)}, "expected True or two numbers"),
        (["useful", "bot:true"], {"bot_options": ["--nope"]}, "--nope is not an option for bots"),
    ],
    ids=str,
)
def test_functions_refuse_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch, players: list[Any], options: dict[str, Any], sentence: str
) -> None:
    def start(_: object) -> None:
        raise AssertionError("a cluster is wanted")

    monkeypatch.setattr("hule.ray.many.connect", start)
    with pytest.raises((ValueError, TypeError), match=sentence):
        hule.ray.arena(*players, **options)


@pytest.mark.parametrize(
    ("n", "options", "sentence"),
    [
        (10, {"cpus": -1}, "at least one processor"),
        (10, {"cpus": 0}, "at least one processor"),
        (10, {"cpus": float("nan")}, "cannot be interpreted as an integer"),
        (1.5, {}, "cannot be interpreted as an integer"),
        (2**63, {"part": 1}, "at most 1000000 are possible"),
        (10, {"part": 0.5}, "cannot be interpreted as an integer"),
    ],
    ids=str,
)
def test_a_dataset_that_cannot_be_is_refused(tmp_path: Path, n: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError), match=sentence):
        hule.ray.dataset(tmp_path / "a", n, **options)
    assert list(tmp_path.iterdir()) == []


def test_the_page_has_all_commands() -> None:
    page = (ROOT / "docs" / "CLUSTER.md").read_text(encoding="utf-8")
    shown = [line.split()[3] for line in page.splitlines() if line.startswith("python -m hule.ray ")]
    assert set(shown) == {"batch", "arena", "round-robin", "dataset"}
