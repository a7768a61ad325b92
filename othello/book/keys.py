"""Positions as keys: one for all symmetric positions, without the color of the side to move.

A key is (empty squares, discs of the side to move, discs of the other side) of the canonical position, see
`Position.canonical`. Values and results in a book are those of the side to move.
"""

from typing import Final, TypeAlias

from othello.kernels import moves
from othello.kernels.symmetry import canonical_symmetry, transformed
from othello.position import Position
from othello.score import Color
from othello.square import PASS_NUMBER, Symmetry, squares_of

Key: TypeAlias = tuple[int, int, int]
"""Empty squares, discs of the side to move, discs of the other side."""
START_EMPTIES: Final = 60


def key_of_words(player: int, opponent: int) -> tuple[Key, Symmetry]:
    """Return the key of two words of discs, and the symmetry that leads to the canonical position."""
    symmetry = canonical_symmetry(player, opponent)
    if symmetry:
        player, opponent = transformed(player, symmetry), transformed(opponent, symmetry)
    return (64 - (player | opponent).bit_count(), player, opponent), symmetry


def key_of(position: Position) -> tuple[Key, Symmetry]:
    """Return the key of a position, and the symmetry that leads to the canonical position.

    >>> key_of(Position.start().play("f5"))[0] == key_of(Position.start().play("d3"))[0]
    True
    """
    return key_of_words(position.player, position.opponent)


def position_of_key(key: Key) -> Position:
    """Return the canonical position of a key.

    A key has no color: black is to move if the number of empty squares is even, as in games without passes.
    """
    empties, player, opponent = key
    return Position(player, opponent, Color.WHITE if empties & 1 else Color.BLACK)


def children(key: Key) -> list[tuple[int, Key]]:
    """Return the legal moves with the keys of the positions after them.

    A move is a square of the canonical position, or PASS_NUMBER for a forced pass. A finished game has no
    moves.

    >>> [(move, after[0]) for move, after in children(key_of(Position.start())[0])]
    [(19, 59), (26, 59), (37, 59), (44, 59)]
    """
    _, player, opponent = key
    legal = moves.legal_moves(player, opponent)
    if not legal:
        must_pass = moves.legal_moves(opponent, player) != 0
        return [(PASS_NUMBER, key_of_words(opponent, player)[0])] if must_pass else []
    found = []
    for square in map(int, squares_of(legal)):
        turned = moves.flips(square, player, opponent)
        found.append((square, key_of_words(opponent ^ turned, player | turned | 1 << square)[0]))
    return found


def order(key: Key) -> tuple[int, bool]:
    """Return a sort key that puts every position after those that its moves lead to.

    A pass keeps the number of empty squares, and no second pass follows it.
    """
    empties, player, opponent = key
    return empties, not moves.legal_moves(player, opponent) and moves.legal_moves(opponent, player) != 0
