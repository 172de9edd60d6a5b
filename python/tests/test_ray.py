"""The same results on a cluster, whatever is lost on the way. The cluster is real: some nodes on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.dataset as pads
import pytest

import hule
from conftest import ROOT, Command
from full_disk import FullDisk
from hule import observation

ray = pytest.importorskip("ray")

import hule.ray  # noqa: E402
from hule.ray.dataset import MANIFEST, TEMPORARY, Place  # noqa: E402
from hule.ray.ranges import Pace, Ranges  # noqa: E402
from hule.ray.state import VERSION, State, StateError, contents  # noqa: E402

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000}
T = TypeVar("T")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two nodes with a processor each."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["PYTHONPATH"] = str(ROOT / "python" / "tests")  # The workers import from it too.
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    cluster.add_node(**NODE)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


class Driver:
    """``python -m hule.ray`` on the cluster, in a process of its own."""

    def __init__(self, cluster: Any, folder: Path, *arguments: str, stdout: Any = subprocess.PIPE) -> None:
        self.folder = folder
        environment = {**os.environ, "RAY_ADDRESS": cluster.address, "LC_ALL": "C"}
        command = [sys.executable, "-m", "hule.ray", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True
        )

    def end(self) -> tuple[int, str, str]:
        """The exit status, and what it printed."""
        out, said = self.process.communicate(timeout=300)
        return self.process.returncode, out, said

    def parts(self) -> int:
        """How many parts are done."""
        return sum(file.read_text().count("\n") for file in self.folder.glob(".hule-ray/*/parts.jsonl"))

    def wait_for_parts(self, count: int) -> None:
        """Waits until so many are done, but not all."""
        wait(lambda: self.parts() >= count or self.process.poll() is not None)
        assert self.process.poll() is None, self.end()


def wait(until: Callable[[], T]) -> T:
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + 120
    while not (answer := until()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return answer


def workers(*nodes: Any) -> list[int]:
    """The processes that play on these nodes."""
    managers = {node.all_processes["raylet"][0].process.pid for node in nodes}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command, status = (folder / "cmdline").read_bytes(), (folder / "stat").read_text()
        except OSError:
            continue
        parent = int(status.rpartition(")")[2].split()[1])
        if command.startswith(b"ray::timed") and parent in managers:
            found.append(int(folder.name))
    return found


class Background(threading.Thread):
    """Plays while the test breaks things."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work, self.result = work, None
        self.start()

    def run(self) -> None:
        self.result = self.work()

    def get(self) -> Any:
        """What came of it."""
        self.join(300)
        assert not self.is_alive()
        return self.result


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


def test_the_report_may_lie_in_the_folder_of_the_state(cluster: Any, tmp_path: Path) -> None:
    expected = hule.batch(10).to_json()
    (tmp_path / "out").mkdir()
    for names in (["whole.json", "parts.html"], ["parts.jsonl", "x"], ["plan.json", "x"]):
        results = [f"--json=out/{names[0]}", f"--html=out/{names[1]}"]
        status, _, said = Driver(cluster, tmp_path, "batch", "-n", "10", "--state", "out", *results).end()
        if names[0] == "whole.json":
            assert status == 0, said
        else:
            assert (status, "is a file of the state" in said) == (2, True), said
        assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["parts.html", "whole.json"]
    assert (tmp_path / "out" / "whole.json").read_text() == expected


def test_a_result_that_cannot_be_written_is_kept(cluster: Any, tmp_path: Path) -> None:
    for arguments in (["batch", "-n", "10"], ["arena", "useful", "standard", "-n", "6", "--json"]):
        with open("/dev/full", "w") as full:
            status, _, said = Driver(cluster, tmp_path, *arguments, stdout=full).end()
        assert status == 1
        assert "standard output: No space left on device" in said
        assert "the same command goes on from there" in said


