"""Draws an SVG graph of a game: how the value changes from move to move, from black's point of view."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from othello.rules.score import format_discs

WIDTH: Final = 620
"""Width of the graph. All lengths are in units of the graph's viewBox."""
LEFT: Final = 52
"""Width of the scale on the left."""
_HEIGHT = 200
_LABEL = "Value for black, move by move"
_TITLES = ("Discs for Black", "Move", "exact", "Final results, proved by search")
_TOP = 30
"""Height of the titles above the graph, which leaves room for the page's larger type on phones."""
_BOTTOM = 20
"""Height of the move numbers below the graph."""
_EDGE = 10
_RIGHT = WIDTH - 16
"""Right edge of the graph. It leaves room for half of the last move number, even in larger type on phones."""
_STYLE = """
.othello-graph text { fill: #7b858c; font: 11px Helvetica, Arial, 'Liberation Sans', sans-serif; }
.othello-graph .zero { stroke: #7b858c; }
.othello-graph .rule { stroke: #7b858c; stroke-opacity: 0.3; }
.othello-graph .exact { fill: #1f7d4d; fill-opacity: 0.12; }
.othello-graph .line { fill: none; stroke: #1f7d4d; stroke-width: 2; stroke-linejoin: round; }
"""
"""The style of a graph in a separate file, readable on light and dark backgrounds."""
_RANGE = 16
"""The value axis ends at a multiple of this many discs, so half of it is a multiple of 8."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph of the value after each move, from black's point of view."""

    step: float
    """Horizontal distance between two moves."""
    maximum: float
    """The value at the top edge, in discs. The value at the bottom edge is its negative."""
    values: dict[int, float]
    """Black's value in discs after each move, by move number (0 is the start). Moves may be missing."""
    points: Mapping[int, str]
    """The SVG attributes of the points that mark moves, by move number."""
    exact_from: int | None
    """The move number from which all values are exact, or None if the last value is not exact."""
    passes: frozenset[int]
    """The move numbers of passes. The labels of the axis do not count them."""
    last: int
    """Number of the last move, including passes, like all move numbers here."""

    @classmethod
    def of(
        cls,
        values: Mapping[int, float],
        points: Mapping[int, str],
        exact: Iterable[int],
        passes: Iterable[int] = (),
        last: int | None = None,
    ) -> "Graph":
        """Return the graph of *values*, which maps move numbers to discs from black's point of view.

        *points* contains the SVG attributes of points that mark moves. *exact* lists the moves with exact
        values by number, and *passes* lists the passes. *last* is the number of the last move, by default the
        last move with a value.
        """
        last = max(values, default=0) if last is None else last
        most = max([1, *(abs(value) for value in values.values())])
        return cls(
            step=(_RIGHT - LEFT) / max(last, 1),
            maximum=_RANGE * math.ceil(most / _RANGE),
            values=dict(sorted(values.items())),
            points=points,
            exact_from=_first_exact(values, set(exact)),
            passes=frozenset(passes),
            last=last,
        )

    def draw(self) -> str:
        """Return the graph as an SVG element for our own page, which adds styles and moves the cursor."""
        x, bottom = self._x(self.last), _HEIGHT - _EDGE
        cursor = f'<line class="cursor" x1="{x}" x2="{x}" y1="{_EDGE}" y2="{bottom}"/>'
        return self._element("", "", cursor)

    def picture(self, width: int) -> str:
        """Return the graph as an SVG file that is *width* pixels wide."""
        attributes = f' xmlns="http://www.w3.org/2000/svg" class="othello-graph" width="{width}"'
        return self._element(attributes, f"<style>{_STYLE}</style>", "")

    def _element(self, attributes: str, before: str, after: str) -> str:
        points = " ".join(f"{self._x(ply)},{self._y(value)}" for ply, value in self.values.items())
        box = f"0 -{_TOP} {WIDTH} {_TOP + _HEIGHT + _BOTTOM}"
        parts = [
            f'<svg{attributes} viewBox="{box}" role="img" aria-label="{_LABEL}">',
            before,
            *self._titles(),
            *self._background(),
            f'<polyline class="line" points="{points}"/>',
            *self._points(),
            after,
            "</svg>",
        ]
        return "".join(parts)

    def scale(self) -> dict[str, float]:
        """Return the x coordinate of move 0, the distance between two moves, and the width of the graph."""
        return {"left": LEFT, "step": self.step, "width": WIDTH}

    def _titles(self) -> Iterable[str]:
        """Yield the titles of both axes and of the area with exact values."""
        value, move, exact, proved = _TITLES
        yield f'<text x="0" y="-10">{value}</text>'
        yield f'<text x="0" y="{_HEIGHT + 14}">{move}</text>'
        if self.exact_from is not None:
            yield f'<text x="{_RIGHT}" y="-10" text-anchor="end">{exact}<title>{proved}</title></text>'

    def _background(self) -> Iterable[str]:
        """Yield the area of exact values, the lines and numbers of the value axis, and the move numbers."""
        if self.exact_from is not None:
            x = self._x(self.exact_from - 1)
            size = f'width="{_RIGHT - float(x):.1f}" height="{_HEIGHT - 2 * _EDGE}"'
            yield f'<rect class="exact" x="{x}" y="{_EDGE}" {size}/>'
        for value in (self.maximum, self.maximum / 2, 0, -self.maximum / 2, -self.maximum):
            y, kind = self._y(value), "rule" if value else "zero"
            yield f'<line class="{kind}" x1="{LEFT}" x2="{_RIGHT}" y1="{y}" y2="{y}"/>'
            label = format_discs(value)
            yield f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{label}</text>'
        between = 10 if self.last >= 20 else 5 if self.last >= 10 else 1
        placed = [ply for ply in range(1, self.last + 1) if ply not in self.passes]
        for number, ply in enumerate(placed, 1):
            if number % between == 0:
                yield f'<text x="{self._x(ply)}" y="{_HEIGHT + 14}" text-anchor="middle">{number}</text>'

    def _points(self) -> Iterable[str]:
        """Yield the points that mark moves."""
        for ply, attributes in self.points.items():
            center = f'cx="{self._x(ply)}" cy="{self._y(self.values[ply])}"'
            yield f'<circle {attributes} {center} r="4.5"/>'

    def _x(self, ply: int) -> str:
        return f"{LEFT + self.step * ply:.1f}"

    def _y(self, value: float) -> str:
        return f"{_HEIGHT / 2 - (_HEIGHT / 2 - _EDGE) * value / self.maximum:.1f}"


def _first_exact(values: Mapping[int, float], exact: set[int]) -> int | None:
    """Return the move number from which all values are exact, or None if there is no such move."""
    first = None
    for ply in sorted(values.keys() - {0}, reverse=True):
        if ply not in exact:
            break
        first = ply
    return first
