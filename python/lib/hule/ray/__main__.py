"""``python -m hule.ray``: the commands for many games, on a cluster."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from .. import _hule

STOPPED = 4
INPUT = 2
FAILED = 1

EPILOG = """\
A cluster is joined if RAY_ADDRESS names one; otherwise one is started on this machine. The results are those of the command
on one machine, byte for byte. What is done is kept in a folder until all is done: after Ctrl-C or a crash, the same command
goes on from there. docs/CLUSTER.md says more.

exit status: 0 success, 1 a worker failed or a file could not be written, 2 invalid arguments, 4 stopped by Ctrl-C
"""


def parser() -> argparse.ArgumentParser:
    """The options: those of the command on one machine, and some of the cluster."""
    made = argparse.ArgumentParser(
        prog="python -m hule.ray",
        description="Play many games on a Ray cluster.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    language = "language of the report, en or zh [default: from the locale]"
    made.add_argument("--lang", help=language)
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, help: str, games: str) -> Callable[..., Any]:
        sub = commands.add_parser(
            name, help=help, description=help, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        add = sub.add_argument
        add("-n", "--games", metavar="GAMES", help=f"number of games; 10k is 10,000 and 2M is 2,000,000 [default: {games}]")
        add("--seed", help="seed of the decks [default: 0]")
        processors = "use at most N processors [default: all of the cluster]"
        add("-j", "--cpus", "--threads", type=_positive, metavar="N", help=processors)
        add("--lang", default=argparse.SUPPRESS, help=language)
        return add

    def state(add: Callable[..., Any]) -> None:
        add("--state", type=_folder, metavar="DIR", help="folder for what is done [default: one in .hule-ray]")

    add = command("batch", "Play games with four standard players and report statistics, like hule batch.", "10k")
    add("--first", help="number of the first game [default: 0]")
    add("--json", metavar="FILE", help="write the totals and figures as JSON; - is standard output")
    add("--csv", metavar="FILE", help="write the figures as CSV")
    add("--html", metavar="FILE", help="write a report with charts as one HTML file")
    for name, instead in {"--parquet": "python -m hule.ray dataset", "--logs": "hule batch --logs on one machine"}.items():
        add(name, type=partial(_refused, instead), help=argparse.SUPPRESS)
    state(add)
    for name, about in [
        ("arena", "Let players play against each other, like hule arena."),
        ("round-robin", "Let every two players play each other and rate all, like hule arena --round-robin."),
    ]:
        add = command(name, about, "4k, and at most 1M with --sprt" if name == "arena" else "4k")
        add("players", nargs="+", metavar="PLAYER", help="as for hule arena; bot: programs must be there on all machines")
        add("--first", help="number of the first deck [default: 0]")
        if name == "arena":
            add("--sprt", metavar="D0,D1", help="stop when a sequential test decides; without a value, 0,1")
            add("--round-robin", action="store_true", help="the same as the command round-robin")
        add("--move-time", metavar="SECONDS", help="time limit of bots per decision [default: 1]")
        add("--start-time", metavar="SECONDS", help="time limit of bots for starting [default: 10]")
        add("--strict", action="store_true", help="a bot that forfeits a decision forfeits the game")
        add("--bot-errors", metavar="DIR", help="directory for the standard error of bots, on the machine where they run")
        add("--json", action="store_true", help="print one JSON object")
        add("--html", metavar="FILE", help="write a report with charts as one HTML file")
        state(add)
    add = command("dataset", "Write games or decisions as Parquet files.", "1M")
    add("where", metavar="WHERE", help="folder that all machines share, or a URL such as s3://bucket/folder")
    add("--rows", choices=("games", "decisions"), default="games", help="what a row is [default: games]")
    add("--players", nargs="+", metavar="PLAYER", help="of decisions: one, two or four [default: standard]")
    add("--observation", choices=("basic", "full", "deep"), default="basic", help="of decisions [default: basic]")
    add("--first", help="number of the first game [default: 0]")
    add("--part", type=_games, metavar="GAMES", help="games in a file [default: 1M, of decisions 10k]")
    add("--json", action="store_true", help="print the manifest")
    return made


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of processors, at least 1")
    return int(text)


def _games(text: str) -> int:
    """A number of games with a unit, as the command reads it."""
    found = re.fullmatch(r"([0-9_]*[0-9][0-9_]*)([kKmMgG]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number such as 5000, 20k, 3M or 1G")
    digits, unit = found.groups()
    return int(digits.replace("_", "")) * {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}[unit.lower()]


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("expected a folder")
    return Path(text)


def _refused(instead: str, text: str) -> NoReturn:
    raise argparse.ArgumentTypeError(f"{text}: not available on a cluster; use {instead}")


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The arguments. Players may stand between options, as for the command."""
    options = parser()
    # As for the command, `--sprt` has a value only behind a `=`.
    args, others = options.parse_known_args(["--sprt=0,1" if word == "--sprt" else word for word in words])
    if RUN[args.command] is arena and not any(word.startswith("-") for word in others):
        args.players += others
    elif others:
        options.error(f"unrecognized arguments: {' '.join(others)}")
    return args


