"""What is done, on disk, so that a driver that was killed need not do it again."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import shutil
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from .parts import is_bot
from .ranges import Range

Plan = dict[str, Any]
"""What is to be done, as JSON."""


VERSION = version("hule")
"""A part of every plan: parts of different versions are not mixed."""

DEFAULT = ".hule-ray"
"""The folder for states that the user has not named."""

FILES = ("plan.json", "parts.jsonl")
"""What a state consists of: what is to be done, and a line for each part that is done."""


def contents(players: Iterable[object]) -> dict[str, str]:
    """The hashes of the files that players are read from: with another content, they are other players.

    These are networks, and of ``bot:`` programs all words of the command that are files.
    """
    found = {}
    for player in players:
        if not isinstance(player, str):
            continue
        names = [player.removeprefix("net:")] if player.startswith("net:") else []
        if is_bot(player):
            with contextlib.suppress(ValueError):
                names = shlex.split(player.removeprefix("bot:"))
        for name in names:
            path = Path(shutil.which(name) or name)
            with contextlib.suppress(OSError):
                if path.is_file():
                    found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


class StateError(Exception):
    """The folder belongs to other work, or cannot be used."""


class State:
    """A folder with a plan and the parts of it that are done."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.parts: list[tuple[Range, str]] = []
        """The parts that were done before: numbers and report."""
        self.is_empty = True
        """Whether it has no parts."""
        self._plan, self._parts = (folder / name for name in FILES)
        text = json.dumps(plan, indent=1, ensure_ascii=False) + "\n"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # What belongs to others stays as it is.
            if not self._is_claimed(text) and self._parts.exists() and self._parts.stat().st_size > 0:
                raise StateError(f"{self._parts} is not a file of hule; choose another folder")
            # What is no text is the end of what can be read.
            self._file: TextIO = self._parts.open("a+", encoding="utf-8", errors="surrogateescape")
        except OSError as error:
            raise StateError(f"{folder} cannot be used for what is done: {error.strerror}") from None
        try:
            self._lock()
            if not self._is_claimed(text):
                self._claim(text)
            self._read()
        except BaseException:
            self._file.close()
            raise
        self.is_empty = not self.parts

    def add(self, numbers: Range, report: str) -> None:
        """Keeps a part. It is on disk when this returns."""
        first, end = numbers
        self.is_empty = False
        self._file.write(json.dumps({"first": first, "end": end, "report": report}) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Lets others use the folder."""
        self._file.close()

    def remove(self) -> None:
        """Deletes what this has written, when the result is where it belongs. Other files in the folder stay."""
        self.close()
        for file in (self._parts, self._plan):
            with contextlib.suppress(OSError):
                file.unlink()
        with contextlib.suppress(OSError):
            self.folder.rmdir()  # if it is empty
            if self.folder.parent.name == DEFAULT:
                self.folder.parent.rmdir()

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows, where Ray has no clusters
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StateError(f"{self.folder} is in use by another run") from None

    def _is_claimed(self, plan: str) -> bool:
        """Whether the folder is for this plan. If it is for another one, that is an error."""
        try:
            found = self._plan.read_bytes()
        except FileNotFoundError:
            return False
        if found != plan.encode():
            raise StateError(f"{self._plan} is of a different command; choose another folder")
        return True

    def _claim(self, plan: str) -> None:
        new = self.folder / f".plan-{os.getpid()}"
        new.write_bytes(plan.encode())
        new.replace(self._plan)

    def _read(self) -> None:
        """Reads what is done. A driver that was killed may have left half a line, which is cut off."""
        self._file.seek(0)
        whole = 0
        for line in self._file:
            try:
                part = json.loads(line)
                first, end, report = part["first"], part["end"], part["report"]
                if not (isinstance(first, int) and isinstance(end, int) and isinstance(report, str)):
                    break
                self.parts.append(((first, end), report))
            except (ValueError, KeyError, TypeError):
                break
            if not line.endswith("\n"):
                self.parts.pop()
                break
            whole += len(line.encode("utf-8", "surrogateescape"))
        self._file.seek(0, os.SEEK_END)
        os.truncate(self._file.fileno(), whole)
