#!/usr/bin/env python3
"""A first bot: wins when it can, never claims, and discards the tile that has least to do with its others.

It speaks the protocol of docs/PROTOCOL.md (section Bots): one JSON object a line, in and out.
"""

import json
import sys


def company(tile, hand):
    """How much a tile has to do with the other tiles of a hand."""
    if tile in ("DOUBLE", "REVERSE", "PASS"):
        return -1  # of no use in any hand
    points = 4 * (hand.count(tile) - 1)
    if tile[0].isdigit():
        number, suit = int(tile[0]), tile[1]
        for step, value in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
            points += value * hand.count(f"{number + step}{suit}")
        points += number not in (1, 9)
    return points


def choose(view, legal):
    """One of the legal actions, and why."""
    for win in ("RON", "SELFDRAWN"):
        if win in legal:
            return win, "a win"
    if "DECLINE" in legal:
        return "DECLINE", "no claims"
    # All are discards: OUT 3M, OUT PASS B.
    worth = {action: company(action.split()[1], view["hand"]) for action in legal}
    action = min(legal, key=worth.get)
    return action, f"its company is worth {worth[action]}"


def say(**message):
    print(json.dumps(message), flush=True)  # without the flush, the arena would wait in vain


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="first")
    elif message["type"] == "request":
        action, comment = choose(message["view"], message["legal"])
        say(type="answer", id=message["id"], action=action, comment=comment)
