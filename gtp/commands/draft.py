"""What each command of the draft does, and a few of our own.

A handler gets the `State` of the session and the values of its arguments, and returns the
text of the reply. What is in quotes is the text of the draft, see `gtp.protocol`.
"""

import sys
import time
from typing import Final

import othello
from gtp.commands.registry import REGISTRY, optional
from gtp.protocol import (
    PROTOCOL_VERSION,
    GtpError,
    GtpQuit,
    format_vertex,
    parse_color,
    parse_float,
    parse_int,
    parse_seconds,
    parse_vertex,
)
from gtp.session_state import State
from gtp.time_control import TimeLeft, TimeSettings
from othello.errors import FormatError, IllegalMoveError, InvalidNotationError
from othello.human import levels as human_levels
from othello.score import DISC, Color
from othello.search import levels
from othello.square import Move

NAME: Final = "Othello"
"""The name of the engine."""
GAME: Final = "Othello"
"""The name of the game, in the one spelling that GUIs look for."""
SIZE: Final = 8


# Administration: answered without the game, so at once.


@REGISTRY.command("protocol_version")
def protocol_version(state: State) -> str:
    """The version of GTP that is spoken."""
    return str(PROTOCOL_VERSION)


@REGISTRY.command("name")
def name(state: State) -> str:
    """The name of the engine."""
    return NAME


@REGISTRY.command("version")
def version(state: State) -> str:
    """The version of the engine."""
    return othello.__version__


@REGISTRY.command("known_command", command=optional(str))
def known_command(state: State, command: str = "") -> str:
    """Whether a command is known: true or false."""
    # "The protocol makes no distinction between unknown commands and known but unimplemented ones."
    return "true" if command in REGISTRY.entries else "false"


@REGISTRY.command("list_commands")
def list_commands(state: State) -> str:
    """The names of all commands, one a line."""
    return "\n".join(REGISTRY.entries)


@REGISTRY.command("quit")
def quit_session(state: State) -> None:
    """End the session."""
    # "The full response of this command must be sent before the engine closes its connection."
    raise GtpQuit


@REGISTRY.command("list_games")
def list_games(state: State) -> str:
    """The games that can be played: Othello. Quarry takes an engine without this for one of Go."""
    return GAME


@REGISTRY.command("set_game", game=str)
def set_game(state: State, game: str) -> None:
    """Choose the game, which must be Othello."""
    if game.lower() != GAME.lower():
        raise GtpError("unsupported game")


@REGISTRY.command("boardsize", size=parse_int)
def boardsize(state: State, size: int) -> None:
    """Choose the size of the board, which must be 8."""
    # The board may hold anything afterwards: "Thus the controller must call clear_board explicitly."
    if size != SIZE:
        raise GtpError("unacceptable size")


@REGISTRY.command("komi", komi=parse_float)
def komi(state: State, komi: float) -> None:
    """Take any komi, and ignore it: Othello has none."""


@REGISTRY.command("cputime")
def cputime(state: State) -> str:
    """The processor time that the engine has used, in seconds."""
    return f"{time.process_time():.3f}"


# The position.


@REGISTRY.command("clear_board")
def clear_board(state: State) -> None:
    """Begin a new game. Time settings stay, and what the engine has found out."""
    # Waits for the engine, unlike the commands before it: no clock is running yet.
    state.game.clear()
    state.time.new_game()


@REGISTRY.command("loadsgf", file=str, move_number=optional(parse_int))
def load_sgf(state: State, file: str, move_number: int | None = None) -> None:
    """Begin with the game of a file in SGF as it stands before that move, or at its end; passes count."""
    try:
        state.game.load_sgf(file, move_number)
    except FormatError as error:
        # The reply is the draft's own; what is wrong with the file is for the person.
        print(f"othello: {error}", file=sys.stderr)
        raise GtpError("cannot load file") from None
    state.time.new_game()


@REGISTRY.command("play", color=parse_color, vertex=parse_vertex)
def play(state: State, color: Color, vertex: Move) -> None:
    """Make a move: a square, or pass where the color has no legal move."""
    try:
        state.game.play(color, vertex)
    except IllegalMoveError:
        raise GtpError("illegal move") from None


@REGISTRY.command("undo")
def undo(state: State) -> None:
    """Take the last move back, be it a square or a pass."""
    # "If you want to take back multiple moves, use this command multiple times."
    take_back(state)


@REGISTRY.command("gg-undo", moves=optional(parse_int))
def take_back(state: State, moves: int = 1) -> None:
    """Take so many moves back, or one; none if there are not so many."""
    try:
        state.game.undo(moves)
    except IndexError:
        raise GtpError("cannot undo") from None