@pytest.mark.parametrize("address", ["127.0.0.1:1", "garbage"])
def test_a_cluster_that_is_not_there(tmp_path: Path, address: str) -> None:
    command = [sys.executable, "-m", "hule.ray", "batch", "-n", "10"]
    environment = {**os.environ, "RAY_ADDRESS": address, "LC_ALL": "C"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"hule: RAY_ADDRESS={address}: no Ray cluster can be joined there: " in done.stderr
    assert "goes on" not in done.stderr
    assert list(tmp_path.iterdir()) == []


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


# ---------------------------------------------------------------- the same results


def test_a_batch_is_the_same(cluster: Any, tmp_path: Path, hule_command: Command) -> None:
    assert hule.ray.batch(70_000, seed=3, first=1000) == hule.batch(70_000, seed=3, first=1000)
    options = ["batch", "-n", "30k", "--seed", "7", "--first", "5"]
    kinds = ("json", "csv", "html")
    files = [f"--{kind}=a.{kind}" for kind in kinds]
    status, out, said = Driver(cluster, tmp_path, *options, *files).end()
    expected = hule_command(*options, *(f"--{kind}={tmp_path}/b.{kind}" for kind in kinds))
    assert (status, out) == (0, expected), said
    assert "30000 games in " in said
    for kind in kinds:
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    assert not (tmp_path / ".hule-ray").exists()


def test_without_an_address_there_is_a_cluster_on_this_machine(tmp_path: Path, hule_command: Command) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"} | {"LC_ALL": "C"}
    command = [sys.executable, "-m", "hule.ray", "batch", "-n", "2000", "-j", "1"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == hule_command("batch", "-n", "2000")


def test_workers_on_this_machine_have_the_priority_of_the_command() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    program = """
import os, ray
from hule.ray.cluster import connect
connect()
print(os.nice(0), ray.get(ray.remote(lambda: os.nice(0)).remote()))
"""
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    here, there = done.stdout.split()
    assert here == there


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "useful", "standard", "-n", "600", "--seed", "4"],
        ["arena", "random", "standard", "useful", "random", "-n", "401", "--first", "9"],
        ["round-robin", "random", "standard", "useful", "-n", "400"],
        ["arena", "useful", "random", "--sprt=0,5"],
        ["arena", "standard", "useful", "--sprt", "--seed", "2", "-n", "3k"],
    ],
    ids=" ".join,
)
def test_an_arena_is_the_same(cluster: Any, tmp_path: Path, hule_command: Command, arguments: list[str]) -> None:
    status, out, said = Driver(cluster, tmp_path, *arguments, "--json", "--html=a.html").end()
    if arguments[0] == "round-robin":
        arguments = ["arena", "--round-robin", *arguments[1:]]
    assert (status, out) == (0, hule_command(*arguments, "--json", f"--html={tmp_path}/b.html")), said
    assert json.loads(out)["decks"] > 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_report_for_people_differs_in_the_speed_alone(cluster: Any, tmp_path: Path, hule_command: Command) -> None:
    arguments = ["arena", "useful", "standard", "-n", "300"]
    status, out, _ = Driver(cluster, tmp_path, *arguments).end()
    assert status == 0

    def rows(text: str) -> list[list[str]]:
        found = [line.split() for line in text.splitlines()]
        return [row[:-1] if len(row) == 7 and row[-1].isdigit() else row for row in found]

    assert rows(out) == rows(hule_command(*arguments))


@pytest.mark.usefixtures("cluster")
def test_players_in_python_travel() -> None:
    class Second:
        """A player that takes the second legal action. (Classes of modules have to be importable on the workers.)"""

        def choose(self, _view: hule.View, legal: list[hule.Action]) -> hule.Action:
            return legal[min(1, len(legal) - 1)]

    expected = hule.arena(Second, "standard", games=60)
    assert hule.ray.arena(Second, "standard", games=60).to_json() == expected.to_json()

    class Wrong:
        def choose(self, _view: hule.View, _legal: list[hule.Action]) -> hule.Action:
            raise RuntimeError("on purpose")

    with pytest.raises(hule.PlayerError, match="on purpose"):
        hule.ray.arena(Wrong, "standard", games=6)


