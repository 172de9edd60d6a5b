"""What notebooks show: hands, games and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from .words import Seat, Tile

if TYPE_CHECKING:
    from ._hule import Game, Hand, View

_TILE = (
    "display:inline-block;min-width:1.6em;margin:1px;padding:1px 2px;"
    "border:1px solid #888;border-radius:3px;text-align:center"
)


def tiles(shown: Iterable[Tile]) -> str:
    """A row of tiles."""
    return "".join(f'<span style="{_TILE}">{tile}</span>' for tile in shown)


def hand(shown: Hand) -> str:
    """A hand with its distance."""
    melds = f" and {shown.open} open melds" if shown.open else ""
    return f"<div>{tiles(shown)}{melds} &nbsp; distance {shown.distance}</div>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""

    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return f"<table>{row(head, 'th')}{''.join(row(cells, 'td') for cells in rows)}</table>"


def game(shown: Game) -> str:
    """All hands, melds and discards."""
    return _seats(shown, [tiles(shown.hand(seat)) for seat in Seat])


def view(shown: View) -> str:
    """What the seat can see."""
    held = [f"{size} tiles" for size in shown.hand_sizes]
    held[shown.seat] = tiles(shown.hand)
    return _seats(shown, held)


def _seats(shown: Game | View, held: Sequence[str]) -> str:
    rows = []
    for seat in Seat:
        melds = " ".join(tiles(meld.tiles) for meld in shown.melds(seat))
        river = tiles(discard.tile for discard in shown.river if discard.seat is seat)
        rows.append(f"<tr><th>{seat}</th><td>{held[seat]} {melds}</td><td>{river}</td></tr>")
    who = f"{shown.turn.seat} has to decide" if shown.turn else ""
    return f"<table><tr><th></th><th>hand and melds</th><th>discards</th></tr>{''.join(rows)}</table>{who}"
