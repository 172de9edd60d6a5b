"""The curve of a course, as a picture: python python/train/plot.py LOG PICTURE."""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 360, 48, 32
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd")
LEARNING = "while learning"

Points = list[tuple[float, float]]


def curves(log: Path) -> dict[str, Points]:
    """The results of all tests over millions of decisions, and what the learner won in between."""
    found: dict[str, Points] = {LEARNING: []}
    for line in log.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for name, value in row.items():
            if " against " in name or name == "won":
                found.setdefault(LEARNING if name == "won" else name, []).append((row["decisions"] / 1e6, value))
    return found


def plot(log: Path, picture: Path) -> None:
    """Draws the curves of a log."""
    found = curves(log)
    points = [point for curve in found.values() for point in curve]
    if not points:
        return
    most = max(x for x, _ in points) or 1
    low, high = int(min(y for _, y in points)), int(max(y for _, y in points)) + 1

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + x / most * (WIDTH - LEFT - 16)
        down = 16 + (high - y) / (high - low) * (HEIGHT - BOTTOM - 16)
        return round(across, 1), round(down, 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f"<title>Games won in % over millions of decisions</title><rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>",
    ]
    for percent in range(low, high + 1, max(1, (high - low) // 10)):
        _, down = place(0, percent)
        lines.append(f"<path d='M{LEFT} {down}H{WIDTH - 16}' stroke='#ddd'/><text x='8' y='{down + 4}'>{percent} %</text>")
    for part in range(5):
        across, _ = place(most * part / 4, low)
        label = f"{most * part / 4:,.0f} M" if most >= 8 else f"{most * part / 4:.2f} M"
        lines.append(f"<text x='{across}' y='{HEIGHT - 10}' text-anchor='middle'>{label}</text>")
    for index, (name, curve) in enumerate(found.items()):
        colour, width = ("#999", 1) if name == LEARNING else (COLOURS[(index - 1) % len(COLOURS)], 2)
        path = " ".join(",".join(map(str, place(*point))) for point in curve)
        lines.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{width}'/>")
        if name != LEARNING:
            circles = ((x, y) for x, y in (place(*point) for point in curve))
            lines += [f"<circle cx='{x}' cy='{y}' r='3' fill='{colour}'/>" for x, y in circles]
        lines.append(
            f"<text x='{WIDTH - 24}' y='{HEIGHT - 48 - 16 * index}' fill='{colour}' text-anchor='end'>{name}</text>"
        )
    picture.write_text("\n".join([*lines, "</svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python python/train/plot.py LOG PICTURE")
    try:
        plot(Path(sys.argv[1]), Path(sys.argv[2]))
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
