"""Commands of GoGui, a GUI that becomes one for Othello when the engine knows the rules for it.

GoGui starts the engine twice: to play, and as a ruler that it asks after each move what is
legal. It takes Othello's squares for its own, whose rows count from the bottom, so its
picture of the board is upside down and all names are right; row 8 is sent first.

Source: GoGui 1.6, `gogui-rules_*` in its game ruler, and its reference of analyze commands.
"""

from gtp.commands.draft import GAME, SIZE
from gtp.commands.registry import REGISTRY, repeated
from gtp.protocol import (
    SYNTAX_ERROR,
    GtpError,
    format_color,
    format_vertices,
    parse_color,
    parse_colored_moves,
)
from gtp.session_state import State
from othello.errors import IllegalMoveError
from othello.score import Color
from othello.square import PASS, Move

ANALYSES = (
    "pspairs/Value of each move/othello-values %m",
    "var/Principal variation/othello-pv %m",
    "gfx/Stable discs/othello-stable",
    "gfx/Mobility/othello-mobility %m",
    "plist/Legal moves/gogui-rules_legal_moves",
    "hstring/Board/showboard",
    "string/Level/othello-level %o",
)
"""What a person may look at: the kind of answer, the text of the menu, and the command."""


@REGISTRY.command("gogui-interrupt")
def interrupt(state: State) -> None:
    """Say that the comment "# interrupt" ends the search that runs."""


@REGISTRY.command("gogui-analyze_commands")
def analyze_commands(state: State) -> str:
    """The analyses for GoGui's menu."""
    return "\n".join(ANALYSES)


@REGISTRY.command("gogui-rules_game_id")
def game_id(state: State) -> str:
    """The game that the engine knows the rules of: Othello."""
    return GAME


@REGISTRY.command("gogui-rules_board_size")
def board_size(state: State) -> str:
    """The size of the board: 8."""
    return str(SIZE)


@REGISTRY.command("gogui-rules_board")
def board(state: State) -> str:
    """The board in eight lines, row 8 first: X black, O white, a full stop for an empty square."""
    cells = state.game.position.format()[: SIZE * SIZE].replace("-", ".")
    rows = [" ".join(cells[first : first + SIZE]) for first in range(0, SIZE * SIZE, SIZE)]
    return "\n".join(reversed(rows))


@REGISTRY.command("gogui-rules_side_to_move")
def side_to_move(state: State) -> str:
    """The color whose turn it is, also where it must pass."""
    return format_color(state.game.position.turn)


@REGISTRY.command("gogui-rules_legal_moves")
def legal_moves(state: State) -> str:
    """The moves of the side to move; pass where it must, nothing when the game is over."""
    position = state.game.position
    moves: list[Move] = position.legal_moves() or ([PASS] if position.must_pass else [])
    return format_vertices(moves)


@REGISTRY.command("gogui-rules_final_result")
def final_result(state: State) -> str:
    """The result of a finished game, in words."""
    result = state.game.result
    if result is None:
        raise GtpError("cannot score")
    if result.winner is None:
        return "Draw, 32 to 32"
    discs = (result.black, result.white)
    return f"{result.winner.name.capitalize()} wins, {max(discs)} to {min(discs)}"


@REGISTRY.command("gogui-rules_board_gfx")
def board_graphics(state: State) -> str:
    """Marks for the board: a square on each legal move, and the number of discs."""
    position = state.game.position
    black, white = position.discs(Color.BLACK), position.discs(Color.WHITE)
    marks = f"SQUARE {format_vertices(position.legal_moves())}\n" if position.legal_moves() else ""
    return f"{marks}TEXT Black {black}, white {white}"


@REGISTRY.command("gogui-rules_captured_count")
def captured_count(state: State) -> str:
    """How many discs were taken off the board: none, of either color."""
    return "0 0"


@REGISTRY.command("gogui-rules_setup", discs=repeated(str))
def rules_setup(state: State, *discs: str) -> None:
    """The same as gogui-setup."""
    setup(state, *discs)


@REGISTRY.command("gogui-setup", discs=repeated(str))
def setup(state: State, *discs: str) -> None:
    """Begin with these discs and no others, as in b e4 w d4; black is to move."""
    pairs = parse_colored_moves(discs)
    squares = [square for _, square in pairs]
    if PASS in squares or len(set(squares)) < len(squares):
        raise GtpError(SYNTAX_ERROR)
    state.game.set_discs({square: color for color, square in pairs})
    state.time.new_game()


@REGISTRY.command("gogui-setup_player", color=parse_color)
def setup_player(state: State, color: Color) -> None:
    """Choose the side to move."""
    state.game.set_turn(color)


@REGISTRY.command("gogui-play_sequence", moves=repeated(str))
def play_sequence(state: State, *moves: str) -> None:
    """Make several moves, as in b f5 w d6; none of them if one is illegal."""
    game = state.game
    for number, (color, move) in enumerate(parse_colored_moves(moves)):
        try:
            game.play(color, move)
        except IllegalMoveError:
            game.undo(number)
            raise GtpError("illegal move") from None
