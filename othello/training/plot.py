"""The errors of a report as a picture in SVG: a panel for each set, a line for each weights."""

from collections.abc import Sequence
from html import escape
from typing import Final

from othello.training.report import Row, names_of

WIDTH: Final = 720
PANEL: Final = 320
"""Height of a panel, with its title and the labels of its axes."""
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 36, 48
"""Margins of a panel; the legend stands in the right one."""
COLORS: Final = ("#888888", "#d95f02", "#1b9e77", "#3366cc", "#e7298a", "#66a61e", "#a6761d", "#222222")
MOST_LABELS: Final = 12
"""Numbers below an axis, at most."""


def drawn(rows: Sequence[Row]) -> str:
    """The picture: mean absolute errors in discs by numbers of empty squares."""
    sets, weights = names_of(rows)
    panels = []
    for number, name in enumerate(sets):
        own = [row for row in rows if row.set == name]
        whole = (min(row.least for row in own), max(row.most for row in own))
        parts = [row for row in own if (row.least, row.most) != whole] or own
        panels += _panel(name, parts, weights, number * PANEL)
    height = PANEL * len(sets)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">'
    )
    return "\n".join([head, f'<rect width="{WIDTH}" height="{height}" fill="white"/>', *panels, "</svg>", ""])


def _panel(name: str, rows: Sequence[Row], weights: Sequence[str], top: int) -> list[str]:
    """One set: axes, and a line for each of the weights that have rows."""
    middles = {row: (row.least + row.most) / 2 for row in rows}
    first, last = min(middles.values()), max(middles.values())
    highest = int(max(row.error for row in rows)) + 1
    width, height = WIDTH - LEFT - RIGHT, PANEL - TOP - BOTTOM

    def across(middle: float) -> float:
        return LEFT + width * ((middle - first) / (last - first) if last > first else 0.5)

    def down(error: float) -> float:
        return top + TOP + height * (1 - error / highest)

    found = [_text(LEFT, top + 22, f"{name}: mean absolute error, discs", "start", bold=True)]
    for error in range(0, highest + 1, 1 + highest // MOST_LABELS):
        found.append(_line(LEFT, down(error), LEFT + width, down(error), "#dddddd"))
        found.append(_text(LEFT - 8, down(error) + 4, str(error), "end"))
    labels = sorted({(row.least, row.most) for row in rows})
    for low, high in labels[:: 1 + (len(labels) - 1) // MOST_LABELS]:
        label = str(low) if low == high else f"{low}-{high}"
        found.append(_text(across((low + high) / 2), top + PANEL - BOTTOM + 18, label, "middle"))
    found.append(_text(LEFT + width / 2, top + PANEL - 12, "empty squares", "middle"))
    for number, each in enumerate(weights):
        own = sorted((middles[row], row.error) for row in rows if row.weights == each)
        if own:
            points = [(across(middle), down(error)) for middle, error in own]
            color = COLORS[number % len(COLORS)]
            found += _curve(points, color)
            height_of_name = top + TOP + 8 + 18 * number
            found.append(
                _line(WIDTH - RIGHT + 12, height_of_name, WIDTH - RIGHT + 36, height_of_name, color, 3)
            )
            found.append(_text(WIDTH - RIGHT + 42, height_of_name + 4, each, "start"))
    return found


def _curve(points: Sequence[tuple[float, float]], color: str) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{color}"/>' for x, y in points]
    return [f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>', *dots]


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: int = 1) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{color}" stroke-width="{width}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
