"""Examples and notebooks."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from conftest import HUNG, ROOT

PYTHON = ROOT / "python"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, PYTHON / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_learner_of_numpy_learns() -> None:
    learner = example("numpy_learner")
    weights = learner.learn(updates=30, seed=1)
    named = dict(zip(learner.NAMES, weights, strict=True))
    assert named["distance lost by a discard"] < 0 < named["RON"]
    at_first, at_last = learner.measure(0 * weights, 600), learner.measure(weights, 600)
    assert at_first < 0.02
    assert at_last > 0.1


@pytest.mark.parametrize("path", sorted((PYTHON / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    for cell in notebook.cells:
        # A million games are for people.
        cell.source = cell.source.replace("1_000_000", "20_000")
    client = nbclient.NotebookClient(notebook, timeout=HUNG, startup_timeout=HUNG, kernel_name="python3")
    client.execute(cwd=str(tmp_path))
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