@REGISTRY.command("showboard")
def showboard(state: State) -> str:
    """The board as a diagram, black X and white O."""
    position = state.game.position
    black, white = position.discs(Color.BLACK), position.discs(Color.WHITE)
    over = ", game over" if position.is_over else ""
    return f"X {black}, O {white}{over}\n{position.diagram()}"


@REGISTRY.command("final_score")
def final_score(state: State) -> str:
    """The result of a finished game, such as B+12, W+4 or 0; the winner gets the empty squares."""
    result = state.game.result
    if result is None:
        raise GtpError("cannot score")
    return str(result)


# Moves of the engine, and their time.


@REGISTRY.command("genmove", color=parse_color)
def genmove(state: State, color: Color) -> str:
    """Find a move and make it: a square, or pass where the color has no legal move."""
    game = state.game
    with state.time.move(color, state.received) as clock:
        move = game.genmove(color, state.limits(clock), state.cancel, human_levels.human(state.level))
    return format_vertex(move)


@REGISTRY.command("reg_genmove", color=parse_color)
def reg_genmove(state: State, color: Color) -> str:
    """Find a move as genmove does, but do not make it."""
    game = state.game
    clock = state.time.clock(color, state.received)
    human = human_levels.human(state.level)
    return format_vertex(game.choose(color, state.limits(clock), state.cancel, human))


@REGISTRY.command("time_settings", main=parse_seconds, period=parse_seconds, stones=parse_int)
def time_settings(state: State, main: float, period: float, stones: int) -> None:
    """Choose the time limits: seconds for the game, then seconds for so many moves; 0 1 0 is no limit."""
    state.time.configure(TimeSettings(main, period, stones))


@REGISTRY.command("time_left", color=parse_color, seconds=parse_float, stones=parse_int)
def time_left(state: State, color: Color, seconds: float, stones: int) -> None:
    """Say what a clock shows: seconds for so many moves, or for the main time if stones is 0."""
    # A controller that lets its clock run on has negative seconds in the end.
    state.time.set_left(color, TimeLeft(max(0.0, seconds), stones))


# Our own.


@REGISTRY.command("othello-help", command=optional(str))
def explain(state: State, command: str = "") -> str:
    """What a command does, or what all of them do."""
    entries = [each for each in REGISTRY.entries.values() if command in ("", each.name)]
    if not entries:
        raise GtpError(f"no command {command}")
    return "\n".join(f"{each.usage} - {each.help}" for each in entries)


@REGISTRY.command("othello-level", level=optional(str))
def choose_level(state: State, level: str = "") -> str:
    """The playing level, after setting it to 0-60 or a name if one is given; it counts on a clock as well."""
    if level:
        try:
            state.level = human_levels.parse_level(level)
        except InvalidNotationError as error:
            raise GtpError(str(error)) from None
        return ""
    return str(levels.DEFAULT if state.level is None else state.level)


@REGISTRY.command("othello-seed", seed=optional(parse_int))
def choose_seed(state: State, seed: int | None = None) -> str:
    """The seed of levels that err, after setting it for all games if a number is given."""
    if seed is not None:
        state.game.set_seed(seed)
        return ""
    return str(state.game.seed)


@REGISTRY.command("othello-lost", color=parse_color)
def lost(state: State, color: Color) -> str:
    """The discs that a color has lost in this game by moves of levels that err."""
    return f"{state.game.lost_cd(color) / DISC:.2f}"


@REGISTRY.command("othello-depth", plies=optional(parse_int))
def choose_depth(state: State, plies: int | None = None) -> str:
    """The plies to look ahead at the most, after setting them if a number is given; 0 is no bound."""
    if plies is not None:
        state.depth = plies or None
        return ""
    return str(state.depth or 0)


@REGISTRY.command("othello-last")
def last_search(state: State) -> str:
    """What the last genmove or reg_genmove found: discs, the mover's view, depth in plies, nodes."""
    found = state.game.last_search
    if found is None:
        raise GtpError("no search")
    return f"{found.score.discs:+.2f} depth {found.depth} nodes {found.nodes}"


@REGISTRY.command("othello-setup", board=str, side=optional(str))
def set_up(state: State, board: str, side: str = "") -> None:
    """Begin with a position: 64 cells X, O or - from a1, b1 to h8, and the side to move, X or O."""
    try:
        state.game.set_up(f"{board} {side}")
    except InvalidNotationError as error:
        raise GtpError(str(error)) from None
    state.time.new_game()
