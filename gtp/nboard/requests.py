"""The handlers of requests.

A handler gets the state of the session and the request, whose argument is the rest of the line.
Errors in a line are shown as the status of the engine.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from othello.errors import InvalidNotationError
from othello.formats.ggf import parse_ggf, parse_ggf_move
from othello.gtp.nboard.game import NBoardGame
from othello.gtp.nboard.protocol import format_book, format_eval, format_pv, format_search
from othello.gtp.nboard.session_state import NBoardRequest, NBoardState
from othello.rules.score import Score
from othello.rules.square import PASS, Move
from othello.search import levels
from othello.search.limits import Limits
from othello.search.results import Line, SearchInfo
from othello.storage.fields import parse_whole

Handler = Callable[[NBoardState, NBoardRequest], None]

MAX_CONTEMPT: Final = 199
"""A larger contempt changes no move: a draw is never worth as much as a win by two discs."""


def greet(state: NBoardState, request: NBoardRequest) -> None:
    """Do nothing. This is the first line."""


def set_depth(state: NBoardState, request: NBoardRequest) -> None:
    """Set the level of searches, 1 to 60. Answer `set myname OthelloN`."""
    state.set_depth(parse_whole(request.command.argument, "depth", 1, levels.STRONGEST))
    state.say(request, f"set myname {state.name}")


def set_contempt(state: NBoardState, request: NBoardRequest) -> None:
    """Value proved draws at C hundredths of a disc for black, at least -199 and at most 199."""
    contempt = parse_whole(request.command.argument, "contempt", -(10**6), 10**6)
    state.contempt = max(-MAX_CONTEMPT, min(MAX_CONTEMPT, contempt))


def set_game(state: NBoardState, request: NBoardRequest) -> None:
    """Load a game, whose last position is the one to search. The first game waits for the engine."""
    # If the game cannot be read, later requests must not get answers about the last game.
    state.set_game(None)
    # The engine must be ready before a clock runs.
    state.prepare(request)
    record = parse_ggf(request.command.argument)
    state.set_game(NBoardGame(record))
    if not record.played:
        state.player.new_game()


def make_move(state: NBoardState, request: NBoardRequest) -> None:
    """Make one more move of the game. A line such as `F5` or `PA`, of version 1, does the same."""
    game = state.game(request)
    state.set_game(None)
    game.push(parse_ggf_move(request.command.argument))
    state.set_game(game)


def pong(state: NBoardState, request: NBoardRequest) -> None:
    """Stop the running search and answer `pong N`. No line about an earlier request follows."""
    state.end_status(request)
    state.say(request, f"pong {request.command.argument}")


def learn(state: NBoardState, request: NBoardRequest) -> None:
    """Count the game in the book of `--book FILE`, and answer `learned`; if that fails, a status says why."""
    opening = state.player.opening
    if opening is None:
        raise InvalidNotationError("No book can learn: start the engine with --book FILE")
    positions = opening.learn(state.game(request).board)
    state.show_status(request, f"Learned a game with {positions} positions")
    state.say(request, "learned")


def hint(state: NBoardState, request: NBoardRequest) -> None:
    """Show the moves of the book in `book` lines, and search the N best moves, with `search` lines."""
    count = parse_whole(request.command.argument, "the number of moves", 1, 10**9)
    position = state.game(request).position
    if not position.is_over:
        for move in [] if state.player.opening is None else state.player.opening.book.moves(position):
            if move.move is not None and move.score is not None:
                state.say(request, format_book(move.move, move.score, move.games.visits, state.contempt))
        state.show_status(request, "Thinking")
        limits = Limits(level=state.depth, multipv=count)
        state.search(position, limits, request.successor, _reporter(state, request))
        state.show_status(request, "")


def go(state: NBoardState, request: NBoardRequest) -> None:
    """Choose a move, within the clock of the game if it has one, and answer `=== MOVE/EVAL/SECONDS`."""
    game = state.game(request)
    state.forget()
    state.show_status(request, "Thinking")
    limits = Limits(clock=game.clock())
    found = state.run(
        partial(state.player.steps, state.engine, game.board, limits),
        request.successor,
        _reporter(state, request),
    )
    move = PASS if found.move is None else found.move
    state.show_status(request, "")
    value, seconds = format_eval(found.score, state.contempt), f"{found.seconds:.2f}"
    is_said = state.say(request, f"=== {format_pv((move,))}/{value}/{seconds}")
    if is_said and found.move is not None:
        before = game.position
        after = before.play(move)
        # The GUI may send our move back, alone or in a whole game, at once or with the reply.
        state.expect((before, after), after, found)


def analyze(state: NBoardState, request: NBoardRequest) -> None:
    """Value each position of the game, from the last one back, in lines `analysis MOVES EVAL`."""
    positions = state.game(request).board.positions()
    limits = Limits(level=state.depth)
    known: Score | None = None
    state.show_status(request, "Analyzing")
    for moves_made in range(len(positions) - 1, -1, -1):
        score = state.search(positions[moves_made], limits, request.successor).score
        if request.successor.is_set():
            break
        if known is not None and -known.value > score.value:
            score = -known  # the move of the game is better than the move found
        known = score
        state.say(request, f"analysis {moves_made} {format_eval(score, state.contempt)}")
    state.show_status(request, "")


HANDLERS: Final[dict[str, Handler]] = {
    "nboard": greet,
    "set depth": set_depth,
    "set game": set_game,
    "set contempt": set_contempt,
    "move": make_move,
    "hint": hint,
    "go": go,
    "ping": pong,
    "learn": learn,
    "analyze": analyze,
}


def _reporter(state: NBoardState, request: NBoardRequest) -> Callable[[SearchInfo], None]:
    """Return a function that reports each new line of a search."""
    shown: dict[Move, Line] = {}

    def report(info: SearchInfo) -> None:
        for line in info.lines:
            if shown.get(line.move) != line:
                shown[line.move] = line
                state.say(request, format_search(line, state.contempt))
        state.say(request, f"nodestats {info.nodes} {info.seconds:.3f}")

    return report
