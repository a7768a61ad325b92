"""Reports of a search: `SearchInfo` while it runs, `SearchResult` at its end."""

from dataclasses import dataclass
from html import escape
from typing import Final

from othello.rules.score import MAX_DISCS, Bound, Discs, Score
from othello.rules.square import PASS, Move, format_moves

SHOWN: Final = 8
"""Moves of a line in a `repr`."""
MIN_SCORE: Final = Discs(-MAX_DISCS)
MAX_SCORE: Final = Discs(MAX_DISCS)
"""The range of all values."""


def nodes_per_second(nodes: int, seconds: float) -> int:
    """Return the speed of a search, or 0 if it took no measurable time."""
    return round(nodes / seconds) if seconds > 0 else 0


class Timed:
    """The speed of a search whose nodes and seconds are known."""

    __slots__ = ()
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> int:
        """Speed of the search."""
        return nodes_per_second(self.nodes, self.seconds)


def _cells(tag: str, texts: tuple[str, ...]) -> str:
    """Return a row of a table in HTML. Some notebooks, such as marimo's, leave no space between cells."""
    begin = f'<{tag} style="padding: 0.2em 0.7em">'
    return f"<tr>{''.join(f'{begin}{escape(text)}</{tag}>' for text in texts)}</tr>"


class _Shown:
    """The texts of a line of moves with its value, and the table of several such lines."""

    __slots__ = ()
    score: Score
    pv: tuple[Move, ...]

    def __str__(self) -> str:
        """Return move, value and line, as in "f5 +0.75 (depth 10): f5 d6 c3", or "game over, +12"."""
        return self._text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._text(SHOWN)}>"

    def _repr_html_(self) -> str:
        """Return the table of the best moves that notebooks show."""
        if not self.pv:
            return escape(str(self))
        lines = getattr(self, "lines", ()) or (self,)
        rows = [(str(line.pv[0]), str(line.score), format_moves(line.pv)) for line in lines]
        cells = (_cells("td", row) for row in rows)
        return f"<table>{_cells('th', ('move', 'value', 'line'))}{''.join(cells)}</table>"

    def _text(self, limit: int | None = None) -> str:
        """Return the first move, the score, and at most *limit* moves of the line, or "game over"."""
        if not self.pv:
            return f"game over, {self.score}"
        rest = "" if limit is None or len(self.pv) <= limit else " ..."
        return f"{self.pv[0]} {self.score}: {format_moves(self.pv[:limit])}{rest}"


@dataclass(frozen=True, slots=True, repr=False)
class Line(_Shown):
    """A move, its value, and the best moves after it."""

    score: Score
    """Value of the move, from the side to move's point of view, with its certainty."""
    depth: int
    """Depth of the last complete search of the move in plies: the number of empty squares if solved."""
    pv: tuple[Move, ...]
    """The move, and the best moves of both sides after it, passes included."""

    @property
    def move(self) -> Move:
        """The first move of the line."""
        return self.pv[0]


@dataclass(frozen=True, slots=True, repr=False)
class SearchInfo(Timed, _Shown):
    """The state of a search after an iteration or, with several lines, after each line of an iteration."""

    depth: int
    """Depth of the iteration in plies: the number of empty squares if the position is solved."""
    score: Score
    """Value of the best move, from the side to move's point of view."""
    nodes: int
    """Positions searched so far, without positions with one or two empty squares."""
    seconds: float
    """Time since the search began."""
    pv: tuple[Move, ...]
    """Principal variation: the best moves of both sides, passes included, at least one move."""
    lines: tuple[Line, ...] = ()
    """The best moves with their values, best first. `lines[0].pv` is `pv`. During an iteration the
    last lines come from the previous iteration."""


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(Timed, _Shown):
    """The result of a search: best move, value and principal variation."""

    move: Move | None
    """The best move, PASS if a pass is forced, or None if the game is over."""
    score: Score
    """Value of the position, from the side to move's point of view, with its certainty."""
    depth: int
    """Depth of the last complete iteration in plies: the number of empty squares if solved."""
    nodes: int
    """Positions searched, without positions with one or two empty squares."""
    seconds: float
    """Time of the search."""
    pv: tuple[Move, ...]
    """Principal variation, `move` first. Empty when the game is over."""
    was_stopped: bool = False
    """Whether a limit or a stop ended the search before the requested depth or goal."""
    lines: tuple[Line, ...] = ()
    """The requested number of best moves, best first. `lines[0].move` is `move`. Empty when the game
    is over."""
    lower: Discs = MIN_SCORE
    """Proved lower bound on the value of the position, from the side to move's point of view: -64..64."""
    upper: Discs = MAX_SCORE
    """Proved upper bound, equal to `lower` if the position is solved."""
    loss: float = 0.0
    """Discs that `move` loses compared with the best move if a human-like level chose it, otherwise 0."""
    is_book: bool = False
    """Whether the move comes from an opening book, and not from a search."""

    @property
    def is_solved(self) -> bool:
        """Whether the score is proved, and is more than a bound."""
        return self.score.is_proved and self.score.bound is Bound.EQUAL

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass."""
        return self.move == PASS
