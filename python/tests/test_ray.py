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
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.dataset as pads
import pytest

import hule
from conftest import HUNG, ROOT, Command, RayCommand, Start, wait
from disks import FullDisk
from hule import observation

ray = pytest.importorskip("ray")

import hule.ray  # noqa: E402
from hule.ray.dataset import MANIFEST, TEMPORARY, Place  # noqa: E402
from hule.ray.state import VERSION, State  # noqa: E402

pytestmark = pytest.mark.cluster

Driver = Callable[..., "subprocess.Popen[str]"]

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_log_monitor": False}
HEAD: dict[str, Any] = {"include_dashboard": False, "no_monitor": True, "_system_config": {"num_workers_soft_limit": 9}}
"""Workers that are idle stay: others take a second to start."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two nodes with a processor each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", str(ROOT / "python" / "tests"))  # The workers import from it too.
        from ray.cluster_utils import Cluster

        cluster = Cluster(initialize_head=True, head_node_args={**NODE, **HEAD})
        try:
            cluster.add_node(**NODE)
            patch.setenv("RAY_ADDRESS", str(cluster.address))
            ray.init(log_to_driver=False, logging_level="ERROR")
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


@pytest.fixture
def command(cluster: Any, ray_command: RayCommand, monkeypatch: pytest.MonkeyPatch) -> RayCommand:  # noqa: ARG001
    """``python -m hule.ray`` on the cluster, in this process, which stays there."""
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    return ray_command


@pytest.fixture
def driver(cluster: Any, start: Start, tmp_path: Path) -> Driver:  # noqa: ARG001
    """The same in a process of its own, whose workers wait for ever after the first two ranges or files."""

    def run(*arguments: str) -> subprocess.Popen[str]:
        program = [sys.executable, str(ROOT / "python" / "tests" / "two_parts.py"), *arguments]
        return start(program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    return run


def parts(folder: Path) -> int:
    """How many parts are done."""
    return sum(file.read_text().count("\n") for file in folder.glob(".hule-ray/*/parts.jsonl"))


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
        super().__init__(daemon=True)
        self.work, self.result = work, None
        self.start()

    def run(self) -> None:
        self.result = self.work()

    def get(self) -> Any:
        """What came of it."""
        self.join(HUNG)
        assert not self.is_alive()
        return self.result


# ---------------------------------------------------------------- the same results


def test_a_batch_is_the_same(command: RayCommand, tmp_path: Path, hule_command: Command) -> None:
    assert hule.ray.batch(7000, seed=3, first=1000) == hule.batch(7000, seed=3, first=1000)
    options = ["batch", "-n", "3k", "--seed", "7", "--first", "5"]
    kinds = ("json", "csv", "html")
    status, out, said = command(*options, *(f"--{kind}=a.{kind}" for kind in kinds))
    expected = hule_command(*options, *(f"--{kind}={tmp_path}/b.{kind}" for kind in kinds))
    assert (status, out) == (0, expected), said
    assert "3000 games in " in said
    for kind in kinds:
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    assert not (tmp_path / ".hule-ray").exists()


def test_without_an_address_there_is_a_cluster_on_this_machine(tmp_path: Path, hule_command: Command) -> None:
    """Its workers have the priority of the command."""
    environment = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    program = """
import os, ray
from hule.ray.__main__ import main
from hule.ray.cluster import connect

