"""Batches: the figures of the command, and rows that everything takes."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hule
from conftest import Command

N = 3000


@pytest.fixture(scope="module")
def batch() -> hule.Batch:
    return hule.batch(N, seed=5, first=10, rows=True)


def test_the_figures_are_those_of_the_command(batch: hule.Batch, hule_command: Command, tmp_path: Path) -> None:
    file = tmp_path / "batch.json"
    text = hule_command("batch", "-n", str(N), "--seed", "5", "--first", "10", "--json", str(file))
    assert batch.to_json() == file.read_text()
    assert str(batch) == text
    for threads in (1, 3):
        assert hule.batch(N, seed=5, first=10, threads=threads) == batch


def test_a_batch_has_attributes(batch: hule.Batch) -> None:
    assert len(batch) == batch.games == batch.totals.games == N
    assert sum(batch.totals.ron) + sum(batch.totals.self_drawn) + batch.totals.exhausted == N
    assert batch["ron"].count == sum(batch.totals.ron)
    assert batch["ron"].low < batch["ron"].value < batch["ron"].high
    assert batch.to_dict()["figures"][0]["name"] == batch.figures[0].name
    assert pickle.loads(pickle.dumps(batch)) == batch
    assert hash(pickle.loads(pickle.dumps(batch))) == hash(batch)
    assert repr(batch) == "<Batch: games 10 to 3009 of seed 5>"
    assert batch._repr_html_().count("<tr>") == 1 + len(batch.figures)
    with pytest.raises(KeyError):
        batch["nothing"]


def test_rows_are_those_of_parquet(batch: hule.Batch, hule_command: Command, tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    hule_command("batch", "-n", str(N), "--seed", "5", "--first", "10", "--parquet", str(file))
    table = pa.table(batch)
    expected = pq.read_table(file)
    assert table.schema.equals(expected.schema)
    assert table.equals(expected)
    # Rows that were not kept are played again.
    again = hule.batch(N, seed=5, first=10)
    assert pa.table(again).equals(expected)
    assert len(again.rows) == N


def test_everything_takes_the_rows(batch: hule.Batch) -> None:
    wins = sum(batch.totals.ron) + sum(batch.totals.self_drawn)
    frame = pl.DataFrame(batch)
    assert frame.height == N
    assert frame["winner"].is_not_null().sum() == wins
    (found,) = duckdb.connect().execute("SELECT count(*), count(winner), sum(discards) FROM batch").fetchall()
    assert found == (N, wins, sum(number * games for number, games in enumerate(batch.totals.discards)))
    data: Any = pd.DataFrame.from_arrow(batch)
    assert len(data) == N
    assert int(data["winner"].notna().sum()) == wins
    assert list(data.columns)[:4] == ["seed", "game", "outcome", "winner"]


def test_rows_of_many_groups_are_whole() -> None:
    many = hule.batch(70_000, rows=True)
    table = pa.table(many)
    assert table.num_rows == 70_000
    assert table["game"].to_pylist() == list(range(70_000))
    assert json.loads(many.to_json())["totals"]["games"] == 70_000


def test_wrong_numbers_are_refused() -> None:
    for n, first in [(0, 0), (2, 2**64 - 1)]:
        with pytest.raises(ValueError, match="at least one game"):
            hule.batch(n, first=first)
    for options in ({"threads": 0}, {"seed": -1}, {"seed": 2**64}, {"first": -1}):
        with pytest.raises((ValueError, OverflowError)):
            hule.batch(10, **options)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        hule.batch(-1)
    assert hule.batch(10, threads=2**40).games == 10
