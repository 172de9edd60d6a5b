"""Measures the Python package: ``python python/bench/package.py [COMMAND]``, after ``pip install ./python``.

COMMAND is the command to compare with, ``target/release/hule`` by default. Both play in turn in the same run.
Processor time is what counts on a machine that has other work.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time

import hule

GAMES = 100_000
ROUNDS = 21


def command(program: str, threads: int) -> tuple[float, float]:
    """Games a second of ``hule batch``, and per second of processor time."""
    arguments = [program, "--lang", "en", "batch", "-n", str(GAMES), "-j", str(threads)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(arguments, capture_output=True, check=True)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return GAMES / seconds, GAMES / used


def package(threads: int, rows: bool = False) -> tuple[float, float]:
    """The same of ``hule.batch``."""
    started, used = time.perf_counter(), time.process_time()
    hule.batch(GAMES, threads=threads, rows=rows)
    return GAMES / (time.perf_counter() - started), GAMES / (time.process_time() - used)


def compare(program: str, threads: int) -> None:
    """Lets both play in turn, and prints medians."""
    there, here, kept = [], [], []
    for _ in range(ROUNDS):
        there.append(command(program, threads))
        here.append(package(threads))
        kept.append(package(threads, rows=True))
    for place, unit in enumerate(("second", "second of processor time")):
        one, other, rows = (statistics.median(pair[place] for pair in values) for values in (there, here, kept))
        ratio = statistics.median(mine[place] / theirs[place] for mine, theirs in zip(here, there, strict=True))
        print(
            f"{threads} threads, games a {unit}: hule batch {one:,.0f}, hule.batch {other:,.0f}",
            f"({ratio:.1%}), {rows:,.0f} with rows",
        )


def play(games: int = 4000) -> float:
    """Actions a second of processor time of a loop that plays the last legal action."""
    decks = [hule.Deck.seeded(1, number) for number in range(games)]
    actions = 0
    started = time.process_time()
    for deck in decks:
        game = hule.Game(deck)
        while game.turn:
            game.play(game.legal[-1])
            actions += 1
    return actions / (time.process_time() - started)


def play_by_name(games: int = 2000) -> float:
    """The same of a loop, with the names of the actions."""
    names = [str(action) for action in hule.Action]
    actions = 0
    started = time.process_time()
    for number in range(games):
        game = hule.Game(hule.Deck.seeded(1, number))
        while game.turn:
            game.play(names[game.legal[-1]])
            actions += 1
    return actions / (time.process_time() - started)


def python_player(games: int = 3000) -> float:
    """Games a second of processor time of an arena with a player in Python that plays the last legal action."""

    class Last:
        def choose(self, _view: hule.View, legal: list[hule.Action]) -> hule.Action:
            return legal[-1]

    started = time.process_time()
    hule.arena(Last(), "standard", games=games)
    return games / (time.process_time() - started)


def importing() -> float:
    """Milliseconds of processor time of ``import hule``, without the start of the interpreter."""

    def run(program: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return 1000 * statistics.median(run("import hule") - run("pass") for _ in range(21))


def main() -> None:
    """Prints the figures."""
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/hule"
    for threads in (1, 2):
        compare(program, threads)
    print(f"actions a second of processor time of Game.play in a loop: {max(play() for _ in range(3)):,.0f}")
    print(f"actions a second by their names: {max(play_by_name() for _ in range(3)):,.0f}")
    print(f"games a second of processor time of hule.arena with a player in Python: {python_player():,.0f}")
    print(f"import hule: {importing():.0f} ms of processor time")


if __name__ == "__main__":
    main()
