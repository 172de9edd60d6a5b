"""What arenas and bots tell each other follows docs/bot-protocol.schema.json."""

from __future__ import annotations

import copy
import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import hule
from conftest import ROOT, Command

SCHEMA = json.loads((ROOT / "docs/bot-protocol.schema.json").read_text())

# Runs a bot, and writes down what it hears and says: one file for each process, one message a line, behind `<` or `>`.
LISTENER = """
import os, subprocess, sys, threading
log = open(os.path.join(sys.argv[1], str(os.getpid())), "wb")
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def listen(mark, source, target):
    for line in source:
        log.write(mark + line)
        target.write(line)
        target.flush()
    target.close()
told = threading.Thread(target=listen, args=(b"<", sys.stdin.buffer, bot.stdin))
told.start()
listen(b">", bot.stdout, sys.stdout.buffer)
told.join()
log.close()
sys.exit(bot.wait())
"""


def schema(part: str) -> Draft202012Validator:
    """The schema of what one side says."""
    return Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{part}"}]})


FROM_ARENA, FROM_BOT = schema("from_arena"), schema("from_bot")


def conversation(hule_command: Command, folder: Path, bot: list[str], other: str) -> list[tuple[str, Any]]:
    """What is said on a deck, whose games the bot plays at two seats, and another player at the others."""
    folder.mkdir()
    listener = shlex.join([sys.executable, "-c", LISTENER, str(folder), *bot])
    arena = ["arena", f"bot:{listener}", other, "-n", "6", "--json", "--seed", "4"]
    report = json.loads(hule_command(*arena, "--move-time", "100", "--start-time", "100"))
    assert report["bots"]["entrants"][0]["first"] is None, report["bots"]
    lines = [line for log in sorted(folder.iterdir()) for line in log.read_text().splitlines()]
    return [(line[0], json.loads(line[1:])) for line in lines]


def greedy() -> str:
    """The bot of docs/BOTS.md."""
    return (ROOT / "docs/BOTS.md").read_text().split("\n```python\n")[1].split("```")[0]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.skipif(os.name == "nt", reason="a command line of Unix")
def test_all_messages_of_games_follow_the_schema(hule_command: Command, tmp_path: Path) -> None:
    own = [os.environ["HULE"]] if "HULE" in os.environ else [sys.executable, "-m", "hule"]
    bots = {
        "useful": [*own, "bot", "useful"],
        "random": [*own, "bot", "random"],
        "first": [sys.executable, str(ROOT / "examples/bots/first.py")],
        "greedy": [sys.executable, "-c", greedy()],
    }
    seen: set[Any] = set()
    for name, bot in bots.items():
        requests = 0
        # Random players do not win.
        for mark, message in conversation(hule_command, tmp_path / name, bot, "random" if name == "random" else "useful"):
            seen.add((mark, message["type"], message.get("outcome")))
            if message["type"] == "request":
                requests += 1
                view = message["view"]
                seen.update((view["direction"], view["turn"].get("claim", view["turn"].get("drawn") is None)))
                seen.update(("meld", meld["type"]) for melds in view["melds"] for meld in melds)
                seen.update("target" for discard in view["river"] if "target" in discard)
            (FROM_ARENA if mark == "<" else FROM_BOT).validate(message)
        assert requests > 100
    told = {("<", kind, None) for kind in ("hello", "start", "request")}
    ends = {("<", "end", outcome) for outcome in ("ron", "self_drawn", "exhausted")}
    said = {(">", "hello", None), (">", "answer", None)}
    views = {"forward", "reversed", "ron", "pong", "chow", True, False, ("meld", "pong"), ("meld", "chow"), "target"}
    assert seen == told | ends | said | views


def test_the_schema_misses_no_field_of_a_request(hule_command: Command, tmp_path: Path) -> None:
    useful = [sys.executable, "-m", "hule", "bot", "useful"]
    said = conversation(hule_command, tmp_path / "useful", useful, "useful")
    request = next(message for _, message in said if message["type"] == "request")
    FROM_ARENA.validate(request)
    for place in ([], ["view"], ["view", "turn"]):

        def changed(place: list[str] = place) -> tuple[Any, Any]:
            whole = copy.deepcopy(request)
            part = whole
            for name in place:
                part = part[name]
            return whole, part

        for field in changed()[1]:
            whole, part = changed()
            del part[field]
            assert not FROM_ARENA.is_valid(whole), (place, field)
            wrong: list[Any] = ["x", -1, [{}]]
            for value in wrong:
                whole, part = changed()
                part[field] = value
                assert not FROM_ARENA.is_valid(whole), (place, field, value)


def test_bots_may_say_what_is_read_and_nothing_else() -> None:
    messages = json.loads((ROOT / "crates/hule/tests/data/bot-messages.json").read_text())
    for message in messages["good"]:
        FROM_BOT.validate(message)
    for message in messages["wrong"]:
        assert not FROM_BOT.is_valid(message), message
    for action in hule.Action:
        FROM_BOT.validate({"type": "answer", "id": 1, "action": str(action)})


def test_the_conversation_of_the_page_follows_the_schema() -> None:
    blocks = (ROOT / "docs/BOTS.md").read_text().split("\n```json\n")[1:]
    lines = [line for block in blocks for line in block.split("```")[0].splitlines()]
    assert len(lines) > 5
    for line in lines:
        message = json.loads(line)
        assert FROM_ARENA.is_valid(message) != FROM_BOT.is_valid(message), line
