"""A game in GTP, where either color may move at any time.

"Consecutive moves of the same color are not considered illegal from the protocol point of view."
So a move names its color, as if it were that color's turn, and gives the turn to the other color. This
also supports controllers that omit passes. A pass that is sent is a move, which is stored and can be
taken back.
"""

from collections.abc import Mapping

from othello.errors import check_regular
from othello.formats.sgf import load_sgf
from othello.rules import mobility
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color, Result
from othello.rules.square import Move, Square, bits_of, squares_of


class Game:
    """A board on which either color may move."""

    def __init__(self) -> None:
        """Begin at the start of a game."""
        self.board = Board()
        """The position and the moves so far."""

    @property
    def position(self) -> Position:
        """The position; after a move, it is the other side's turn."""
        return self.board.position

    @property
    def result(self) -> Result | None:
        """The result; None while a side can move."""
        return self.position.result

    def board_of(self, color: Color) -> Board:
        """Return the board with *color* to move."""
        return self.board if self.board.turn is color else self.board.with_turn(color)

    def clear(self) -> None:
        """Begin at the start of a game, with no move to take back."""
        self.board = Board()

    def set_up(self, text: str) -> None:
        """Begin with a position, as `Position.parse` reads it; raise InvalidNotationError."""
        self.board = Board(Position.parse(text))

    def load_sgf(self, path: str, move_number: int | None) -> None:
        """Begin with the first game of a file, before move *move_number* or after its last move.

        Passes count as moves, also those that the file omits. The moves can be taken back. Raises
        FormatError and then changes nothing.
        """
        check_regular(path)
        self.board = load_sgf(path, move_number)

    def set_discs(self, discs: Mapping[Square, Color]) -> None:
        """Begin with these discs and no others; black is to move."""
        black, white = (bits_of(at for at, color in discs.items() if color is each) for each in Color)
        self.board = Board(Position.from_discs(black, white, Color.BLACK))

    def set_turn(self, color: Color) -> None:
        """Give the turn to *color*; earlier moves can still be taken back."""
        self.board = self.board_of(color)

    def play(self, color: Color, move: Move) -> None:
        """Make a move of *color*; if it is illegal, raise IllegalMoveError and change nothing.

        PASS is legal whenever *color* has no move, even after the end of the game.
        """
        self.board.push(move, color)

    def undo(self, moves: int = 1) -> None:
        """Take back *moves* moves, passes included.

        Raises IndexError, and changes nothing, if there are fewer.
        """
        made = len(self.board.move_stack)
        if moves > made:
            raise IndexError(f"{moves} moves to take back, of {made}")
        for _ in range(moves):
            self.board.pop()

    def stable_discs(self, color: Color) -> list[Square]:
        """Return discs of *color* that can never be turned."""
        return squares_of(mobility.stable_bits(self.position, color))

    def mobility(self, color: Color) -> int:
        """Return the number of moves of *color*, as if it were its turn."""
        return mobility.mobility_bits(self.position, color).bit_count()

    def replies(self, color: Color) -> dict[Square, int]:
        """Return the number of moves that the other side has after each move of *color*."""
        position = self.board_of(color).position
        after = {move: position.play_unchecked(move) for move in squares_of(position.legal_moves_bits)}
        return {move: each.legal_moves_bits.bit_count() for move, each in after.items()}
