"""The handlers of NBoard's requests.

A handler is called with the session's state, the request, and the parsed argument after the request's name.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from othello.errors import InvalidNotationError
from othello.formats.ggf import parse_ggf, parse_ggf_move
from othello.gtp.nboard.game import NBoardGame
from othello.gtp.nboard.protocol import format_book, format_eval, format_pv, format_search
from othello.gtp.nboard.session_state import NBoardState
from othello.gtp.registry import Registry
from othello.gtp.session import Request
from othello.rules.score import Score
from othello.rules.square import PASS, Move
from othello.search import levels
from othello.search.limits import Limits
from othello.search.results import Line, SearchInfo
from othello.storage.fields import parse_whole

REGISTRY: Final = Registry()
"""NBoard's requests, except `quit`."""
MAX_CONTEMPT: Final = 199
"""Maximum contempt, which keeps a draw below a two-disc win. A larger value would not change any move."""


@REGISTRY.command("nboard", VERSION=str)
def greet(state: NBoardState, request: Request, version: str) -> None:
    """Do nothing. This is the first line that NBoard sends."""


@REGISTRY.command("set depth", N=partial(parse_whole, what="depth", minimum=1, maximum=levels.STRONGEST))
def set_depth(state: NBoardState, request: Request, depth: int) -> None:
    """Set the level of searches, 1 to 60. Answer `set myname OthelloN`."""
    state.set_depth(depth)
    state.say(request, f"set myname {state.name}")


@REGISTRY.command("set contempt", C=partial(parse_whole, what="contempt", minimum=-(10**6), maximum=10**6))
def set_contempt(state: NBoardState, request: Request, contempt: int) -> None:
    """Value a proven draw at C hundredths of a disc (-199 to 199) from Black's point of view."""
    state.contempt = max(-MAX_CONTEMPT, min(MAX_CONTEMPT, contempt))


@REGISTRY.command("set game", GGF=str)
def set_game(state: NBoardState, request: Request, game: str) -> None:
    """Load a game, so that its last position can be searched. The first request waits for the engine."""
    # Forget the previous game first. Otherwise, if this game cannot be read, later requests would be answered
    # for the previous game.
    state.last_game = None
    # The engine must be ready before a clock starts running.
    state.prepare(request)
    record = parse_ggf(game)
    state.last_game = NBoardGame(record)
    if not record.played:
        state.player.new_game()


@REGISTRY.command("move", MOVE=str)
def make_move(state: NBoardState, request: Request, move: str) -> None:
    """Make a move, MOVE[/EVAL[/SECONDS]]. NBoard's version 1 sends only the move, such as `F5` or `PA`."""
    game = state.game(request)
    state.last_game = None
    game.push(parse_ggf_move(move))
    state.last_game = game


@REGISTRY.command("ping", N=str)
def pong(state: NBoardState, request: Request, number: str) -> None:
    """Stop the running search and answer `pong N` after the last line about earlier requests."""
    state.end_status(request)
    state.say(request, f"pong {number}")


@REGISTRY.command("learn")
def learn(state: NBoardState, request: Request) -> None:
    """Add the game to the book of `--book FILE` and answer `learned`. An error is shown as the status."""
    opening = state.player.opening
    if opening is None:
        raise InvalidNotationError("There is no book to add the game to: start the engine with --book FILE")
    positions = opening.learn(state.game(request).board)
    state.show_status(request, f"Learned a game with {positions} positions")
    state.say(request, "learned")


@REGISTRY.command("hint", N=partial(parse_whole, what="the number of moves", minimum=1, maximum=10**9))
def hint(state: NBoardState, request: Request, count: int) -> None:
    """Write the book moves as `book` lines. Then search for the N best moves and write `search` lines."""
    position = state.game(request).position
    if not position.is_over:
        for move in [] if state.player.opening is None else state.player.opening.book.moves(position):
            if move.move is not None and move.score is not None:
                state.say(request, format_book(move.move, move.score, move.games.visits, state.contempt))
        state.show_status(request, "Thinking")
        limits = Limits(level=state.depth, multipv=count)
        state.search(position, limits, request.superseded, _reporter(state, request))
        state.show_status(request, "")


@REGISTRY.command("go")
def go(state: NBoardState, request: Request) -> None:
    """Choose a move within the time on the game's clock, if any, and answer `=== MOVE/EVAL/SECONDS`."""
    game = state.game(request)
    state.forget()
    state.show_status(request, "Thinking")
    limits = Limits(clock=game.clock())
    result = state.run(
        partial(state.player.steps, game.board, limits), request.superseded, _reporter(state, request)
    )
    move = PASS if result.move is None else result.move
    state.show_status(request, "")
    value, seconds = format_eval(result.score, state.contempt), f"{result.seconds:.2f}"
    is_said = state.say(request, f"=== {format_pv((move,))}/{value}/{seconds}")
    if is_said and result.move is not None:
        before = game.position
        after = before.play(move)
        # NBoard may send our move back right away or with the opponent's reply, either alone or in a whole
        # game.
        state.expect((before, after), after, result)


@REGISTRY.command("analyze")
def analyze(state: NBoardState, request: Request) -> None:
    """Evaluate each position of the game, from the last to the first, in lines `analysis MOVES EVAL`."""
    positions = state.game(request).board.positions()
    limits = Limits(level=state.depth)
    next_score: Score | None = None  # the score of the position after the next move
    state.show_status(request, "Analyzing")
    for moves_made in range(len(positions) - 1, -1, -1):
        score = state.search(positions[moves_made], limits, request.superseded).score
        if request.superseded.is_set():
            break
        if next_score is not None and -next_score.value > score.value:
            score = -next_score  # the played move is better than the search's choice
        next_score = score
        state.say(request, f"analysis {moves_made} {format_eval(score, state.contempt)}")
    state.show_status(request, "")


def _reporter(state: NBoardState, request: Request) -> Callable[[SearchInfo], None]:
    """Return a function that reports each new result of a search."""
    shown: dict[Move, Line] = {}

    def report(info: SearchInfo) -> None:
        for line in info.lines:
            if shown.get(line.move) != line:
                shown[line.move] = line
                state.say(request, format_search(line, state.contempt))
        state.say(request, f"nodestats {info.nodes} {info.seconds:.3f}")

    return report
