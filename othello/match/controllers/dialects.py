"""Translates positions, moves and clocks for UGI and UCI engines that play Othello.

| engine | protocol | behavior | adaptation |
| --- | --- | --- | --- |
| othello2 of shedskin in 2023 | UGI | ignores `position startpos` | always send the board |
| nothello | UGI | makes its own move on its board | always send the whole game |
| Fairy-Stockfish | UCI | Othello is the variant `flipello` | set `UCI_Variant` |
| Fairy-Stockfish | UCI | counts rows from the bottom, writes moves as `P@f5` | mirror rows, drop `P@` |
| Fairy-Stockfish | UCI | a pass is a move of some disc to its own square | send the position without moves |
| Fairy-Stockfish | UCI | values are not in discs | report no value |

Sources: tests with the programs, and `src/variant.cpp` of Fairy-Stockfish.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from othello.formats.boards import format_fen, format_rows
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, Move, format_move, parse_move, transform_move

NO_MOVE: Final = "0000"
MIRROR: Final = 2
"""The number of the symmetry that swaps top and bottom (see `othello.rules.square`)."""
VARIANT: Final = "flipello"
"""The name of Othello in Fairy-Stockfish."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """The dialect of UGI engines, from which other dialects are derived."""

    name: str = "ugi"
    """The first line to the engine. The answer's last line is this name followed by "ok", as in "ugiok"."""
    players: tuple[str, str] = ("p1", "p2")
    """The names of black and white in the arguments of `go`."""
    options: tuple[tuple[str, str], ...] = ()
    """Options that an engine needs for Othello."""
    has_discs: bool = True
    """Whether the engine reports values in hundredths of a disc."""

    def position(self, board: Board) -> str:
        """Return the line that sets up the initial position and makes the moves of *board*."""
        moves = "".join(f" {NO_MOVE if move == PASS else format_move(move)}" for move in board.move_stack)
        return f"position fen {format_fen(board.first_position)}" + f" moves{moves}" * bool(moves)

    def move(self, word: str) -> Move:
        """Parse the move in an engine's answer. Raises InvalidNotationError."""
        return PASS if word == NO_MOVE else parse_move(word)


class FlipelloDialect(Dialect):
    """UCI as Fairy-Stockfish speaks it."""

    def position(self, board: Board) -> str:
        """Return the line that sets up the position. In this variant, moves drop discs from the hand."""
        position = board.position
        in_hand = "P" * position.empties + "p" * position.empties
        turn = "w" if position.turn is Color.BLACK else "b"
        return f"position fen {format_rows(position, 'P', 'p')}[{in_hand}] {turn} - - 0 1"

    def move(self, word: str) -> Move:
        """Parse the move in an engine's answer. Raises InvalidNotationError."""
        _, at, square = word.partition("@")
        if not at and word[:2] == word[2:]:
            return PASS
        return transform_move(parse_move(square or word), MIRROR)


UGI: Final = Dialect()
UCI: Final = FlipelloDialect("uci", ("w", "b"), (("UCI_Variant", VARIANT),), has_discs=False)
DIALECTS: Final[Mapping[str, Dialect]] = {"ugi": UGI, "uci": UCI}
