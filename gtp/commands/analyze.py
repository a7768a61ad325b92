"""`othello-analyze`: a search that reports its results until the next line of input.

The command is modeled on the `lz-analyze` command of Leela Zero and KataGo, which Go GUIs support. Each line
of the reply is one report. The reply ends when the next line of input (a command, a comment or an empty line)
arrives, or when the search reaches a limit.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from othello.gtp.protocol import (
    SYNTAX_ERROR,
    GtpError,
    format_vertex,
    format_vertices,
    parse_color,
    parse_int,
    parse_vertex,
)
from othello.gtp.registry import REGISTRY, optional, repeated
from othello.gtp.session import Request
from othello.gtp.session_state import GtpState
from othello.rules.score import Color
from othello.rules.square import MAX_MOVES, Move
from othello.search.limits import Limits
from othello.search.results import Line, SearchInfo
from othello.search.root_moves import root_moves
from othello.search.settings import HAS_THREADS

INTERVAL: Final = 50
"""Default minimum time between two reports, in hundredths of a second."""
LINES: Final = 5
"""Default number of moves in a report."""
HUNDREDTHS: Final = 100


def _count(word: str) -> int:
    """Parse a whole number of at least 1."""
    if not (number := parse_int(word)):
        raise GtpError(SYNTAX_ERROR)
    return number


def _moves(word: str) -> list[Move]:
    """Parse vertices separated by commas."""
    return list(map(parse_vertex, word.split(",")))


OPTIONS: Final[dict[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("lines", "depth", "nodes"), _count),
    **dict.fromkeys(("only", "without"), _moves),
}
"""The command's options and the functions that parse their values."""


@REGISTRY.command("othello-analyze", color=optional(str), interval=optional(str), options=repeated(str))
def analyze(state: GtpState, request: Request, *words: str) -> None:
    """Search and report the best moves at most once per interval (1/100 s) until the next line arrives.

    The options are lines N, depth N, nodes N, only MOVES, and without MOVES.
    """
    if not HAS_THREADS:
        raise GtpError("othello-analyze needs threads, but Python in a browser cannot start threads")
    color, interval, options = _read(words)
    position = state.board_of(color).position
    if position.is_over:
        raise GtpError("the game is over")
    limits = Limits(
        depth=options.get("depth", MAX_MOVES),  # extends the best line to the end of the game
        nodes=options.get("nodes"),
        multipv=options.get("lines", LINES),
        root_moves=root_moves(position, options.get("only", ()), options.get("without", ())),
    )
    search = state.start(partial(state.engine.steps, position, limits))
    with request.has_input.calls(search.stop):
        for info in search:
            latest = (search.news() or [info])[-1]
            request.write_line(format_info(latest))
            search.wait(interval / HUNDREDTHS)
    if not options.keys() & {"depth", "nodes"}:
        request.has_input.wait()


def format_info(info: SearchInfo) -> str:
    """Format a report as one line. Each move starts with "info", followed by names and values."""
    return " ".join(_format_line(order, line, info) for order, line in enumerate(info.lines))


def _format_line(order: int, line: Line, info: SearchInfo) -> str:
    score = line.score
    probability = "" if score.probability is None else f" probability {score.probability}"
    return (
        f"info move {format_vertex(line.move)} order {order} score {score.discs:+.2f}"
        f" bound {score.bound.value} kind {score.kind.value} depth {line.depth}{probability}"
        f" nodes {info.nodes} time {info.seconds:.2f} pv {format_vertices(line.pv)}"
    )


def _read(words: tuple[str, ...]) -> tuple[Color | None, int, dict[str, Any]]:
    """Return the color, the interval in hundredths of a second, and the options by name."""
    rest = list(words)
    color = parse_color(rest.pop(0)) if rest and rest[0].isalpha() and rest[0] not in OPTIONS else None
    interval = parse_int(rest.pop(0)) if rest and rest[0] not in OPTIONS else INTERVAL
    names, values = rest[::2], rest[1::2]
    if len(names) != len(values) or len(set(names)) != len(names) or not OPTIONS.keys() >= set(names):
        raise GtpError(SYNTAX_ERROR)
    return color, interval, {name: OPTIONS[name](value) for name, value in zip(names, values, strict=True)}
