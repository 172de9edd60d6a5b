"""Measures the Python package: ``python python/bench/package.py [COMMAND]``, after ``pip install ./python``.

COMMAND is the command to compare with, ``target/release/hule`` by default. Both play in turn in the same run.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time

import hule

GAMES = 1_000_000
ROUNDS = 5


def command(program: str, threads: int) -> float:
    """Games a second of ``hule batch``, as it says itself."""
    arguments = [program, "--lang", "en", "batch", "-n", str(GAMES), "-j", str(threads)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    found = re.search(r"([\d,]+) games per second", done.stderr)
    assert found, done.stderr
    return float(found[1].replace(",", ""))


def package(threads: int, rows: bool = False) -> float:
    """Games a second of ``hule.batch``."""
    started = time.perf_counter()
    hule.batch(GAMES, threads=threads, rows=rows)
    return GAMES / (time.perf_counter() - started)


def play(games: int = 4000) -> float:
    """Actions a second of a loop that plays the last legal action."""
    decks = [hule.Deck.seeded(1, number) for number in range(games)]
    actions = 0
    started = time.perf_counter()
    for deck in decks:
        game = hule.Game(deck)
        while game.turn:
            game.play(game.legal[-1])
            actions += 1
    return actions / (time.perf_counter() - started)


def play_by_name(games: int = 2000) -> float:
    """Actions a second of the same loop, with the names of the actions."""
    names = [str(action) for action in hule.Action]
    actions = 0
    started = time.perf_counter()
    for number in range(games):
        game = hule.Game(hule.Deck.seeded(1, number))
        while game.turn:
            game.play(names[game.legal[-1]])
            actions += 1
    return actions / (time.perf_counter() - started)


def python_player(games: int = 3000) -> float:
    """Games a second of an arena with a player in Python that plays the last legal action."""

    class Last:
        def choose(self, _view: hule.View, legal: list[hule.Action]) -> hule.Action:
            return legal[-1]

    started = time.perf_counter()
    hule.arena(Last(), "standard", games=games)
    return games / (time.perf_counter() - started)


def importing() -> float:
    """Milliseconds of ``import hule``, without the start of the interpreter."""

    def run(program: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        return time.perf_counter() - started

    return 1000 * statistics.median(run("import hule") - run("pass") for _ in range(21))


def main() -> None:
    """Prints the figures."""
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/hule"
    for threads in (1, 2):
        rounds = [(command(program, threads), package(threads), package(threads, rows=True)) for _ in range(ROUNDS)]
        there, here, kept = (statistics.median(values) for values in zip(*rounds, strict=True))
        ratio = statistics.median(here / there for there, here, _ in rounds)
        print(f"games a second on {threads} threads: hule batch {there:,.0f}, hule.batch {here:,.0f} ({ratio:.1%})", end="")
        print(f", with rows {kept:,.0f}")
    print(f"actions a second of Game.play in a loop: {max(play() for _ in range(3)):,.0f}")
    print(f"actions a second by their names: {max(play_by_name() for _ in range(3)):,.0f}")
    print(f"games a second of hule.arena with a player in Python: {python_player():,.0f}")
    print(f"import hule: {importing():.1f} ms")


if __name__ == "__main__":
    main()
