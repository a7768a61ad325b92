"""`othello-analyze`: a search that reports until the next line of input.

The command is modeled on `lz-analyze` of Leela Zero and KataGo, which Go GUIs support. The reply gets
one line for each report until the next line of input: a command, a comment or an empty line.
"""

import threading
from collections.abc import Callable
from typing import Final

from othello.engine import Engine
from othello.gtp.commands.analysis import color_or_turn
from othello.gtp.commands.registry import REGISTRY, GtpRequest, optional
from othello.gtp.protocol import (
    SYNTAX_ERROR,
    GtpError,
    format_vertex,
    format_vertices,
    parse_color,
    parse_int,
)
from othello.gtp.session_state import State
from othello.limits import Limits
from othello.position import Position
from othello.results import Info, Line
from othello.score import Color
from othello.search.cancel import Cancel
from othello.square import MAX_MOVES

INTERVAL: Final = 50
"""Default minimum time between two reports, in hundredths of a second."""
LINES: Final = 5
"""Default number of moves in a report."""
HUNDREDTHS: Final = 100


@REGISTRY.command(
    "othello-analyze",
    color=optional(str),
    interval=optional(str),
    lines=optional(str),
    number=optional(str),
)
def analyze(state: State, request: GtpRequest, *words: str) -> None:
    """Search and report the best moves, at most once per interval (1/100 s), until the next line comes."""
    color, interval, lines = _options(words)
    position = state.game.board_of(color_or_turn(state, color)).position
    if position.is_over:
        raise GtpError("the game is over")
    # A search to this depth goes to the end of the game.
    limits = Limits(depth=MAX_MOVES, multipv=lines)
    _Stream(state.engine, position, limits, request).run(interval / HUNDREDTHS)


class _Stream:
    """A search in another thread, whose reports become lines of the reply."""

    def __init__(self, engine: Engine, position: "Position", limits: Limits, request: GtpRequest) -> None:
        self._engine, self._position, self._limits, self._request = engine, position, limits, request
        self._cancel = Cancel()
        self._changed = threading.Condition()
        self._latest: Info | None = None
        self._reported: Info | None = None
        self._failure: BaseException | None = None

    def run(self, interval: float) -> None:
        """Report until the next line of input, at most every *interval* seconds."""
        worker = threading.Thread(target=self._search, name="analysis", daemon=True)
        with self._request.next_line.calls(self._end):
            worker.start()
            try:
                while not self._is_over():
                    self._wait_for(lambda: self._is_over() or self._latest is not self._reported, None)
                    self._report()
                    self._wait_for(self._is_over, interval)
            finally:
                self._cancel.set()
                worker.join()
        if self._failure is not None:
            raise self._failure
        self._report()

    def _is_over(self) -> bool:
        return self._cancel.is_set() or self._failure is not None

    def _wait_for(self, is_due: Callable[[], bool], seconds: float | None) -> None:
        with self._changed:
            self._changed.wait_for(is_due, seconds)

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _end(self) -> None:
        """Stop the search; called by the reader thread."""
        self._cancel.set()
        self._wake()

    def _search(self) -> None:
        try:
            self._engine.go(self._position, self._limits, on_info=self._note, cancel=self._cancel)
        except Exception as error:
            self._failure = error
            self._wake()

    def _note(self, info: Info) -> None:
        self._latest = info
        self._wake()

    def _report(self) -> None:
        """Write the latest report, unless it is already written."""
        info = self._latest
        if info is not self._reported and info is not None:
            self._reported = info
            self._request.write_line(format_info(info))


def format_info(info: Info) -> str:
    """Format a report in one line: for each move "info", then names and values."""
    return " ".join(_format_line(order, line, info) for order, line in enumerate(info.lines))


def _format_line(order: int, line: Line, info: Info) -> str:
    score = line.score
    probability = "" if score.probability is None else f" probability {score.probability}"
    return (
        f"info move {format_vertex(line.move)} order {order} score {score.discs:+.2f}"
        f" bound {score.bound.value} kind {score.kind.value} depth {line.depth}{probability}"
        f" nodes {info.nodes} time {info.seconds:.2f} pv {format_vertices(line.pv)}"
    )


def _options(words: tuple[str, ...]) -> tuple[Color | None, int, int]:
    """Return color, interval in hundredths of a second, and number of lines."""
    rest = list(words)
    color = parse_color(rest.pop(0)) if rest and rest[0].isalpha() and rest[0] != "lines" else None
    interval = parse_int(rest.pop(0)) if rest and rest[0] != "lines" else INTERVAL
    if not rest:
        return color, interval, LINES
    if len(rest) != 2 or rest[0] != "lines" or parse_int(rest[1]) < 1:
        raise GtpError(SYNTAX_ERROR)
    return color, interval, parse_int(rest[1])
