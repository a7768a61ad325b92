"""Defines what a search reports: `SearchInfo` while it is running, and `SearchResult` at its end."""

from dataclasses import dataclass
from html import escape
from typing import Final

from othello.rules.score import MAX_DISCS, Bound, Discs, Score
from othello.rules.square import PASS, Move, format_moves

SHOWN: Final = 8
"""A `repr` shows up to this many moves of a line."""
MIN_SCORE: Final = Discs(-MAX_DISCS)
MAX_SCORE: Final = Discs(MAX_DISCS)
"""The lowest and the highest possible value of a position."""


def nodes_per_second(nodes: int, seconds: float) -> int:
    """Return a search's speed in positions per second, or 0 if the search took no measurable time."""
    return round(nodes / seconds) if seconds > 0 else 0


class Timed:
    """Adds the speed to a class that contains the nodes and seconds of a search."""

    __slots__ = ()
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> int:
        """Positions searched per second, or 0 if the search took no measurable time."""
        return nodes_per_second(self.nodes, self.seconds)


def _cells(tag: str, texts: tuple[str, ...]) -> str:
    """Return a row of an HTML table. The padding is for notebooks that don't pad cells, such as marimo."""
    begin = f'<{tag} style="padding: 0.2em 0.7em">'
    return f"<tr>{''.join(f'{begin}{escape(text)}</{tag}>' for text in texts)}</tr>"


class _Shown:
    """Displays a line of moves with its value as text, and one or more lines as an HTML table."""

    __slots__ = ()
    score: Score
    pv: tuple[Move, ...]

    def __str__(self) -> str:
        """Return the move, value and line, such as "f5 +0.75 (depth 10): f5 d6 c3", or "game over, +12"."""
        return self._text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._text(SHOWN)}>"

    def _repr_html_(self) -> str:
        """Return the best moves as an HTML table, for display in notebooks."""
        if not self.pv:
            return escape(str(self))
        lines = getattr(self, "lines", ()) or (self,)
        rows = [(str(line.pv[0]), str(line.score), format_moves(line.pv)) for line in lines]
        cells = (_cells("td", row) for row in rows)
        return f"<table>{_cells('th', ('move', 'value', 'line'))}{''.join(cells)}</table>"

    def _text(self, limit: int | None = None) -> str:
        """Return the first move, the score and up to *limit* moves of the line, or "game over"."""
        if not self.pv:
            return f"game over, {self.score}"
        rest = "" if limit is None or len(self.pv) <= limit else " ..."
        return f"{self.pv[0]} {self.score}: {format_moves(self.pv[:limit])}{rest}"


@dataclass(frozen=True, slots=True, repr=False)
class Line(_Shown):
    """A move, its value, and the best moves after it."""

    score: Score
    """Value of the move for the side to move, with its certainty."""
    depth: int
    """Depth, in plies, of the last completed search of the move. If solved, this is the number of empty
    squares."""
    pv: tuple[Move, ...]
    """The move, and then the best moves of both sides, including passes."""

    @property
    def move(self) -> Move:
        """The first move of the line."""
        return self.pv[0]


@dataclass(frozen=True, slots=True, repr=False)
class SearchInfo(Timed, _Shown):
    """What a search has found after an iteration or, with several lines, after each of its lines."""

    depth: int
    """Depth of the iteration in plies. If the position is solved, this is the number of empty squares."""
    score: Score
    """Value of the best move for the side to move."""
    nodes: int
    """Positions searched so far. Positions with one or two empty squares do not count."""
    seconds: float
    """Time since the search began."""
    pv: tuple[Move, ...]
    """Principal variation: the best moves of both sides, including passes. It contains at least one move."""
    lines: tuple[Line, ...] = ()
    """The best moves with their values, best first. `lines[0].pv` is `pv`. Lines that the current iteration
    has not reached yet come from the previous iteration."""


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(Timed, _Shown):
    """The result of a search: best move, value and principal variation."""

    move: Move | None
    """The best move, PASS if a pass is forced, or None if the game is over."""
    score: Score
    """Value of the position for the side to move, with its certainty."""
    depth: int
    """Depth of the last completed iteration in plies. If solved, this is the number of empty squares."""
    nodes: int
    """Positions searched. Positions with one or two empty squares do not count."""
    seconds: float
    """Seconds that the search took."""
    pv: tuple[Move, ...]
    """Principal variation, beginning with `move`. Empty if the game is over."""
    was_stopped: bool = False
    """Whether a limit or a stop request ended the search before it reached the requested depth or goal."""
    lines: tuple[Line, ...] = ()
    """The requested number of best moves, best first. `lines[0].move` is `move`. Empty if the game is over.
    """
    lower: Discs = MIN_SCORE
    """Proved lower bound on the value of the position for the side to move: -64..64."""
    upper: Discs = MAX_SCORE
    """Proved upper bound. If the position is solved, it is equal to `lower`."""
    loss: float = 0.0
    """Discs that `move` loses compared with the best move, if a human-like level chose `move`, otherwise
    0."""
    is_book: bool = False
    """Whether the move comes from an opening book rather than a search."""

    @property
    def is_solved(self) -> bool:
        """Whether the score is proved and is a value rather than a bound."""
        return self.score.is_proved and self.score.bound is Bound.EQUAL

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass."""
        return self.move == PASS
