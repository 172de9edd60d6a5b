"""What is done, on disk, so that a driver that was killed need not do it again."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from .ranges import Range

Plan = dict[str, Any]
"""What is to be done, as JSON."""


VERSION = version("hule")
"""A part of every plan: parts of different versions are not mixed."""

DEFAULT = ".hule-ray"
"""The folder for states that the user has not named."""


class StateError(Exception):
    """The folder belongs to other work, or cannot be used."""


class State:
    """A folder with a plan and the parts of it that are done."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.parts: list[tuple[Range, str]] = []
        """The parts that are done: numbers and report."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file: TextIO = (folder / "parts.jsonl").open("a+", encoding="utf-8")
        try:
            self._lock()
            self._claim(plan)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, numbers: Range, report: str) -> None:
        """Keeps a part. It is on disk when this returns."""
        first, end = numbers
        self._file.write(json.dumps({"first": first, "end": end, "report": report}) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Lets others use the folder."""
        self._file.close()

    def remove(self) -> None:
        """Deletes the folder, when the result is where it belongs."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.folder.parent.name == DEFAULT:
            with contextlib.suppress(OSError):
                self.folder.parent.rmdir()  # if it is empty

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows, where Ray has no clusters
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StateError(f"{self.folder} is in use: the same work is running") from None

    def _claim(self, plan: Plan) -> None:
        path = self.folder / "plan.json"
        text = json.dumps(plan, indent=1, ensure_ascii=False) + "\n"
        try:
            found = path.read_text("utf-8")
        except FileNotFoundError:
            new = path.with_suffix(".new")
            new.write_text(text, "utf-8")
            new.replace(path)
            return
        if found != text:
            raise StateError(f"{self.folder} has the state of other work; choose another folder, or delete it")

    def _read(self) -> None:
        """Reads what is done. A driver that was killed may have left half a line, which is cut off."""
        self._file.seek(0)
        whole = 0
        for line in self._file:
            try:
                part = json.loads(line)
                self.parts.append(((part["first"], part["end"]), part["report"]))
            except (ValueError, KeyError, TypeError):
                break
            if not line.endswith("\n"):
                self.parts.pop()
                break
            whole += len(line.encode("utf-8"))
        self._file.seek(0, os.SEEK_END)
        os.truncate(self._file.fileno(), whole)
