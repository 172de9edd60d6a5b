#!/usr/bin/env python3
"""Checks the form of an input: 148 lines with the name of a tile each, four tiles of each kind."""

import sys
from collections import Counter

NAMES = [number + suit for suit in "MPS" for number in "123456789"]
NAMES += ["E", "S", "W", "N", "B", "F", "Z", "PASS", "REVERSE", "DOUBLE"]


def fault(data):
    """What is wrong with the input; None if it is right."""
    if not data.endswith(b"\n"):
        return "the last line has no line end"
    lines = [line.decode("latin-1") for line in data[:-1].split(b"\n")]
    for number, name in enumerate(lines, 1):
        if name not in NAMES:
            return f"line {number}: {name[:20]!r} is not a tile"
    if len(lines) != 4 * len(NAMES):
        return f"{len(lines)} lines; expected {4 * len(NAMES)}"
    for name, count in Counter(lines).items():
        if count != 4:
            return f"{count} tiles {name}; expected 4"
    return None


if __name__ == "__main__":
    found = fault(sys.stdin.buffer.read())
    if found is not None:
        print(found)
        sys.exit(43)
    sys.exit(42)