connect()
print(os.nice(0) == ray.get(ray.remote(lambda: os.nice(0)).remote()), flush=True)
main()
"""
    command = [sys.executable, "-c", program, "batch", "-n", "2000", "-j", "1"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n" + hule_command("batch", "-n", "2000")


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
def test_an_arena_is_the_same(command: RayCommand, tmp_path: Path, hule_command: Command, arguments: list[str]) -> None:
    status, out, said = command(*arguments, "--json", "--html=a.html")
    if arguments[0] == "round-robin":
        arguments = ["arena", "--round-robin", *arguments[1:]]
    assert (status, out) == (0, hule_command(*arguments, "--json", f"--html={tmp_path}/b.html")), said
    assert json.loads(out)["decks"] > 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_report_for_people_differs_in_the_speed_alone(command: RayCommand, hule_command: Command) -> None:
    arguments = ["arena", "useful", "standard", "-n", "300"]
    status, out, _ = command(*arguments)
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


def test_bots_run_on_the_workers(command: RayCommand, tmp_path: Path) -> None:
    bot = f"bot:{sys.executable} -m hule bot useful"
    patient = ["--strict", "--start-time", str(HUNG), "--move-time", str(HUNG)]
    status, out, said = command("arena", bot, "standard", "-n", "18", "--json", *patient)
    assert status == 0, said
    report = json.loads(out)
    expected = hule.arena("useful", "standard", games=18).to_dict()
    assert report["matches"][0]["totals"] == expected["matches"][0]["totals"]
    assert report["bots"]["entrants"][0]["forfeited"] == {"late": 0, "illegal": 0, "garbled": 0, "gone": 0}

    # Each range has a folder for what its bots say.
    talks = f"bot:{sys.executable} -c 'import sys; print(5, file=sys.stderr)'"
    command("arena", talks, "standard", "-n", "6", "--bot-errors", "said")
    assert list((tmp_path / "said" / "0").iterdir())

    # The limits are those of the command.
    waits = f"bot:{sys.executable} -c 'import time; time.sleep({HUNG})'"
    limits = ["--start-time", "0.05", "--move-time", "0.05"]
    status, out, said = command("arena", waits, "standard", "-n", "6", "--json", *limits)
    assert status == 0, said
    assert json.loads(out)["bots"]["entrants"][0]["forfeited"]["gone"] > 0

    status, out, said = command("arena", "bot:no-such-program", "standard")
    assert (status, out) == (1, "")
    assert "no-such-program" in said


def test_the_report_may_lie_in_the_folder_of_the_state(command: RayCommand, tmp_path: Path) -> None:
    expected = hule.batch(10).to_json()
    (tmp_path / "out").mkdir()
    for names in (["whole.json", "parts.html"], ["parts.jsonl", "x"], ["plan.json", "x"]):
        results = [f"--json=out/{names[0]}", f"--html=out/{names[1]}"]
        status, _, said = command("batch", "-n", "10", "--state", "out", *results)
        if names[0] == "whole.json":
            assert status == 0, said
        else:
            assert (status, "is a file of the state" in said) == (2, True), said
        assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["parts.html", "whole.json"]
    assert (tmp_path / "out" / "whole.json").read_text() == expected


@pytest.mark.parametrize("arguments", [["batch", "-n", "10"], ["arena", "useful", "standard", "-n", "6"]], ids=" ".join)
def test_a_result_that_cannot_be_written_is_kept(
    command: RayCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    stdout = os.dup(1)
    with open("/dev/full", "wb", buffering=0) as full:
        os.dup2(full.fileno(), 1)
        monkeypatch.setattr(sys, "stdout", TextIOWrapper(full))
        try:
            status, _, said = command(*arguments)
        finally:
            os.dup2(stdout, 1)
            os.close(stdout)
    assert status == 1
    assert "standard output: No space left on device" in said
    assert "the same command goes on from there" in said
    assert parts(tmp_path) > 0


# ---------------------------------------------------------------- what is lost


@pytest.mark.parametrize(
    ("number", "arguments"),
    [
        (signal.SIGKILL, ["arena", "useful", "standard", "-n", "60", "--seed", "8"]),
        (signal.SIGINT, ["arena", "useful", "random", "--sprt=0,5", "--seed", "3"]),
    ],
    ids=["killed", "Ctrl-C"],
)
def test_a_driver_may_be_stopped(
    cluster: Any,
    driver: Driver,
    command: RayCommand,
    tmp_path: Path,
    hule_command: Command,
    number: signal.Signals,
    arguments: list[str],
) -> None:
    stopped = driver(*arguments, "--json")
    wait(lambda: (parts(tmp_path) == 2 and workers(*cluster.list_all_nodes())) or stopped.poll() is not None)
    stopped.send_signal(number)
    out, said = stopped.communicate()
    if number == signal.SIGINT:
        assert (stopped.returncode, out) == (4, ""), said
        assert "the same command goes on from there" in said
        assert "Traceback" not in said
    else:
        assert (stopped.returncode, out) == (-number, ""), said
    # They would wait for ever.
    wait(lambda: not workers(*cluster.list_all_nodes()))
    # Another command has another state.
    assert command("arena", "useful", "standard", "-n", "6")[0] == 0
    assert parts(tmp_path) == 2
    status, out, said = command(*arguments, "--json")
    assert (status, out) == (0, hule_command(*arguments, "--json"))
    assert "2 of " in said
    assert "decks were done before" in said
    assert not (tmp_path / ".hule-ray").exists()


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
    assert ray.data.read_parquet(str(where)).schema().names == expected.column_names
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
    batch = table.to_pandas()
    observations, legal = np.stack(batch["observation"]), np.stack(batch["legal"])
    assert observations.shape == (len(batch), observation.length("full"))
    assert legal.shape == (len(batch), observation.ACTIONS)
    assert legal[np.arange(len(batch)), batch["action"]].all()
    # The decisions are those of the games.
    rows = table.to_pylist()
    for game in (0, 149):
        replay = hule.play(hule.Deck.seeded(2, game), players)
        for seat in "ABCD":
            own = [row for row in rows if row["game"] == game and row["seat"] == seat]
            assert all(row["won"] == (replay.outcome.winner == hule.Seat(seat)) for row in own)


def test_a_part_is_there_whole_or_not_at_all(cluster: Any, driver: Driver, command: RayCommand, tmp_path: Path) -> None:
    where = tmp_path / "games"
    arguments = ["dataset", str(where), "-n", "60", "--part", "10"]
    killed = driver(*arguments)
    # Two files are done, and others half.
    wait(
        lambda: [len(list(folder.glob("*"))) for folder in (where, where / TEMPORARY)] == [4, 2] or killed.poll() is not None
    )
    killed.kill()
    out, said = killed.communicate()
    assert (killed.returncode, out) == (-signal.SIGKILL, ""), said
    wait(lambda: not workers(*cluster.list_all_nodes()))
    done = {file: file.read_bytes() for file in where.glob("*.parquet")}
    assert len(done) == 2
    assert pads.dataset(list(map(str, done))).count_rows() == 20
    assert not json.loads((where / MANIFEST).read_text())["complete"]
    times = {file: file.stat().st_mtime_ns for file in done}
    status, out, said = command(*arguments)
    assert (status, out.startswith(f"{where}: 60 rows of 60 games in 6 files")) == (0, True), said
    assert times == {file: file.stat().st_mtime_ns for file in done}
    assert pads.dataset(where).to_table(columns=["game"])["game"].to_pylist() == list(range(60))
    assert not (where / TEMPORARY).exists()


@pytest.mark.usefixtures("cluster")
def test_a_full_disk_costs_a_range(tmp_path: Path) -> None:
    disk = FullDisk(str(tmp_path / "counter"))
    hule.ray.dataset(tmp_path / "games", 3000, part=1000, filesystem=disk)
    assert (tmp_path / "counter").stat().st_size == 5 + 3
    assert pads.dataset(tmp_path / "games").count_rows() == 3000


# ---------------------------------------------------------------- what is refused


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
        # So many games are for people.
        exec(compile(block.replace("0_000", "00"), "docs/CLUSTER.md", "exec"), {"__name__": "__main__"})


def test_workers_and_nodes_may_die(cluster: Any, tmp_path: Path) -> None:
    """This comes last: it leaves the cluster with one node."""

    class Waits:
        """A player that waits until the test has broken what it wants to break."""

        folder = tmp_path

        def choose(self, _view: hule.View, legal: list[hule.Action]) -> hule.Action:
            if not (self.folder / "go").exists():
                (self.folder / str(os.getpid())).touch()
                while not (self.folder / "go").exists():
                    time.sleep(0.02)
            return legal[0]

    go = tmp_path / "go"
    try:
        _, node = cluster.list_all_nodes()
        playing = Background(lambda: hule.ray.arena(Waits, "standard", games=240, seed=1))
        for broken in (lambda pid: os.kill(pid, signal.SIGKILL), lambda _: cluster.remove_node(node, allow_graceful=False)):
            # Something is to be lost.
            pid, *_ = wait(lambda: [pid for pid in workers(node) if (tmp_path / str(pid)).exists()])
            (tmp_path / str(pid)).unlink()
            assert playing.is_alive()
            broken(pid)
    finally:
        go.touch()
    assert playing.get().to_json() == hule.arena(Waits, "standard", games=240, seed=1).to_json()