def test_bots_run_on_the_workers(cluster: Any, tmp_path: Path) -> None:
    bot = f"bot:{sys.executable} -m hule bot useful"
    status, out, said = Driver(cluster, tmp_path, "arena", bot, "standard", "-n", "60", "--json", "--strict").end()
    assert status == 0, said
    report = json.loads(out)
    expected = hule.arena("useful", "standard", games=60).to_dict()
    assert report["matches"][0]["totals"] == expected["matches"][0]["totals"]
    assert report["bots"]["entrants"][0]["forfeited"] == {"late": 0, "illegal": 0, "garbled": 0, "gone": 0}

    # Each range has a folder for what its bots say.
    talks = f"bot:{sys.executable} -c 'import sys; print(5, file=sys.stderr)'"
    Driver(cluster, tmp_path, "arena", talks, "standard", "-n", "6", "--bot-errors", "said").end()
    assert list((tmp_path / "said" / "0").iterdir())

    # The limits are those of the command.
    slow = f"bot:{sys.executable} -c 'import time; time.sleep(60)'"
    limits = ["--start-time", "0.2", "--move-time", "0.2"]
    status, out, said = Driver(cluster, tmp_path, "arena", slow, "standard", "-n", "6", "--json", *limits).end()
    assert status == 0, said
    assert json.loads(out)["bots"]["entrants"][0]["forfeited"]["gone"] > 0

    status, out, said = Driver(cluster, tmp_path, "arena", "bot:no-such-program", "standard").end()
    assert (status, out) == (1, "")
    assert "no-such-program" in said
    assert "Traceback" not in said


# ---------------------------------------------------------------- what is lost


def test_workers_and_nodes_may_die(cluster: Any) -> None:
    class Slow:
        """A player that gives the test time to break things."""

        seconds = 0.0

        def choose(self, _view: hule.View, legal: list[hule.Action]) -> hule.Action:
            time.sleep(self.seconds)
            return legal[0]

    expected = hule.arena(Slow, "standard", games=240, seed=1)
    Slow.seconds = 0.005
    node = cluster.add_node(**NODE)
    playing = Background(lambda: hule.ray.arena(Slow, "standard", games=240, seed=1))
    for broken in (lambda pid: os.kill(pid, signal.SIGKILL), lambda _: cluster.remove_node(node, allow_graceful=False)):
        wait(lambda: workers(node))
        time.sleep(0.3)  # Something is to be lost.
        pid, *_ = wait(lambda: workers(node))
        assert playing.is_alive()
        broken(pid)
    assert playing.get().to_json() == expected.to_json()


def test_a_driver_may_be_killed(cluster: Any, tmp_path: Path, hule_command: Command) -> None:
    arguments = ["arena", "useful", "standard", "-n", "60k", "--seed", "8", "--json"]
    for parts in (2, 6):
        driver = Driver(cluster, tmp_path, *arguments)
        driver.wait_for_parts(parts)
        driver.process.kill()
        driver.end()
    done = driver.parts()
    # Another command has another state.
    assert Driver(cluster, tmp_path, "arena", "useful", "standard", "-n", "6").end()[0] == 0
    assert driver.parts() == done
    status, out, said = Driver(cluster, tmp_path, *arguments).end()
    assert (status, out) == (0, hule_command(*arguments))
    assert "decks were done before" in said
    assert not (tmp_path / ".hule-ray").exists()


def test_ctrl_c_says_how_to_go_on(cluster: Any, tmp_path: Path) -> None:
    # A test that takes 54,875 decks, some seconds.
    arguments = ["arena", "useful", "standard", "--sprt=10,10.2", "-n", "3M", "--json"]
    driver = Driver(cluster, tmp_path, *arguments)
    driver.wait_for_parts(2)
    driver.process.send_signal(signal.SIGINT)
    status, out, said = driver.end()
    assert (status, out) == (4, ""), said
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    wait(lambda: not workers(*cluster.list_all_nodes()))
    status, out, said = Driver(cluster, tmp_path, *arguments).end()
    assert status == 0, said
    expected = hule.arena("useful", "standard", games=3_000_000, sprt=(10, 10.2))
    assert out == expected.to_json()


# ---------------------------------------------------------------- datasets


