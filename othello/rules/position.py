"""A position: the discs of both sides and the side to move.

The side to move is called the *player*, and the other side the *opponent*. Each side's discs are a bitboard
with bit 0 for a1. A position need not be reachable in a game: the constructor rejects only bitboards that
overlap or have more than 64 bits. `Position.problems` detects other defects, such as an empty center.
"""

import importlib
import re
from dataclasses import dataclass
from enum import Flag, auto
from typing import Final

from othello.errors import IllegalMoveError, InvalidNotationError, InvalidPositionError, quoted
from othello.kernels import moves, zobrist
from othello.kernels.symmetry import canonical_symmetry
from othello.rules.score import Color, Discs, Result, final_score
from othello.rules.square import (
    PASS,
    PASS_NUMBER,
    SQUARE_NAMES,
    Move,
    MoveLike,
    Square,
    Symmetry,
    bits_from,
    bits_of,
    format_moves,
    neighbors,
    parse_square,
    square_number,
    squares_of,
    transform_bits,
)
from othello.rules.square_set import SquareSet

BOARD: Final = 0xFFFF_FFFF_FFFF_FFFF
"""The bitboard of all squares."""
CENTER: Final = bits_of(map(parse_square, ("d4", "e4", "d5", "e5")))
BLACK_CELLS: Final = "Xx*bB@"
WHITE_CELLS: Final = "Oo0wW"
EMPTY_CELLS: Final = "-._"
"""Characters for a black disc, a white disc and an empty square. All are accepted, but only the first of each
kind is written."""

_LABELS = re.compile(r"(?im)^[ \t]*a *b *c *d *e *f *g *h[ \t]*$|^[ \t]*[1-8]|[1-8][ \t]*$")
"""The letters and numbers around the cells of a diagram."""
_LONE_LAST = re.compile(r"\S\S\s+\S\s*\Z")
"""Matches a single character after spaces at the end of a string. It is the side to move, not a cell."""
_SIDES = (
    dict.fromkeys(BLACK_CELLS, Color.BLACK)
    | dict.fromkeys(WHITE_CELLS, Color.WHITE)
    | {"black": Color.BLACK, "white": Color.WHITE}
)


