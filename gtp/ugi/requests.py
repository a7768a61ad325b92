"""The handlers of requests.

A handler gets the state of the session and the request. Errors in a line are written as `info string`.
"""

import traceback
from collections.abc import Callable
from functools import partial
from typing import Final

from othello.errors import InvalidNotationError, NoLibraryError, OthelloError, quoted
from othello.gtp.protocol import GtpError
from othello.gtp.ugi.game import answer, known, parse_position
from othello.gtp.ugi.go_limits import GoLimits, parse_limits
from othello.gtp.ugi.options import parse_setting
from othello.gtp.ugi.protocol import QUESTIONS, format_best, format_line
from othello.gtp.ugi.session_state import UgiRequest, UgiState, complain
from othello.rules.square import Move
from othello.search.analysis import Steps, changed
from othello.search.results import Line, SearchInfo, SearchResult
from othello.search.stop_signal import StopSignal
from othello.version import __version__

Handler = Callable[[UgiState, UgiRequest], None]

AUTHOR: Final = "The Othello engine's authors"


def greet(state: UgiState, request: UgiRequest) -> None:
    """Answer with the name, the options, and `ugiok`. This is the first line."""
    request.write_line(f"id name Othello {__version__}")
    request.write_line(f"id author {AUTHOR}")
    for option in state.options.values():
        request.write_line(option.declaration())
    request.write_line("ugiok")


def confirm(state: UgiState, request: UgiRequest) -> None:
    """Answer `readyok` when the engine is ready, during a search at once."""
    if not state.is_searching:
        _ = state.engine
    request.write_line("readyok")


def begin_game(state: UgiState, request: UgiRequest) -> None:
    """Begin a new game, with an empty transposition table."""
    state.new_game()


def set_option(state: UgiState, request: UgiRequest) -> None:
    """Set an option, see below. A new Hash or Threads takes effect at the next `isready` or search."""
    state.set_option(*parse_setting(request.command.words))


def set_position(state: UgiState, request: UgiRequest) -> None:
    """Set the position to search, and make moves; `0000` is a pass, which may be omitted."""
    state.board = None
    state.board = parse_position(request.command.words)


def answer_query(state: UgiState, request: UgiRequest) -> None:
    """Answer `response` with true or false, with p1win, p2win, draw or none, or with the position."""
    question = " ".join(request.command.words)
    if question not in QUESTIONS:
        raise InvalidNotationError(f"{quoted(question)} is not a question: use {', '.join(QUESTIONS)}")
    request.write_line(f"response {answer(state.board, question)}")


def go(state: UgiState, request: UgiRequest) -> None:
    """Search within limits, see below, and answer `bestmove MOVE`."""
    limits = parse_limits(request.command.words)
    if limits.unread:
        complain(request, f"go has no limit {quoted(' '.join(limits.unread))}: the others hold")
    state.forget()
    state.hit = StopSignal()
    state.begin(partial(_answer_go, state, request, limits), is_unbounded=limits.is_unbounded)


def stop(state: UgiState, request: UgiRequest) -> None:
    """End the search, which answers with the best move so far."""
    # The reader has stopped a search that ran when the line came in. Its answer comes before later ones.
    if state.is_searching:
        state.finish()
    elif request.received > state.answered_at:
        complain(request, "nothing is being searched")


def hit(state: UgiState, request: UgiRequest) -> None:
    """Continue the search of `go ponder` as one with the other limits of that line."""
    if not state.is_searching:
        raise InvalidNotationError("there is no search: ponderhit follows go ponder")
    state.is_unbounded = False
    state.hit.set()


HANDLERS: Final[dict[str, Handler]] = {
    "ugi": greet,
    "isready": confirm,
    "uginewgame": begin_game,
    "setoption": set_option,
    "position": set_position,
    "query": answer_query,
    "go": go,
    "stop": stop,
    "ponderhit": hit,
}
DURING_SEARCH: Final = ("ugi", "isready", "query", "stop", "ponderhit")
"""Requests that do not wait for the end of the search before them."""


def _answer_go(state: UgiState, request: UgiRequest, limits: GoLimits, cancel: StopSignal) -> Steps[None]:
    """Search and write the answer."""
    found = None
    try:
        with request.interrupt.calls(cancel.set):
            found = yield from _search(state, request, limits, cancel)
    except (OthelloError, NoLibraryError, GtpError) as error:
        complain(request, str(error))
    except OSError:
        state.answered()
        raise
    except Exception as error:
        # A runner that gets no answer waits forever.
        traceback.print_exc()
        complain(request, f"internal error: {type(error).__name__}: {error}")
    _expect_reply(state, limits, found)
    state.answered()
    request.write_line(format_best(None if found is None else found.move))
    state.idle(request.successor)


def _search(
    state: UgiState, request: UgiRequest, limits: GoLimits, cancel: StopSignal
) -> Steps[SearchResult]:
    """Return the result of a search; an unbounded one waits for its stop even when it is done."""
    engine, board, report = state.engine, known(state.board), _reporter(request)
    since = request.received
    if limits.is_unbounded:
        with cancel.part() as until, state.hit.calls(until.set):
            analysis = engine.steps(board.position, limits.unbounded(state.multipv), until)
            found = yield from changed(analysis, report)
            until.wait()
        if cancel.is_set():
            return found
        since = state.now()
    if board.is_over:
        raise InvalidNotationError("the game is over, so there is no move")
    within = limits.limits(board.turn, state.multipv, state.now() - since)
    found = yield from changed(state.player.steps(engine, board, within, cancel), report)
    if found.is_book:
        complain(request, f"the move {found.move} comes from the opening book")
        report(SearchInfo(found.depth, found.score, found.nodes, found.seconds, found.pv, found.lines))
    return found


def _expect_reply(state: UgiState, limits: GoLimits, found: SearchResult | None) -> None:
    """Prepare to ponder after the engine's own move, which the runner may send back."""
    is_answer = not limits.is_unbounded or state.hit.is_set()
    if is_answer and found is not None and found.move is not None:
        before = known(state.board).position
        after = before.play(found.move)
        state.ponder_limits = limits.limits(before.turn, 1, 0.0)
        state.expect((before, after), after, found)


def _reporter(request: UgiRequest) -> Callable[[SearchInfo], SearchInfo]:
    """Return a function that writes each new line of a search, and returns its argument."""
    shown: dict[Move, tuple[int, Line]] = {}

    def report(info: SearchInfo) -> SearchInfo:
        for number, line in enumerate(info.lines, 1):
            if shown.get(line.move) != (number, line):
                shown[line.move] = number, line
                request.write_line(format_line(line, number, info))
        return info

    return report
