"""Pictures of a table: text for terminals, and images of numpy alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .._hule import Game
from ..words import Seat, Suit, Tile

__all__ = ["MODES", "drawn", "image", "text"]

MODES = ["ansi", "human", "rgb_array"]
"""The render modes."""

_Colour = tuple[int, int, int]

_SUITS: dict[Suit | None, tuple[str, _Colour]] = {
    Suit.CHARACTERS: ("31", (176, 32, 32)),
    Suit.DOTS: ("34", (32, 64, 176)),
    Suit.BAMBOOS: ("32", (16, 120, 48)),
    Suit.HONOURS: ("33", (48, 48, 48)),
    None: ("35", (144, 32, 144)),
}
_CLOTH: _Colour = (24, 92, 72)
_SELECTED: _Colour = (48, 128, 96)
_PAPER: _Colour = (244, 240, 228)
_TAKEN: _Colour = (150, 160, 150)
_INK: _Colour = (232, 232, 232)


def drawn(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The table as text (``"ansi"``), as an image (``"rgb_array"``), or printed (``"human"``)."""
    if mode == "ansi":
        return text(game)
    if mode == "rgb_array":
        return image(game)
    if mode == "human":
        sys.stdout.write(text(game) + "\n\n")
        sys.stdout.flush()
        return None
    raise ValueError(f"render_mode is {mode!r}; it is chosen when the environment is made: {', '.join(MODES)}")


def text(game: Game) -> str:
    """The table as text with colours.

    >>> import hule
    >>> print(text(hule.Game(hule.Deck.seeded(1, 0))).splitlines()[-1])
    95 tiles to draw, forward play: A has to discard
    """
    lines = str(game).splitlines()
    turn = game.turn
    coloured = [_coloured(line) for line in lines[:-1]]
    if turn is not None:
        coloured[2 * turn.seat] = f"\x1b[1m{coloured[2 * turn.seat]}\x1b[22m"
    return "\n".join([*coloured, lines[-1]])


_NAMES = {str(tile): tile for tile in Tile}


def _coloured(line: str) -> str:
    """A line of a seat with its tiles coloured by their suits. The first word may be the name of the seat."""
    head, rest = line[:2], line[2:]
    words = [f"\x1b[{_SUITS[_NAMES[word].suit][0]}m{word}\x1b[39m" if word in _NAMES else word for word in rest.split(" ")]
    return head + " ".join(words)


# Letters of 5 by 7 dots: each row is a number of five bits.
_FONT = {
    "A": (14, 17, 17, 31, 17, 17, 17),
    "B": (30, 17, 17, 30, 17, 17, 30),
    "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30),
    "E": (31, 16, 16, 30, 16, 16, 31),
    "F": (31, 16, 16, 30, 16, 16, 16),
    "L": (16, 16, 16, 16, 16, 16, 31),
    "M": (17, 27, 21, 21, 17, 17, 17),
    "N": (17, 25, 21, 21, 19, 17, 17),
    "O": (14, 17, 17, 17, 17, 17, 14),
    "P": (30, 17, 17, 30, 16, 16, 16),
    "R": (30, 17, 17, 30, 20, 18, 17),
    "S": (15, 16, 16, 14, 1, 1, 30),
    "U": (17, 17, 17, 17, 17, 17, 14),
    "V": (17, 17, 17, 17, 17, 10, 4),
    "W": (17, 17, 17, 21, 21, 27, 17),
    "Z": (31, 1, 2, 4, 8, 16, 31),
    "0": (14, 17, 19, 21, 25, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 6, 8, 16, 31),
    "3": (31, 2, 4, 2, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
    ">": (16, 8, 4, 2, 4, 8, 16),
    "<": (1, 2, 4, 8, 4, 2, 1),
}
_DOT = 2
_HIGH = 26
_ROW = 4 * _HIGH
_WIDE = 760


def image(game: Game) -> NDArray[np.uint8]:
    """The table as an image: for each seat its hand and melds, and below them its discards, dark if they were claimed."""
    pixels = np.empty((4 * _ROW + _HIGH + 8, _WIDE, 3), np.uint8)
    pixels[:] = _CLOTH
    turn = game.turn
    for seat in Seat:
        top = seat * _ROW
        if turn is not None and turn.seat is seat:
            pixels[top : top + _ROW - 4] = _SELECTED
        _write(pixels, top + 8, 8, str(seat), _INK)
        left = _tiles(pixels, top + 4, 30, [(tile, _PAPER) for tile in game.hand(seat)])
        for meld in game.melds(seat):
            left = _tiles(pixels, top + 4, left + 12, [(tile, _PAPER) for tile in meld.tiles])
        river = [(cast.tile, _PAPER if cast.claimed_by is None else _TAKEN) for cast in game.river if cast.seat is seat]
        _tiles(pixels, top + 8 + _HIGH, 30, river)
    # The tiles that are left, and the direction of play.
    way = ">" if game.direction.value == "forward" else "<"
    _write(pixels, 4 * _ROW + 8, 30, f"{len(game.wall)} {way}{way}{way}", _INK)
    return pixels


def _tiles(pixels: NDArray[np.uint8], top: int, left: int, tiles: Sequence[tuple[Tile, _Colour]]) -> int:
    """Draws tiles, in a second row if they need one, and returns where they end."""
    begin = left
    for tile, paper in tiles:
        # Special tiles have the first letters of their names.
        name = str(tile)[:3] if tile.is_special else str(tile)
        wide = max(len(name), 2) * 6 * _DOT + 6
        if left + wide > _WIDE:
            top, left = top + _HIGH, begin
        pixels[top : top + _HIGH - 2, left : left + wide - 2] = paper
        _write(pixels, top + 5, left + 4 + (2 - min(len(name), 2)) * 3 * _DOT, name, _SUITS[tile.suit][1])
        left += wide
    return left


def _write(pixels: NDArray[np.uint8], top: int, left: int, word: str, ink: _Colour) -> None:
    for letter in word:
        rows = np.array(_FONT.get(letter, (0,) * 7))
        dots = (rows[:, None] >> np.arange(4, -1, -1) & 1).astype(np.bool_)
        dots = dots.repeat(_DOT, 0).repeat(_DOT, 1)
        place = pixels[top : top + dots.shape[0], left : left + dots.shape[1]]
        place[dots[: place.shape[0], : place.shape[1]]] = ink
        left += 6 * _DOT