class Problem(Flag):
    """Reasons why a position cannot occur in a game from the usual start."""

    NO_DISCS = auto()
    """The board is empty."""
    EMPTY_CENTER = auto()
    """One of d4, e4, d5, e5 is empty, but discs never leave the board."""
    DETACHED = auto()
    """No chain of discs connects some disc to the center, but in a game every new disc touches another."""


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The discs of both sides and the side to move, without history.

    The constructor converts NumPy integers to ints. It raises InvalidPositionError if a bitboard is not an
    integer of at most 64 bits or if the bitboards overlap, and ValueError if *turn* is not a color.

    >>> position = Position.start().play("f5")
    >>> print(position.diagram(mark_moves=True))
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - - - - - -
    4 - - - O X . - -
    5 - - - X X X - -
    6 - - - . - . - -
    7 - - - - - - - -
    8 - - - - - - - -
    O to move
    >>> print(*position.legal_moves)
    f4 d6 f6
    >>> position
    Position.parse('---------------------------OX------XXX-------------------------- O')
    """

    player: int
    """Discs of the side to move, as a bitboard: 64 bits, bit 0 for a1."""
    opponent: int
    """Discs of the other side, as a bitboard."""
    turn: Color
    """The side to move, even if it must pass or the game is over."""

    def __post_init__(self) -> None:
        if not type(self.player) is type(self.opponent) is int or type(self.turn) is not Color:
            object.__setattr__(self, "player", bits_from(self.player))
            object.__setattr__(self, "opponent", bits_from(self.opponent))
            object.__setattr__(self, "turn", Color(self.turn))
        if self.player & self.opponent or (self.player | self.opponent) >> 64:
            raise InvalidPositionError(_defect(self.player, self.opponent))

    @classmethod
    def start(cls) -> "Position":
        """Return the start of a game: black on e4 and d5, white on d4 and e5, black to move."""
        return _START

    @classmethod
    def from_discs(cls, black: int, white: int, turn: Color) -> "Position":
        """Return the position with these discs, given as bitboards.

        Raises the same exceptions as the constructor.
        """
        turn = Color(turn)
        return cls(black, white, turn) if turn is Color.BLACK else cls(white, black, turn)

    @classmethod
    def parse(cls, text: str, *, default_turn: Color | None = None) -> "Position":
        """Return the position described by a string. Raises InvalidNotationError if it is not a position.

        The string contains 64 cells in the order a1, b1, ... h8, followed by the side to move. A black disc
        is one of "X x * b B @", a white disc is one of "O o 0 w W", and an empty square is one of "- . _".
        The side to move is one of the characters for a disc, or "black" or "white", optionally followed by
        "to move". If there are only cells, *default_turn* is to move. Spaces and line breaks may appear
        anywhere. The labels of a diagram are ignored: the letters a to h above or below it and the numbers 1
        to 8 at its sides.

        >>> Position.parse(Position.start().diagram()) == Position.start()
        True
        """
        bare = _LABELS.sub("", text)
        black, white, rest = _read_cells(bare)
        return cls.from_discs(black, white, _read_side(rest, default_turn))

    @property
    def black(self) -> int:
        """Black's discs, as a bitboard."""
        return self.player if self.turn is Color.BLACK else self.opponent

    @property
    def white(self) -> int:
        """White's discs, as a bitboard."""
        return self.player if self.turn is Color.WHITE else self.opponent

    @property
    def empties(self) -> int:
        """Number of empty squares, 0..64."""
        return 64 - (self.player | self.opponent).bit_count()

    @property
    def empty_squares(self) -> list[Square]:
        """The empty squares, in ascending order."""
        return squares_of(self.empty_bits)

    @property
    def empty_bits(self) -> int:
        """The empty squares, as a bitboard."""
        return BOARD & ~(self.player | self.opponent)

    def discs(self, color: Color) -> SquareSet:
        """Return the squares with *color*'s discs. To count the discs, use `len`.

        >>> Position.start().discs(Color.BLACK)
        SquareSet.parse('e4 d5')
        """
        return SquareSet.of_bits(self.player if Color(color) is self.turn else self.opponent)

    def color_at(self, square: MoveLike) -> Color | None:
        """Return the color of the disc on *square*, or None if the square is empty.

        Raises InvalidNotationError if there is no such square.
        """
        number = square_number(square)
        if self.player >> number & 1:
            return self.turn
        return self.turn.other if self.opponent >> number & 1 else None

    __getitem__ = color_at

    __iter__ = None
    """Makes positions non-iterable. Otherwise, Python would iterate over `position[0]` and so on."""

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves in ascending order, [PASS] if the side to move must pass, or [] after the end."""
        squares = squares_of(self.legal_moves_bits)
        return squares or ([PASS] if self.must_pass else [])

    @property
    def legal_moves_bits(self) -> int:
        """The squares that the side to move may play, as a bitboard."""
        return moves.legal_moves.unchecked(self.player, self.opponent)

    def is_legal(self, move: MoveLike) -> bool:
        """Return whether a move is legal. Raises InvalidNotationError if *move* is not a move."""
        return self.must_pass if Move(move) is PASS else self.flips_bits(move) != 0

    def flips(self, move: MoveLike) -> SquareSet:
        """Return the discs that a move flips: the empty set if the move is illegal or a pass.

        Raises InvalidNotationError if *move* is not a move.

        >>> Position.start().flips("f5")
        SquareSet.parse('e5')
        """
        return SquareSet.of_bits(self.flips_bits(move))

    def flips_bits(self, move: MoveLike) -> int:
        """Return the discs that a move flips, as a bitboard. It is 0 if the move is illegal or a pass."""
        square = int(Move(move))
        if square == PASS_NUMBER or (self.player | self.opponent) >> square & 1:
            return 0
        return moves.flips.unchecked(square, self.player, self.opponent)

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no legal square but the other side has one."""
        return not self.legal_moves_bits and moves.legal_moves.unchecked(self.opponent, self.player) != 0

    @property
    def is_over(self) -> bool:
        """Whether neither side has a legal square."""
        return not self.legal_moves_bits and not moves.legal_moves.unchecked(self.opponent, self.player)

    def play(self, move: MoveLike) -> "Position":
        """Return the position after a move, which is a square or a forced pass.

        The other side is to move in the new position, even if it must pass. Raises IllegalMoveError, or
        InvalidNotationError if *move* is not a move.

        >>> Position.start().play("f5").turn
        <Color.WHITE: 1>
        """
        move = Move(move)
        if move is PASS:
            return self.pass_turn()
        square, flipped = int(move), self.flips_bits(move)
        if not flipped:
            raise IllegalMoveError(f"{self.turn} cannot play {move}: {self._refusal(move)}")
        return Position(self.opponent ^ flipped, self.player | flipped | 1 << square, self.turn.other)

    def play_unchecked(self, square: int) -> "Position":
        """Return the position after a move to *square*, 0..63. The caller must ensure that the move is legal.

        Raises InvalidNotationError for other numbers, which would make compiled code read past its tables.
        """
        square = square_number(square)
        flipped = moves.flips.unchecked(square, self.player, self.opponent)
        return Position(self.opponent ^ flipped, self.player | flipped | 1 << square, self.turn.other)

    def pass_turn(self) -> "Position":
        """Return the position after a forced pass. Raises IllegalMoveError if a move is possible."""
        if not self.must_pass:
            raise IllegalMoveError(f"{self.turn} cannot pass: {self._refusal(PASS)}")
        return Position(self.opponent, self.player, self.turn.other)

    def _refusal(self, move: Move) -> str:
        """Return the reason why a move is illegal."""
        if move is PASS:
            legal = self.legal_moves
            return f"it may play {format_moves(legal)}" if legal else "the game is over"
        color = self.color_at(move)
        return f"the square has a {color} disc" if color else "that flips no disc"

    @property
    def disc_difference(self) -> int:
        """The disc count of the side to move minus the opponent's disc count, -64..64."""
        return self.player.bit_count() - self.opponent.bit_count()

    @property
    def final_score(self) -> Discs:
        """The score of the side to move if the game ended here, -64..64.

        The side with more discs gets the empty squares.
        """
        return final_score(self.player.bit_count(), self.opponent.bit_count())

    @property
    def result(self) -> Result | None:
        """The result of the game, or None if the game is not over."""
        return Result(self.black.bit_count(), self.white.bit_count()) if self.is_over else None

    @property
    def winner(self) -> Color | None:
        """The winner, or None if the game is drawn or not over."""
        result = self.result
        return result.winner if result else None

    def problems(self) -> Problem:
        """Return the reasons why the position cannot occur in a game.

        The result is falsy if there are none, as in `if position.problems():`.
        """
        discs = self.player | self.opponent
        reasons = Problem(0)
        if not discs:
            reasons |= Problem.NO_DISCS
        if CENTER & ~discs:
            reasons |= Problem.EMPTY_CENTER
        if discs & ~_connected(discs, CENTER & discs):
            reasons |= Problem.DETACHED
        return reasons

    @property
    def key(self) -> int:
        """The position's 64-bit Zobrist key, the same in every process and every release."""
        return zobrist.position_key.unchecked(self.player, self.opponent, self.turn.value)

    def transformed(self, symmetry: Symmetry) -> "Position":
        """Return the mirrored or rotated position. `othello.rules.square` lists the symmetries, 0..7."""
        return Position(
            transform_bits(self.player, symmetry), transform_bits(self.opponent, symmetry), self.turn
        )

    def canonical(self) -> tuple["Position", Symmetry]:
        """Return the canonical position and the symmetry that maps this position to it.

        Mirrored and rotated positions share a canonical position. Of these eight positions, it has the
        smallest (player, opponent). If several symmetries lead to it, the first symmetry is returned.
        """
        symmetry = canonical_symmetry.unchecked(self.player, self.opponent)
        return self.transformed(symmetry), symmetry

    def diagram(self, *, mark_moves: bool = False) -> str:
        """Return the board as ten lines, with X for black and O for white.

        If *mark_moves* is true, the legal squares of the side to move contain dots.
        """
        cells = self._cells()
        if mark_moves:
            for square in squares_of(self.legal_moves_bits):
                cells[square] = "."
        rows = (f"{row + 1} {' '.join(cells[8 * row : 8 * row + 8])}" for row in range(8))
        return "\n".join(("  a b c d e f g h", *rows, f"{self._side()} to move"))

    def format(self) -> str:
        """Return the position on one line: 64 cells X, O or -, a space, and X or O for the side to move."""
        return f"{''.join(self._cells())} {self._side()}"

    def _cells(self) -> list[str]:
        colors = {Color.BLACK: BLACK_CELLS[0], Color.WHITE: WHITE_CELLS[0], None: EMPTY_CELLS[0]}
        return [colors[self.color_at(square)] for square in range(64)]

    def _side(self) -> str:
        return (BLACK_CELLS if self.turn is Color.BLACK else WHITE_CELLS)[0]

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"Position.parse({self.format()!r})"

    def _repr_svg_(self) -> str:
        """Return the SVG picture for notebooks."""
        return picture_of(self)


