"""`othello-analyze`: a search that reports until the next line of input.

The command is modeled on `lz-analyze` of Leela Zero and KataGo, which Go GUIs support. The reply gets
one line for each report until the next line of input: a command, a comment or an empty line.
"""

from functools import partial
from typing import Final

from othello.gtp.commands.registry import REGISTRY, GtpRequest, optional
from othello.gtp.protocol import (
    SYNTAX_ERROR,
    GtpError,
    format_vertex,
    format_vertices,
    parse_color,
    parse_int,
)
from othello.gtp.session_state import GtpState
from othello.rules.score import Color
from othello.rules.square import MAX_MOVES
from othello.search.limits import Limits
from othello.search.results import Info, Line
from othello.search.settings import HAS_THREADS

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
def analyze(state: GtpState, request: GtpRequest, *words: str) -> None:
    """Search and report the best moves, at most once per interval (1/100 s), until the next line comes."""
    if not HAS_THREADS:
        raise GtpError("othello-analyze needs threads, which a browser's Python cannot start")
    color, interval, lines = _options(words)
    position = state.board_of(color).position
    if position.is_over:
        raise GtpError("the game is over")
    # A search to this depth goes to the end of the game.
    limits = Limits(depth=MAX_MOVES, multipv=lines)
    search = state.start(partial(state.engine.steps, position, limits))
    with request.next_line.calls(search.stop):
        for info in search:
            latest = (search.news() or [info])[-1]
            request.write_line(format_info(latest))
            search.wait(interval / HUNDREDTHS)
    request.next_line.wait()


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
