"""Games or decisions as Parquet files, in a folder or wherever pyarrow can write."""

from __future__ import annotations

import contextlib
import json
import operator
import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from .. import _hule
from ..observation import VERSION as OBSERVATION_VERSION
from ..observation import Kind
from ..progress import bar
from ..records import PlayerLike
from . import ranges
from .cluster import connect, spread
from .ranges import Ranges
from .state import VERSION as HULE_VERSION
from .state import contents

FORMAT = "hule-dataset"
VERSION = 1
MANIFEST = "_manifest.json"
"""Names with an underscore are no data to those who read the folder."""
TEMPORARY = "_temporary"

Rows = Literal["games", "decisions"]
PART = {"games": 1_000_000, "decisions": 10_000}
"""How many games a file has."""
MOST_PARTS = 1_000_000
"""How many files a dataset has at most: as many as their names can number."""
CHUNK = {"games": 1 << 16, "decisions": 100}
"""How many games are held in memory at a time."""


class DatasetError(ValueError):
    """The place has something else, or cannot be used."""


@dataclass
class Place:
    """A folder of a file system."""

    files: Any
    root: str

    @staticmethod
    def new(where: str | Path, filesystem: Any = None) -> Place:
        """The folder of a path or of a URL."""
        if filesystem is not None:
            if not isinstance(filesystem, pafs.FileSystem):
                filesystem = pafs.PyFileSystem(pafs.FSSpecHandler(filesystem))
            return Place(filesystem, str(where))
        if "://" in str(where):
            try:
                return Place(*pafs.FileSystem.from_uri(str(where)))
            except (pa.ArrowInvalid, ValueError) as error:
                raise DatasetError(f"{where}: {error}") from None
        return Place(pafs.LocalFileSystem(), os.path.abspath(where))

    def path(self, name: str) -> str:
        """The path of a file."""
        return f"{self.root}/{name}"

    def write(self, name: str, write: Callable[[Any], None]) -> int:
        """Writes a file, whole or not at all. Returns its size."""
        # Two workers may have the same file, if the driver has given one of them up.
        temporary = self.path(f"{TEMPORARY}/{name}.{uuid.uuid4().hex}")
        self.files.create_dir(self.path(TEMPORARY), recursive=True)
        try:
            with self.files.open_output_stream(temporary) as out:
                write(out)
            size: int = self.files.get_file_info(temporary).size
            self.files.move(temporary, self.path(name))
        except BaseException:
            with contextlib.suppress(Exception):
                self.files.delete_file(temporary)
            raise
        return size

    def names(self) -> set[str]:
        """The names of all files, and of folders of others."""
        selector = pafs.FileSelector(self.root, allow_not_found=True)
        return {info.base_name for info in self.files.get_file_info(selector)} - {TEMPORARY}

    def read(self, name: str) -> bytes | None:
        """The content of a file; ``None`` if there is none."""
        try:
            with self.files.open_input_stream(self.path(name)) as file:
                found: bytes = file.read()
                return found
        except FileNotFoundError:
            return None

    def clear(self) -> None:
        """Deletes what is left of files that were not finished."""
        with contextlib.suppress(FileNotFoundError):
            self.files.delete_dir(self.path(TEMPORARY))


@dataclass
class DatasetWork:
    """A dataset of which a worker writes some files."""

    place: Place
    plan: dict[str, Any]
    players: PlayerLike | Sequence[PlayerLike] | None
    folder: str

    def games(self, part: int) -> tuple[int, int]:
        """The games of a file: the first, and one past the last."""
        first, size = self.plan["first"], self.plan["part"]
        return first + part * size, min(first + (part + 1) * size, first + self.plan["games"])

    def name(self, part: int) -> str:
        """The name of a file."""
        return f"{self.plan['rows']}-{part:06}.parquet"

    def __call__(self, part: int, end: int) -> dict[str, Any]:
        """Writes a file. Returns what the manifest says about it."""
        assert end == part + 1
        with contextlib.suppress(OSError):
            os.chdir(self.folder)
        name = self.name(part)
        if name in self.place.names():
            return self.described(part)
        rows = 0

        def write(out: Any) -> None:
            nonlocal rows
            writer = None
            for table in self._tables(*self.games(part)):
                if writer is None:
                    schema = table.schema.with_metadata({FORMAT: json.dumps(self.plan)})
                    writer = pq.ParquetWriter(out, schema, compression="zstd")
                writer.write_table(table.replace_schema_metadata(writer.schema.metadata))
                rows += table.num_rows
            assert writer is not None
            writer.close()

        size = self.place.write(name, write)
        return self._entry(part, rows, size)

    def described(self, part: int) -> dict[str, Any]:
        """What the manifest says about a file that is there."""
        path = self.place.path(self.name(part))
        info = self.place.files.get_file_info(path)
        if info.type == pafs.FileType.Directory:
            raise DatasetError(f"{path} is a folder; delete it, and a file is written there")
        try:
            found = pq.read_metadata(path, filesystem=self.place.files)
        except pa.ArrowInvalid as error:
            raise DatasetError(f"{path}: {error}; delete it, and it is written again") from None
        if (found.metadata or {}).get(FORMAT.encode()) != json.dumps(self.plan).encode():
            raise DatasetError(f"{path} is a file of another dataset; delete it, and it is written again")
        return self._entry(part, found.num_rows, info.size)

    def _entry(self, part: int, rows: int, size: int) -> dict[str, Any]:
        first, end = self.games(part)
        return {"file": self.name(part), "first": first, "games": end - first, "rows": rows, "bytes": size}

    def _tables(self, first: int, end: int) -> Iterator[Any]:
        plan, chunk = self.plan, CHUNK[self.plan["rows"]]
        for at in range(first, end, chunk):
            size = min(chunk, end - at)
            if plan["rows"] == "games":
                yield pa.table(_hule._batch(size, plan["seed"], at, 1, True, None)[2])
            else:
                yield pa.table(_hule._decisions(size, plan["seed"], at, self.players, plan["observation"], None))


