"""The graph of a review: the values for black, move by move, as SVG."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from othello import svg
from othello.formats.record import GameRecord
from othello.review.review import Mark, ReviewedMove
from othello.score import MOST_DISCS, Color

WIDTH: Final = 620
"""Width of the graph; all lengths are in the units of its viewBox."""
LEFT: Final = 44
"""Width of the column of values at the left."""
_HEIGHT = 200
_LABEL = "Value for black, move by move"
_TITLES = ("Discs for black", "Move")
_TOP = 20
"""Height of the titles of the axes, above the graph."""
_EDGE = 10
_MIN_RANGE = 8
"""Minimum range of the graph, in discs for either side."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The values for black, move by move."""

    step: float
    """Width of a move."""
    most: float
    """Discs at the upper edge."""
    values: dict[int, float]
    """Value for black in discs after each reviewed move, by its number; 0 is before the first move."""
    marks: dict[int, Mark]
    """Marks of moves, by their numbers."""
    exact_from: int | None
    """Number of the first move from which all values are exact; None if the last value is not."""
    last: int
    """Number of the last move."""

    @classmethod
    def of(cls, game: GameRecord, reviewed: dict[int, ReviewedMove]) -> "Graph":
        """Return the graph of a game, of which all or some moves were reviewed."""
        values = {ply: move.played.pov(Color.BLACK).discs for ply, move in reviewed.items()}
        if 1 in reviewed:
            values[0] = reviewed[1].best.pov(Color.BLACK).discs
        most = max([_MIN_RANGE, *(abs(value) for value in values.values())])
        return cls(
            step=(WIDTH - LEFT - _EDGE) / max(len(game.moves), 1),
            most=min(MOST_DISCS, 4 * (1 + most // 4)),
            values=dict(sorted(values.items())),
            marks={ply: move.mark for ply, move in reviewed.items() if move.mark is not Mark.NONE},
            exact_from=first_exact(reviewed.values()),
            last=len(game.moves),
        )

    def draw(self) -> str:
        """Return the graph as an SVG element."""
        points = " ".join(f"{self._x(ply)},{self._y(value)}" for ply, value in self.values.items())
        x, bottom = self._x(self.last), _HEIGHT - _EDGE
        parts = [
            f'<svg viewBox="0 -{_TOP} {WIDTH} {_TOP + _HEIGHT + 14}" role="img" aria-label="{_LABEL}">',
            *self._titles(),
            *self._background(),
            f'<polyline class="line" points="{points}"/>',
            *self._points(),
            f'<line class="cursor" x1="{x}" x2="{x}" y1="{_EDGE}" y2="{bottom}"/>',
            "</svg>",
        ]
        return "".join(parts)

    def scale(self) -> dict[str, float]:
        """Return the place before the first move, the width of a move, and that of the graph."""
        return {"left": LEFT, "step": self.step, "width": WIDTH}

    def _titles(self) -> Iterable[str]:
        """Yield the titles of both axes."""
        value, move = _TITLES
        yield f'<text x="0" y="-4">{value}</text>'
        yield f'<text x="{WIDTH - _EDGE}" y="-4" text-anchor="end">{move} &#8594;</text>'

    def _background(self) -> Iterable[str]:
        """Yield the area of exact values, the scale of values and the numbers of moves."""
        right = WIDTH - _EDGE
        if self.exact_from is not None:
            x = self._x(self.exact_from - 1)
            size = f'width="{right - float(x):.1f}" height="{_HEIGHT - 2 * _EDGE}"'
            yield f'<rect class="exact" x="{x}" y="{_EDGE}" {size}/>'
        for value in (self.most, self.most / 2, 0, -self.most / 2, -self.most):
            y, kind = self._y(value), "rule" if value else "zero"
            yield f'<line class="{kind}" x1="{LEFT}" x2="{right}" y1="{y}" y2="{y}"/>'
            label = svg.format_discs(value)
            yield f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{label}</text>'
        for ply in range(10, self.last + 1, 10):
            yield f'<text x="{self._x(ply)}" y="{_HEIGHT + 8}" text-anchor="middle">{ply}</text>'

    def _points(self) -> Iterable[str]:
        """Yield a point for each mark."""
        for ply, mark in self.marks.items():
            place = f'cx="{self._x(ply)}" cy="{self._y(self.values[ply])}"'
            yield f'<circle class="point {mark.name.lower()}" {place} r="4.5"/>'

    def _x(self, ply: int) -> str:
        return f"{LEFT + self.step * ply:.1f}"

    def _y(self, value: float) -> str:
        return f"{_HEIGHT / 2 - (_HEIGHT / 2 - _EDGE) * value / self.most:.1f}"


def first_exact(moves: Iterable[ReviewedMove]) -> int | None:
    """Return the number of the first move from which all values are exact; None if there is none."""
    first = None
    for move in sorted(moves, key=lambda move: move.ply, reverse=True):
        if not move.is_exact:
            break
        first = move.ply
    return first