def main() -> NoReturn:
    """Runs the command with the arguments of this process, and exits."""
    args = parsed(sys.argv[1:])
    try:
        from . import ClusterError, DatasetError, StateError, WorkerError
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    try:
        status = RUN[args.command](args)
        if status == STOPPED:
            _stop()
        sys.exit(status)
    except KeyboardInterrupt:
        _say("stopped")
        _stop()
    except (DatasetError, StateError, ValueError) as error:
        _fail(error, INPUT)
    except WorkerError as error:
        _fail(error, error.status)
    except ClusterError as error:
        _fail(error, FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        # Of the library, it is a sentence; of Python, it lacks the name of standard output.
        sentence = f"{error.filename or 'standard output'}: {error.strerror}" if error.strerror else error
        print(f"hule: {sentence}", file=sys.stderr)
        sys.exit(FAILED)
    except Exception as error:
        if not type(error).__module__.startswith("ray."):
            raise
        # Ray has given up: a range was lost too often, for example.
        _fail(error, FAILED)


def _stop() -> NoReturn:
    """Exits at once: if Ray was just starting, the end of the interpreter could crash."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(STOPPED)


def _fail(error: Exception, status: int) -> NoReturn:
    print(f"hule: {error}", file=sys.stderr)
    sys.exit(status)


def planned(arguments: list[str], args: argparse.Namespace) -> dict[str, Any]:
    """What the command would do with these arguments. If it would refuse them, so does this."""
    found = _hule._plan(["hule", *_given(args, "lang"), *arguments])
    if isinstance(found, int):
        sys.exit(found)
    plan: dict[str, Any] = json.loads(found)
    return plan


def _given(args: argparse.Namespace, *names: str) -> list[str]:
    """These options, as they were given."""
    values = ((name, getattr(args, name.replace("-", "_"), None)) for name in names)
    return [f"--{name}={value}" for name, value in values if value is not None]


def batch(args: argparse.Namespace) -> int:
    """``python -m hule.ray batch``."""
    plan = planned(["batch", *_given(args, "games", "seed", "first", "json", "csv", "html")], args)
    from . import parts
    from .state import VERSION

    end = plan["first"] + plan["games"]
    whole = {"hule": VERSION} | {key: plan[key] for key in ("command", "games", "seed", "first")}
    work = partial(parts.batch, plan["seed"])

    def publish(report: _hule._Merged) -> int:
        # `hule merge` writes files, and prints, as `hule batch` does.
        with tempfile.TemporaryDirectory(prefix="hule-") as folder:
            file = Path(folder) / "whole.json"
            file.write_text(report.report()[0], "utf-8")
            arguments = ["hule", "merge", str(file), *_given(args, "json", "csv", "html", "lang")]
            return _hule._main(arguments, [])

    return _merge(args, whole, work, (plan["first"], end), "games", publish, plan["games"])


def arena(args: argparse.Namespace) -> int:
    """``python -m hule.ray arena`` and ``round-robin``."""
    bots = _given(args, "move-time", "start-time", "bot-errors") + ["--strict"] * args.strict
    pairs = args.command == "round-robin" or bool(args.round_robin)
    options = _given(args, "games", "seed", "first", "sprt", "html") + ["--round-robin"] * pairs + ["--json"] * args.json
    plan = planned(["arena", *options, *bots, "--", *args.players], args)
    from .parts import ArenaWork
    from .state import VERSION, contents

    points = None if plan["sprt"] is None else tuple(plan["sprt"])
    work = ArenaWork(plan["players"], plan["seed"], points, pairs, plan["games_a_deck"], bots + _given(args, "lang"))
    keys = ("command", "players", "decks", "seed", "first", "sprt", "round_robin")
    whole = {"hule": VERSION} | {key: plan[key] for key in keys} | {"bot_options": bots, "files": contents(plan["players"])}

    def publish(report: _hule._Merged) -> int:
        language = plan["language"]
        taken = args.html is not None and _hule._write(args.html, report.html(language))
        text = report.report(language)[0 if args.json else 1]
        print(text, end="", file=sys.stderr if taken else sys.stdout, flush=True)
        return 0

    numbers = plan["first"], plan["first"] + plan["decks"]
    return _merge(args, whole, work, numbers, "decks", publish, plan["decks"])


@contextmanager
def _cluster() -> Iterator[None]:
    """Where a cluster is used. Ray prints what happens to it on standard output, which is for the report alone."""
    import ray

    out, sys.stdout = sys.stdout, sys.stderr
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # It ends already.
        raise
    finally:
        ray.shutdown()
        sys.stdout = out


def _merge(
    args: argparse.Namespace,
    plan: dict[str, Any],
    work: Any,
    numbers: tuple[int, int],
    unit: str,
    publish: Callable[[_hule._Merged], int],
    whole: int,
) -> int:
    """Plays, publishes the report and deletes the state, in this order."""
    from .many import merged
    from .state import FILES, State

    folder = args.state or _default_state(plan)
    ours = {(folder / name).resolve() for name in FILES}
    for result in (args.json, getattr(args, "csv", None), args.html):
        if isinstance(result, str) and Path(result).resolve() in ours:
            raise ValueError(f"{result} is a file of the state; choose another name")
    state = State(folder, plan)
    before = sum(end - first for (first, end), _ in state.parts)
    if before:
        _say(f"going on: {before} of {whole} {unit} were done before")
    started = time.monotonic()
    try:
        with _cluster():
            report = merged(plan, work, numbers, unit, args.cpus, state, None, in_order=plan.get("sprt") is not None)
    except KeyboardInterrupt:
        _say("stopped")
        _keep(state)
        return STOPPED
    except BaseException:
        _keep(state)
        raise
    status = FAILED
    try:
        status = publish(report)
    except BrokenPipeError:
        status = 0  # The reader has closed the pipe.
        raise
    finally:
        if status == 0:
            state.remove()
        else:
            _keep(state)
    if status == 0:
        _speed(plan, report.report()[0], before, started)
    return status


def _keep(state: Any) -> None:
    """Says where that is which need not be done again, if there is any."""
    if state.is_empty:
        state.remove()
    else:
        state.close()
        _say(f"what is done is kept in {state.folder}, and the same command goes on from there")


def _default_state(plan: dict[str, Any]) -> Path:
    """A folder of its own for each plan."""
    from .state import DEFAULT

    digest = hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()
    return Path(DEFAULT) / digest[:16]


def _speed(plan: dict[str, Any], report: str, before: int, started: float) -> None:
    seconds = time.monotonic() - started
    found = json.loads(report)
    games = found["games"] if plan["command"] == "arena" else found["totals"]["games"]
    if before:
        _say(f"{games} games, of which some were done before, in {seconds:.2f} s")
    else:
        _say(f"{games} games in {seconds:.2f} s: {games / seconds:.0f} games per second", prefix="")


def _say(sentence: str, prefix: str = "hule: ") -> None:
    print(f"{prefix}{sentence}", file=sys.stderr)


def dataset(args: argparse.Namespace) -> int:
    """``python -m hule.ray dataset``."""
    args.games = args.games or "1M"
    plan = planned(["batch", *_given(args, "games", "seed", "first")], args)
    from . import dataset as write

    try:
        with _cluster():
            manifest = write(
                args.where,
                plan["games"],
                rows=args.rows,
                players=args.players,
                observation=args.observation,
                seed=plan["seed"],
                first=plan["first"],
                part=args.part,
                cpus=args.cpus,
            )
    except KeyboardInterrupt:
        _say(f"stopped; the files that are done are in {args.where}, and the same command goes on from there")
        return STOPPED
    if args.json:
        print(json.dumps(manifest, indent=1, ensure_ascii=False))
    else:
        rows = sum(entry["rows"] for entry in manifest["parts"])
        size = sum(entry["bytes"] for entry in manifest["parts"])
        print(f"{args.where}: {rows} rows of {manifest['games']} games in {len(manifest['parts'])} files, {size} bytes")
    return 0


RUN: dict[str, Callable[[argparse.Namespace], int]] = {
    "batch": batch,
    "arena": arena,
    "round-robin": arena,
    "dataset": dataset,
}

if __name__ == "__main__":
    main()
