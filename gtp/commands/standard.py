"""The commands of the GTP draft, and GNU Go's command gg-undo.

A handler is called with the session's state, the request, and the values of the command's arguments. It
returns the reply. Comments in quotation marks quote the draft (see `othello.gtp.protocol`).
"""

import sys
from typing import Final

import othello
from othello.errors import FormatError, IllegalMoveError, check_regular
from othello.formats import sgf
from othello.gtp.protocol import (
    PROTOCOL_VERSION,
    GtpError,
    format_vertex,
    parse_color,
    parse_float,
    parse_int,
    parse_seconds,
    parse_vertex,
)
from othello.gtp.registry import REGISTRY, optional
from othello.gtp.session import Request
from othello.gtp.session_state import GtpState
from othello.gtp.time_control import TimeLeft, TimeSettings
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import Move
from othello.search.settings import processor_seconds

NAME: Final = "Othello"
BOARD_SIZE: Final = 8


# Administration. These commands do not wait for the engine.


@REGISTRY.command("protocol_version")
def protocol_version(state: GtpState, request: Request) -> str:
    """Print the version of GTP."""
    return str(PROTOCOL_VERSION)


@REGISTRY.command("name")
def name(state: GtpState, request: Request) -> str:
    """Print the name of the engine."""
    return NAME


@REGISTRY.command("version")
def version(state: GtpState, request: Request) -> str:
    """Print the version of the engine."""
    return othello.__version__


@REGISTRY.command("known_command", command=optional(str))
def known_command(state: GtpState, request: Request, command: str = "") -> str:
    """Print true if the command exists, and false otherwise."""
    # "The protocol makes no distinction between unknown commands and known but unimplemented ones."
    return "true" if command in REGISTRY.entries else "false"


@REGISTRY.command("list_commands")
def list_commands(state: GtpState, request: Request) -> str:
    """Print the names of all commands, one per line."""
    return "\n".join(REGISTRY.entries)


@REGISTRY.command("quit")
def quit_session(state: GtpState, request: Request) -> None:
    """End the session."""
    # "The full response of this command must be sent before the engine closes its connection."


@REGISTRY.command("boardsize", size=parse_int)
def boardsize(state: GtpState, request: Request, size: int) -> None:
    """Set the board size, which must be 8."""
    # The GTP draft leaves the board undefined: "Thus the controller must call clear_board explicitly."
    if size != BOARD_SIZE:
        raise GtpError("unacceptable size")


@REGISTRY.command("komi", komi=parse_float)
def komi(state: GtpState, request: Request, komi: float) -> None:
    """Accept any komi but ignore it, because Othello has none."""


@REGISTRY.command("cputime")
def cputime(state: GtpState, request: Request) -> str:
    """Print the engine's processor time in seconds."""
    return f"{processor_seconds():.3f}"


# The game.


@REGISTRY.command("clear_board")
def clear_board(state: GtpState, request: Request) -> None:
    """Begin a new game, with the same time settings and transposition table."""
    # The transposition table is kept because some controllers send clear_board before every move.
    state.begin(Board())


@REGISTRY.command("loadsgf", file=str, move_number=optional(parse_int))
def load_sgf(state: GtpState, request: Request, file: str, move_number: int | None = None) -> None:
    """Load a game from an SGF file. Stop before the given move number, if any. Passes count as moves."""
    try:
        check_regular(file)
        state.begin(sgf.load_sgf(file, move_number))
    except FormatError as error:
        # The draft prescribes the error message of the reply, so the reason goes to standard error.
        print(f"othello: {error}", file=sys.stderr)
        raise GtpError("cannot load file") from None


@REGISTRY.command("play", color=parse_color, vertex=parse_vertex)
def play(state: GtpState, request: Request, color: Color, vertex: Move) -> None:
    """Make a move: a square, or pass if the color has no legal move."""
    try:
        state.board.push(vertex, color)
    except IllegalMoveError:
        raise GtpError("illegal move") from None


@REGISTRY.command("undo")
def undo(state: GtpState, request: Request) -> None:
    """Take back the last move, which may be a pass."""
    # "If you want to take back multiple moves, use this command multiple times."
    take_back(state, request)


@REGISTRY.command("gg-undo", moves=optional(parse_int))
def take_back(state: GtpState, request: Request, moves: int = 1) -> None:
    """Take back one move, or the given number of moves. Fail if the game is shorter."""
    if moves > state.board.ply:
        raise GtpError("cannot undo")
    for _ in range(moves):
        state.board.pop()


@REGISTRY.command("showboard")
def showboard(state: GtpState, request: Request) -> str:
    """Print the board as a diagram, with X for black and O for white."""
    position = state.board.position
    black, white = (len(position.discs(color)) for color in Color)
    over = ", game over" if position.is_over else ""
    return f"X {black}, O {white}{over}\n{position.diagram()}"


@REGISTRY.command("final_score")
def final_score(state: GtpState, request: Request) -> str:
    """Print the result of a finished game, such as B+12, W+4 or 0. Empty squares count for the winner."""
    result = state.board.result
    if result is None:
        raise GtpError("cannot score")
    return str(result)


# The engine's moves, and the time control.


@REGISTRY.command("genmove", color=parse_color)
def genmove(state: GtpState, request: Request, color: Color) -> str:
    """Choose a move and make it. Print its square, or pass if the color has no legal move."""
    with state.time.move(color, request.received) as clock:
        move = state.choose_for(color, clock, request.interrupted)
    state.play_own(color, move)
    return format_vertex(move)


@REGISTRY.command("reg_genmove", color=parse_color)
def reg_genmove(state: GtpState, request: Request, color: Color) -> str:
    """Choose and print a move as genmove does, but do not make it."""
    clock = state.time.clock(color, request.received)
    return format_vertex(state.choose_for(color, clock, request.interrupted))


@REGISTRY.command("time_settings", main=parse_seconds, period=parse_seconds, stones=parse_int)
def time_settings(state: GtpState, request: Request, main: float, period: float, stones: int) -> None:
    """Set the time control: main time in seconds, then seconds and moves per period. 0 1 0 means no limit."""
    state.time.configure(TimeSettings(main, period, stones))


@REGISTRY.command("time_left", color=parse_color, seconds=parse_float, stones=parse_int)
def time_left(state: GtpState, request: Request, color: Color, seconds: float, stones: int) -> None:
    """Set a clock to the seconds left for this number of moves or, if stones is 0, in the main time."""
    # Controllers that let a game continue after a time forfeit send negative seconds.
    state.time.set_left(color, TimeLeft(max(0.0, seconds), stones))
