"""What the engine thinks of a position: for the menus of GUIs, and as a stream.

`othello-analyze` is made in the manner of `lz-analyze`, which GUIs for Go know from Leela
Zero and KataGo: its reply goes on, with a line from time to time, until the next line of
input comes in, be it a command or empty.
"""

import threading
from typing import TYPE_CHECKING, Final

from gtp.commands.registry import REGISTRY, optional
from gtp.protocol import SYNTAX_ERROR, GtpError, format_vertex, format_vertices, parse_color, parse_int
from gtp.session_state import State
from othello.human import levels as human_levels
from othello.limits import Limits
from othello.results import Info, Line
from othello.score import Bound, Color, Score
from othello.search import levels
from othello.search.cancel import Cancel
from othello.square import MAX_MOVES, Move

if TYPE_CHECKING:
    from othello.position import Position

INTERVAL: Final = 50
"""Hundredths of a second from one line to the next, at least, if nothing else is asked for."""
LINES: Final = 5
"""Moves that are reported if no number is asked for."""
HUNDREDTHS: Final = 100


@REGISTRY.command("othello-values", color=optional(parse_color))
def values(state: State, color: Color | None = None) -> str:
    """Each legal move with its value in discs, best first, for that color or the side to move."""
    lines = state.game.values(_turn(state, color), _limits(state), state.cancel)
    return " ".join(f"{format_vertex(line.move)} {_short(line.score)}" for line in lines)


@REGISTRY.command("othello-pv", color=optional(parse_color))
def principal_variation(state: State, color: Color | None = None) -> str:
    """The best moves of both sides, each after its color, for that color or the side to move."""
    color = _turn(state, color)
    position = state.game.seen_by(color)
    moves: tuple[Move, ...] = ()
    if not position.is_over:
        moves = state.game.engine.go(position, _limits(state), cancel=state.cancel).pv
    # Colors alternate, as passes are moves.
    letters = [each.name[0].lower() for each in (color, color.other)]
    return " ".join(f"{letters[number % 2]} {format_vertex(move)}" for number, move in enumerate(moves))


@REGISTRY.command("othello-stable")
def stable_discs(state: State) -> str:
    """Discs that can never be turned, as GoGui draws them; there may be more."""
    found = {color: state.game.stable_discs(color) for color in Color}
    marks = [f"{color.name} {format_vertices(squares)}" for color, squares in found.items() if squares]
    text = f"TEXT Stable discs: black {len(found[Color.BLACK])}, white {len(found[Color.WHITE])}"
    return "\n".join((*marks, text))


@REGISTRY.command("othello-mobility", color=optional(parse_color))
def mobility(state: State, color: Color | None = None) -> str:
    """How many moves the other side has after each move, and both have now, as GoGui draws them."""
    replies = state.game.replies(_turn(state, color))
    marks = " ".join(f"{format_vertex(move)} {count}" for move, count in replies.items())
    text = (
        f"TEXT Mobility: black {state.game.mobility(Color.BLACK)}, white {state.game.mobility(Color.WHITE)}"
    )
    return f"LABEL {marks}\n{text}" if marks else text


@REGISTRY.command(
    "othello-analyze",
    color=optional(str),
    interval=optional(str),
    lines=optional(str),
    number=optional(str),
)
def analyze(state: State, *words: str) -> None:
    """Search on and report the best moves every so many hundredths of a second, until the next line comes."""
    color, interval, lines = _options(words)
    position = state.game.seen_by(_turn(state, color))
    if position.is_over:
        raise GtpError("the game is over")
    _Stream(state, position, Limits(depth=MAX_MOVES, multipv=lines)).run(interval / HUNDREDTHS)


class _Stream:
    """A search in another thread, whose reports become lines of the reply."""

    def __init__(self, state: State, position: "Position", limits: Limits) -> None:
        self._state, self._position, self._limits = state, position, limits
        self._inbox = state.inbox
        self._cancel = Cancel()
        self._latest: Info | None = None
        self._told: Info | None = None
        self._failure: BaseException | None = None

    def run(self, interval: float) -> None:
        """Report until the next line comes, no more often than every *interval* seconds."""
        worker = threading.Thread(target=self._search, name="analysis", daemon=True)
        worker.start()
        try:
            while not self._is_over():
                self._inbox.wait(lambda: self._is_over() or self._latest is not self._told)
                self._tell()
                self._inbox.wait(self._is_over, interval)
        finally:
            self._cancel.set()
            worker.join()
        if self._failure is not None:
            raise self._failure
        self._tell()

    def _is_over(self) -> bool:
        return self._state.inbox.has_news(self._state.line) or self._failure is not None

    def _search(self) -> None:
        try:
            engine = self._state.game.engine
            engine.go(self._position, self._limits, on_info=self._note, cancel=self._cancel)
        except Exception as error:
            self._failure = error
            self._inbox.wake()

    def _note(self, info: Info) -> None:
        self._latest = info
        self._inbox.wake()

    def _tell(self) -> None:
        """Report what is new."""
        info = self._latest
        if info is not self._told and info is not None:
            self._told = info
            self._state.tell(format_info(info))


def format_info(info: Info) -> str:
    """All lines of a report in one line of text: "info", and names with their values, for each."""
    return " ".join(_format_line(order, line, info) for order, line in enumerate(info.lines))


def _format_line(order: int, line: Line, info: Info) -> str:
    score = line.score
    selectivity = "" if score.selectivity is None else f" selectivity {score.selectivity}"
    return (
        f"info move {format_vertex(line.move)} order {order} score {score.discs:+.2f}"
        f" bound {score.bound.value} kind {score.kind.value} depth {line.depth}{selectivity}"
        f" nodes {info.nodes} time {info.seconds:.2f} pv {format_vertices(line.pv)}"
    )


def _options(words: tuple[str, ...]) -> tuple[Color | None, int, int]:
    """Color, interval in hundredths of a second, and number of lines of `othello-analyze`."""
    rest = list(words)
    color = parse_color(rest.pop(0)) if rest and rest[0].isalpha() and rest[0] != "lines" else None
    interval = parse_int(rest.pop(0)) if rest and rest[0] != "lines" else INTERVAL
    if not rest:
        return color, interval, LINES
    if len(rest) != 2 or rest[0] != "lines" or parse_int(rest[1]) < 1:
        raise GtpError(SYNTAX_ERROR)
    return color, interval, parse_int(rest[1])


def _turn(state: State, color: Color | None) -> Color:
    return state.game.position.turn if color is None else color


def _limits(state: State) -> Limits:
    """Of the level alone: no clock runs during an analysis."""
    level = human_levels.number_of(state.level)
    return Limits(level=levels.DEFAULT if level is None else level)


def _short(score: Score) -> str:
    """A value that has room on a square: "+12" if it is exact, else with a fraction."""
    if score.is_proved and score.bound is Bound.EQUAL:
        return f"{score.discs:+.0f}"
    return f"{score.discs:+.1f}"