_START = Position.from_discs(
    black=bits_of(map(parse_square, ("e4", "d5"))),
    white=bits_of(map(parse_square, ("d4", "e5"))),
    turn=Color.BLACK,
)


def picture_of(position: Position, last: Move = PASS) -> str:
    """Return the SVG picture that notebooks show. The last move is marked unless it is a pass."""
    drawing = importlib.import_module("othello.rules.drawing")  # only here, because it takes milliseconds
    discs = {color: position.discs(color) for color in Color}
    picture: str = drawing.plain(discs, None if last == PASS else last)
    return picture


def _defect(player: int, opponent: int) -> str:
    """Return the reason why two bitboards do not form a position."""
    if (player | opponent) >> 64:
        return f"{player} and {opponent} are not bitboards: use 0..2**64-1, bit 0 for a1"
    return f"both sides have a disc on {format_moves(squares_of(player & opponent))}: remove one of them"


def _connected(discs: int, seeds: int) -> int:
    """Return the discs that a chain of neighboring discs connects to *seeds*, which are discs, too."""
    group = 0
    while seeds != group:
        group = seeds
        seeds = discs & neighbors(group)
    return group


def _read_cells(text: str) -> tuple[int, int, str]:
    """Return black's discs and white's discs as bitboards, and the text that follows the 64 cells."""
    indexes = [index for index, character in enumerate(text) if not character.isspace()][:64]
    cells = [text[index] for index in indexes]
    for square, cell in enumerate(cells):
        if cell not in BLACK_CELLS + WHITE_CELLS + EMPTY_CELLS:
            raise InvalidNotationError(f"{cell!r} at {SQUARE_NAMES[square]} is not a cell: use X, O or -")
    rest = text[indexes[-1] + 1 :] if indexes else ""
    # If a cell is missing, the side to move has been taken for the last of the 64 cells.
    has_side_as_cell = not rest.strip() and _LONE_LAST.search(text) is not None
    if len(cells) < 64 or has_side_as_cell:
        raise InvalidNotationError(f"the board has {len(cells) - has_side_as_cell} cells, not 64")
    black = bits_of(square for square, cell in enumerate(cells) if cell in BLACK_CELLS)
    white = bits_of(square for square, cell in enumerate(cells) if cell in WHITE_CELLS)
    return black, white, rest


def _read_side(text: str, default: Color | None) -> Color:
    """Return the side to move that the text after the cells names. An empty string means *default*."""
    words = text.split()
    if [word.lower() for word in words[1:]] == ["to", "move"]:
        words = words[:1]
    if not words and default is not None:
        return default
    if not words:
        raise InvalidNotationError(
            "the side to move is missing after the 64 cells: add X for black or O for white"
        )
    side = _SIDES.get(words[0]) or _SIDES.get(words[0].lower())
    if side is None or len(words) > 1:
        raise InvalidNotationError(
            f"{quoted(' '.join(words))} after the 64 cells is not a side to move: use X (black) or O (white)"
        )
    return side
