"""Docstrings, the tour and the stubs say what is so."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import hule
from conftest import ROOT

MODULES = [
    "hule",
    "hule._hule",
    *(
        f"hule.{name}"
        for name in ("env", "env.render", "errors", "many", "observation", "progress", "records", "vector", "words")
    ),
]


def known() -> dict[str, object]:
    return {**vars(hule), "hule": hule}


@pytest.mark.parametrize("name", MODULES)
def test_programs_in_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs=known())
    assert result.failed == 0
    if name != "hule.progress" and name != "hule.records":
        assert result.attempted > 0


def test_all_docstrings_of_the_extension_are_run() -> None:
    """doctest does not look for those of classes written in Rust by itself."""
    runner = doctest.DocTestRunner()
    finder = doctest.DocTestFinder()
    run = 0
    for name, thing in vars(hule).items():
        if inspect.isclass(thing) and thing.__module__ == "hule":
            for test in finder.find(thing, name, module=False, globs=known()):
                run += runner.run(test).attempted
    assert run > 20
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("document", ["docs/PYTHON.md", "python/README.md"])
def test_programs_in_documents_run(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = [block.split("```", 1)[0] for block in text.split("```python\n")[1:]]
    assert blocks
    names: dict[str, object] = {}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for place, block in enumerate(blocks):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, f"{document} block {place + 1}", None, None)
            assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
            names = test.globs
        else:
            exec(compile(block, f"{document} block {place + 1}", "exec"), {"__name__": "__main__"})


def test_everything_public_is_documented() -> None:
    assert hule.__doc__
    for name in hule.__all__:
        thing = getattr(hule, name)
        if name.endswith("Like"):
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__ in ("hule", "hule.many"):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"


def test_every_module_can_be_imported_alone() -> None:
    for module in pkgutil.iter_modules(hule.__path__):
        if module.name in ("__main__", "env", "openspiel", "ray", "render", "vector"):
            continue
        done = subprocess.run([sys.executable, "-c", f"import hule.{module.name}"], check=False)
        assert done.returncode == 0, module.name


def test_the_stubs_are_those_of_the_module(tmp_path: Path) -> None:
    # The slots of `+` and `-` have these two, which only say that they do not know how.
    allowed = tmp_path / "allowed"
    allowed.write_text("hule._hule.Hand.__radd__\nhule._hule.Hand.__rsub__\n")
    command = [sys.executable, "-m", "mypy.stubtest", "hule._hule", "--allowlist", str(allowed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_heavy_is_imported() -> None:
    program = "import sys, hule; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "gymnasium", "pettingzoo", "tqdm", "pyarrow", "torch", "asyncio", "inspect"}