@pytest.mark.usefixtures("cluster")
def test_a_dataset_of_games_can_be_read_by_all(tmp_path: Path) -> None:
    where = tmp_path / "games"
    manifest = hule.ray.dataset(where, 2500, seed=5, first=10, part=1000)
    assert [(part["first"], part["games"], part["rows"]) for part in manifest["parts"]] == [
        (10, 1000, 1000),
        (1010, 1000, 1000),
        (2010, 500, 500),
    ]
    assert json.loads((where / MANIFEST).read_text()) == manifest
    assert manifest["complete"]
    expected = pa.table(hule.batch(2500, seed=5, first=10, rows=True))
    assert pads.dataset(where).to_table().equals(expected)
    assert pl.read_parquet(where / "*.parquet").to_arrow().num_rows == 2500
    counted = duckdb.execute(f"SELECT outcome, count(*) FROM '{where}/*.parquet' GROUP BY outcome").fetchall()
    assert dict(counted) == {
        pair["values"]: pair["counts"] for pair in expected["outcome"].combine_chunks().value_counts().to_pylist()
    }
    read = ray.data.read_parquet(str(where))
    assert read.count() == 2500
    assert read.sum("game") == sum(range(10, 2510))
    # A second call has nothing to do.
    times = {file: file.stat().st_mtime_ns for file in where.glob("*.parquet")}
    assert hule.ray.dataset(where, 2500, seed=5, first=10, part=1000) == manifest
    assert times == {file: file.stat().st_mtime_ns for file in where.glob("*.parquet")}


@pytest.mark.usefixtures("cluster")
def test_a_dataset_of_decisions_is_what_learners_read(tmp_path: Path) -> None:
    where = f"file://{tmp_path}/decisions"
    players = ["useful", "standard"]
    hule.ray.dataset(where, 150, rows="decisions", players=players, observation="full", seed=2, part=70)
    table = pads.dataset(tmp_path / "decisions").to_table()
    assert table.equals(pa.table(hule.decisions(150, players=players, observation="full", seed=2)))
    batch = ray.data.read_parquet(f"{tmp_path}/decisions").take_batch(64)
    observations, legal = np.stack(batch["observation"]), np.stack(batch["legal"])
    assert observations.shape == (64, observation.length("full"))
    assert legal.shape == (64, observation.ACTIONS)
    assert legal[np.arange(64), batch["action"]].all()
    # The decisions are those of the games.
    rows = table.to_pylist()
    for game in (0, 149):
        replay = hule.play(hule.Deck.seeded(2, game), players)
        for seat in "ABCD":
            own = [row for row in rows if row["game"] == game and row["seat"] == seat]
            assert all(row["won"] == (replay.outcome.winner == hule.Seat(seat)) for row in own)


def test_a_part_is_there_whole_or_not_at_all(cluster: Any, tmp_path: Path) -> None:
    where = tmp_path / "games"
    arguments = ["dataset", str(where), "-n", "900k", "--part", "50k"]
    driver = Driver(cluster, tmp_path, *arguments)
    wait(lambda: len(list(where.glob("*.parquet"))) >= 3)
    driver.process.kill()
    driver.end()
    wait(lambda: not workers(*cluster.list_all_nodes()))
    done = {file: file.read_bytes() for file in where.glob("*.parquet")}
    assert 3 <= len(done) < 18
    assert pads.dataset(list(map(str, done))).count_rows() == 50_000 * len(done)
    assert not json.loads((where / MANIFEST).read_text())["complete"]
    times = {file: file.stat().st_mtime_ns for file in done}
    status, out, said = Driver(cluster, tmp_path, *arguments).end()
    assert (status, out.startswith(f"{where}: 900000 rows of 900000 games in 18 files")) == (0, True), said
    assert times == {file: file.stat().st_mtime_ns for file in done}
    assert pads.dataset(where).to_table(columns=["game"])["game"].to_pylist() == list(range(900_000))
    assert not (where / TEMPORARY).exists()


