"""The commands of GoGui, a Go GUI that can play other games if the engine knows their rules.

GoGui starts two engine processes. One process plays. After each move, GoGui asks the other process for the
legal moves. GoGui draws row 1 at the bottom, so the board looks mirrored, but the names of the squares are
correct. When the engine prints the board, GoGui expects row 8 first.

Source: GoGui 1.6 (the `gogui-rules_*` commands that it sends) and its reference for analyze commands.
"""

from othello.errors import IllegalMoveError
from othello.gtp.commands.extensions import GAME
from othello.gtp.commands.standard import BOARD_SIZE
from othello.gtp.protocol import SYNTAX_ERROR, GtpError, format_vertices, parse_color, parse_colored_moves
from othello.gtp.registry import REGISTRY, repeated
from othello.gtp.session import Request
from othello.gtp.session_state import GtpState
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, bits_of, squares_of

ANALYSES = (
    "pspairs/Value of each move/othello-values %m",
    "var/Principal variation/othello-pv %m",
    "gfx/Stable discs/othello-stable",
    "gfx/Mobility/othello-mobility %m",
    "plist/Legal moves/gogui-rules_legal_moves",
    "hstring/Board/showboard",
    "string/Level/othello-level %o",
)
"""The entries of GoGui's analyze menu. Each consists of the reply's type, the label and the command."""


@REGISTRY.command("gogui-interrupt")
def interrupt(state: GtpState, request: Request) -> None:
    """Tell GoGui that the comment "# interrupt" stops a search."""


@REGISTRY.command("gogui-analyze_commands")
def analyze_commands(state: GtpState, request: Request) -> str:
    """Print the entries of GoGui's analyze menu."""
    return "\n".join(ANALYSES)


@REGISTRY.command("gogui-rules_game_id")
def game_id(state: GtpState, request: Request) -> str:
    """Print the name of the game: Othello."""
    return GAME


@REGISTRY.command("gogui-rules_board_size")
def board_size(state: GtpState, request: Request) -> str:
    """Print the board size: 8."""
    return str(BOARD_SIZE)


@REGISTRY.command("gogui-rules_board")
def board(state: GtpState, request: Request) -> str:
    """Print the board in eight lines, row 8 first, with X for black, O for white and . for empty."""
    cells = state.board.position.format()[: BOARD_SIZE * BOARD_SIZE].replace("-", ".")
    rows = [
        " ".join(cells[first : first + BOARD_SIZE]) for first in range(0, BOARD_SIZE * BOARD_SIZE, BOARD_SIZE)
    ]
    return "\n".join(reversed(rows))


@REGISTRY.command("gogui-rules_side_to_move")
def side_to_move(state: GtpState, request: Request) -> str:
    """Print the color to move, even if it must pass."""
    return str(state.board.turn)


@REGISTRY.command("gogui-rules_legal_moves")
def legal_moves(state: GtpState, request: Request) -> str:
    """Print the legal squares, or pass if there are none. After the end of the game, print nothing."""
    position = state.board.position
    return format_vertices(position.legal_moves)


@REGISTRY.command("gogui-rules_final_result")
def final_result(state: GtpState, request: Request) -> str:
    """Print the result of a finished game in words, such as Black wins, 40 to 24."""
    result = state.board.result
    if result is None:
        raise GtpError("cannot score")
    if result.winner is None:
        return "Draw, 32 to 32"
    discs = (result.black, result.white)
    return f"{result.winner.name.capitalize()} wins, {max(discs)} to {min(discs)}"


@REGISTRY.command("gogui-rules_board_gfx")
def board_graphics(state: GtpState, request: Request) -> str:
    """Mark each legal move with a square and print the disc counts."""
    position = state.board.position
    black, white = (len(position.discs(color)) for color in Color)
    squares = squares_of(position.legal_moves_bits)
    marks = f"SQUARE {format_vertices(squares)}\n" if squares else ""
    return f"{marks}TEXT Black {black}, white {white}"


@REGISTRY.command("gogui-rules_captured_count")
def captured_count(state: GtpState, request: Request) -> str:
    """Print the number of captured discs for each color, which is always 0 0."""
    return "0 0"


@REGISTRY.command("gogui-setup", discs=repeated(str))
@REGISTRY.command("gogui-rules_setup", discs=repeated(str))
def setup(state: GtpState, request: Request, *discs: str) -> None:
    """Clear the board and set up these discs, for example b e4 w d4. Black moves first."""
    pairs = parse_colored_moves(discs)
    squares = [square for _, square in pairs]
    if PASS in squares or len(set(squares)) < len(squares):
        raise GtpError(SYNTAX_ERROR)
    black, white = (bits_of(square for owner, square in pairs if owner is color) for color in Color)
    state.begin(Board(Position.from_discs(black, white, Color.BLACK)))


@REGISTRY.command("gogui-setup_player", color=parse_color)
def setup_player(state: GtpState, request: Request, color: Color) -> None:
    """Set the color to move."""
    state.board = state.board.with_turn(color)


@REGISTRY.command("gogui-play_sequence", moves=repeated(str))
def play_sequence(state: GtpState, request: Request, *moves: str) -> None:
    """Make several moves, for example b f5 w d6. If a move is illegal, make none of them."""
    board = state.board.copy()
    for color, move in parse_colored_moves(moves):
        try:
            board.push(move, color)
        except IllegalMoveError:
            raise GtpError("illegal move") from None
    state.board = board
