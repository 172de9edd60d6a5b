"""The curve of a course, as a picture."""

from __future__ import annotations

import json
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 360, 48, 32
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd")


def plot(log: Path, picture: Path) -> None:
    """Draws the results of all tests in a log over the number of decisions."""
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        for name, value in row.items():
            if " against " in name:
                curves.setdefault(name, []).append((row["decisions"] / 1e6, value))
    points = [point for curve in curves.values() for point in curve]
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
    for percent in range(low, high + 1):
        _, down = place(0, percent)
        lines.append(f"<path d='M{LEFT} {down}H{WIDTH - 16}' stroke='#ddd'/><text x='8' y='{down + 4}'>{percent} %</text>")
    for part in range(5):
        across, _ = place(most * part / 4, low)
        lines.append(f"<text x='{across}' y='{HEIGHT - 10}' text-anchor='middle'>{most * part / 4:,.0f} M</text>")
    for index, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[index % len(COLOURS)]
        path = " ".join(",".join(map(str, place(*point))) for point in curve)
        lines.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>")
        lines.append(f"<text x='{WIDTH - 24}' y='{HEIGHT - 48 - 16 * index}' fill='{colour}' text-anchor='end'>{name}</text>")
    picture.write_text("\n".join([*lines, "</svg>", ""]))