def dataset(
    where: str | Path,
    n: int = 1_000_000,
    *,
    rows: Rows = "games",
    players: PlayerLike | Sequence[PlayerLike] | None = None,
    observation: Kind = "basic",
    seed: int = 0,
    first: int = 0,
    part: int | None = None,
    filesystem: Any = None,
    cpus: int | None = None,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Write games of a seed as Parquet files on a cluster, and return the manifest.

    ``where`` is a folder that all machines share, or a URL such as ``s3://bucket/folder``; ``filesystem`` is a file system
    of pyarrow or fsspec, if the URL does not say all. ``rows`` are ``"games"`` of four standard players, with the columns of
    ``hule batch --parquet``, or ``"decisions"`` of any ``players`` with their ``observation``, as by :func:`hule.decisions`.
    Each file has ``part`` games, and is there whole or not at all. After a crash, the same call goes on with the files that
    are missing.
    """
    ranges.check(n, seed, first, cpus)
    work = _work(where, n, rows, players, observation, seed, first, part, filesystem)
    place = work.place
    whole = dict(work.plan, complete=True)
    count = -(-n // work.plan["part"])
    if count > MOST_PARTS:
        raise DatasetError(f"these would be {count} files; at most {MOST_PARTS} are possible, so take more games in a file")
    done = _claim(place, work, count)
    with bar(progress, "games") as watch:
        entries = {number: work.described(number) for number in done}
        games = sum(entry["games"] for entry in entries.values())
        if watch is not None:
            watch(games, n)
        if len(entries) < count:
            connect()
            for (number, _), entry in spread(work, Ranges(0, count, ((number, number + 1) for number in done)), None, cpus):
                entries[number] = entry
                games += entry["games"]
                if watch is not None:
                    watch(games, n)
    names = place.names()
    missing = sorted(entry["file"] for entry in entries.values() if entry["file"] not in names)
    if missing:
        raise DatasetError(
            f"{place.root} lacks {len(missing)} files that were written, such as {missing[0]}; "
            "is it a folder that all machines share?"
        )
    whole["parts"] = [entries[number] for number in sorted(entries)]
    text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    place.write(MANIFEST, lambda out: out.write(text.encode()))
    place.clear()
    return whole


def _work(
    where: str | Path,
    n: int,
    rows: Rows,
    players: PlayerLike | Sequence[PlayerLike] | None,
    observation: Kind,
    seed: int,
    first: int,
    part: int | None,
    filesystem: Any,
) -> DatasetWork:
    if rows not in PART:
        raise DatasetError(f"unknown rows {rows!r}; expected games or decisions")
    if not str(where):
        raise DatasetError("expected a folder or a URL")
    if part is None:
        part = PART[rows]
    if operator.index(part) < 1:
        raise DatasetError("expected at least one game in a file")
    plan: dict[str, Any] = {"format": FORMAT, "version": VERSION, "hule": HULE_VERSION, "rows": rows}
    plan.update(seed=seed, first=first, games=n, part=part)
    if rows == "games":
        if players is not None:
            raise DatasetError('players can be chosen only for decisions (--rows decisions, rows="decisions")')
    else:
        _hule._decisions(1, seed, first, players, observation, None)  # or an error that says what is wrong
        given: Any = [players] if isinstance(players, str) or hasattr(players, "choose") else players or ["standard"]
        names = [player if isinstance(player, str) else repr(player) for player in given]
        plan.update(players=names, observation=observation, observation_version=OBSERVATION_VERSION)
        files = contents(names)
        if files:
            plan["files"] = files
    return DatasetWork(Place.new(where, filesystem), plan, players, os.getcwd())


def _claim(place: Place, work: DatasetWork, count: int) -> list[int]:
    """Makes sure that the place is for this dataset. Returns the numbers of the files that are there."""
    try:
        names = place.names()
        found = place.read(MANIFEST)
        if found is None:
            if names:
                raise DatasetError(f"{place.root} has other files; choose a new folder")
            text = json.dumps(dict(work.plan, complete=False), indent=1, ensure_ascii=False) + "\n"
            place.write(MANIFEST, lambda out: out.write(text.encode()))
    except NotADirectoryError:
        raise DatasetError(f"{place.root} is not a folder") from None
    if found is not None:
        try:
            manifest = json.loads(found)
        except ValueError:
            manifest = {}
        if not isinstance(manifest, dict) or any(manifest.get(key) != value for key, value in work.plan.items()):
            raise DatasetError(f"{place.root} has another dataset; choose a new folder")
    return [number for number in range(count) if work.name(number) in names]