@pytest.mark.usefixtures("cluster")
def test_a_full_disk_costs_a_range(tmp_path: Path) -> None:
    disk = FullDisk(str(tmp_path / "counter"))
    hule.ray.dataset(tmp_path / "games", 3000, part=1000, filesystem=disk)
    assert (tmp_path / "counter").stat().st_size == 5 + 3
    assert pads.dataset(tmp_path / "games").count_rows() == 3000


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
        (["--lang", "zh", "arena", "useful"], "给出了 1 名玩家"),
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
def test_what_is_wrong_is_refused_before_anything_starts(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    # There is no such cluster, so nothing can have started.
    environment = {**os.environ, "RAY_ADDRESS": "127.0.0.1:1", "LC_ALL": "C"}
    command = [sys.executable, "-m", "hule.ray", *arguments]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    # As by the command, a file that cannot be read is another status.
    assert (done.returncode, done.stdout) == (1 if sentence in ("none.onnx", "/no/such/program") else 2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
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


@pytest.mark.usefixtures("cluster")
def test_progress_is_shown_and_leaves_out_what_was_done_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = {"hule": VERSION, "command": "batch", "games": 300, "seed": 1, "first": 0}
    state = State(tmp_path / "state", plan)
    state.add((0, 200), hule.batch(200, seed=1).to_json())
    state.close()
    begun: list[int] = []
    monkeypatch.setattr("tqdm.auto.tqdm.update", lambda bar, _: begun.append(bar.initial))
    whole = hule.ray.batch(300, seed=1, state=tmp_path / "state", progress=True)
    assert whole.to_json() == hule.batch(300, seed=1).to_json()
    assert set(begun) == {200}
    assert "games" in capsys.readouterr().err


@pytest.mark.usefixtures("cluster")
def test_a_dataset_is_not_mixed_with_another(tmp_path: Path) -> None:
    hule.ray.dataset(tmp_path / "a", 10, part=5)
    with pytest.raises(hule.ray.DatasetError, match="another dataset"):
        hule.ray.dataset(tmp_path / "a", 10, part=5, seed=1)
    hule.ray.dataset(tmp_path / "b", 10, part=5, seed=1)
    part = tmp_path / "a" / "games-000001.parquet"
    for content, sentence in [
        ((tmp_path / "b" / part.name).read_bytes(), "a file of another dataset"),
        (b"", "delete it"),
    ]:
        part.write_bytes(content)
        with pytest.raises(hule.ray.DatasetError, match=sentence) as raised:
            hule.ray.dataset(tmp_path / "a", 10, part=5)
        assert str(part) in str(raised.value)
    (tmp_path / "a" / MANIFEST).write_text("[]")
    with pytest.raises(hule.ray.DatasetError, match="another dataset"):
        hule.ray.dataset(tmp_path / "a", 10, part=5)


@pytest.mark.usefixtures("cluster")
def test_a_dataset_is_not_tried_again_where_that_does_not_help(tmp_path: Path) -> None:
    (tmp_path / "a" / "games-000000.parquet").mkdir(parents=True)
    with pytest.raises(hule.ray.DatasetError, match="has other files"):
        hule.ray.dataset(tmp_path / "a", 10)
    hule.ray.dataset(tmp_path / "b", 10, part=5)
    (tmp_path / "b" / "games-000001.parquet").unlink()
    (tmp_path / "b" / "games-000001.parquet").mkdir()
    with pytest.raises(hule.ray.DatasetError, match="is a folder; delete it"):
        hule.ray.dataset(tmp_path / "b", 10, part=5)


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


@pytest.mark.usefixtures("cluster")
def test_files_that_are_elsewhere_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As if the folder of the workers were on another disk.
    monkeypatch.setattr(Place, "names", lambda _: set())
    with pytest.raises(hule.ray.DatasetError, match="lacks 2 files that were written, such as games-000000"):
        hule.ray.dataset(tmp_path / "a", 10, part=5)


@pytest.mark.usefixtures("cluster")
def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hule.ray.cluster.VERSION", "0.0.9")
    with pytest.raises(hule.ray.WorkerError, match=f"has version {VERSION} of the package hule, and this one 0.0.9"):
        hule.ray.batch(10)


@pytest.mark.usefixtures("cluster")
def test_the_programs_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "CLUSTER.md").read_text(encoding="utf-8")
    blocks = [block.split("```", 1)[0] for block in page.split("```python\n")[1:]]
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        exec(compile(block, "docs/CLUSTER.md", "exec"), {"__name__": "__main__"})


def test_the_page_has_all_commands() -> None:
    page = (ROOT / "docs" / "CLUSTER.md").read_text(encoding="utf-8")
    shown = [line.split()[3] for line in page.splitlines() if line.startswith("python -m hule.ray ")]
    assert set(shown) == {"batch", "arena", "round-robin", "dataset"}
