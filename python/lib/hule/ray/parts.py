"""What the workers do."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from .. import _hule
from ..records import PlayerLike


class WorkerError(Exception):
    """The command failed on a worker: a program cannot be started there, for example."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence, status)
        self.status = status

    def __str__(self) -> str:
        return str(self.args[0])


def batch(seed: int, first: int, end: int) -> str:
    """The report of these games."""
    return _hule._batch(end - first, seed, first, 1, False, None)[0]


@dataclass
class ArenaWork:
    """An arena of which a worker plays some decks."""

    players: Sequence[PlayerLike]
    seed: int
    points: tuple[float, float] | None
    round_robin: bool
    games_a_deck: int
    bot_options: list[str] = field(default_factory=list)
    folder: str = field(default_factory=os.getcwd)
    """Where paths begin."""

    def __call__(self, first: int, end: int) -> str:
        """The reports of these decks: one, or with a sequential test one a deck."""
        with contextlib.suppress(OSError):
            os.chdir(self.folder)
        games = (end - first) * self.games_a_deck
        if any(is_bot(player) for player in self.players):
            return self._command(first, games)
        return _hule._arena(list(self.players), games, self.seed, 1, self.points, self.round_robin, None, first, part=True)[
            0
        ]

    def _command(self, first: int, games: int) -> str:
        """Bots are programs: the command watches over them, so it runs as a process of its own."""
        arguments = ["arena", f"--seed={self.seed}", f"--first={first}", f"--games={games}", "--threads=1", "--part"]
        if self.points is not None:
            low, high = self.points
            arguments.append(f"--sprt={low!r},{high!r}")
        if self.round_robin:
            arguments.append("--round-robin")
        options = _apart(self.bot_options, first)
        players = [player for player in self.players if isinstance(player, str)]
        start = [sys.executable, "-m", "hule._child", *arguments, *options, "--", *players]
        child = subprocess.Popen(start, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            out, said = child.communicate()
        except BaseException:
            child.send_signal(signal.SIGTERM)
            child.wait()
            raise
        if child.returncode != 0:
            raise WorkerError(said.strip().removeprefix("hule: ") or f"exit status {child.returncode}", child.returncode)
        return out


def _apart(options: Sequence[str], first: int) -> list[str]:
    """Gives the range a folder of its own for what its bots write: they are numbered from 1 in each range."""
    before = ["", *options]
    return [
        f"{option}/{first}" if option.startswith("--bot-errors=") or last == "--bot-errors" else option
        for last, option in zip(before, options, strict=False)
    ]


def is_bot(player: object) -> bool:
    """Whether this names a program."""
    return isinstance(player, str) and player.startswith("bot:")
