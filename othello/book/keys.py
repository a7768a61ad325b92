"""Keys of positions in a book. Mirrored and rotated forms of a position have the same key.

A key consists of the number of empty squares and both sides' discs in the canonical position, with the side
to move first (see `Position.canonical`). It does not contain the color to move, so values and results in a
book are from the point of view of the side to move.
"""

from collections.abc import Iterator
from itertools import accumulate, product
from operator import or_
from typing import Final, TypeAlias

from othello.kernels import moves
from othello.kernels.symmetry import canonical_symmetry, transformed
from othello.rules.position import CENTER, Position
from othello.rules.score import Color
from othello.rules.square import PASS_NUMBER, Symmetry, squares_of

Key: TypeAlias = tuple[int, int, int]
"""The number of empty squares, and both sides' discs as bitboards, with the side to move first."""


def key_of_words(player: int, opponent: int) -> tuple[Key, Symmetry]:
    """Return the result of `key_of` for a position given as two bitboards."""
    symmetry = canonical_symmetry.unchecked(player, opponent)
    if symmetry:
        player = transformed.unchecked(player, symmetry)
        opponent = transformed.unchecked(opponent, symmetry)
    return (64 - (player | opponent).bit_count(), player, opponent), symmetry


def key_of(position: Position) -> tuple[Key, Symmetry]:
    """Return the key of a position and the symmetry that maps the position to its canonical position.

    >>> key_of(Position.start().play("f5"))[0] == key_of(Position.start().play("d3"))[0]
    True
    """
    return key_of_words(position.player, position.opponent)


def position_of_key(key: Key) -> Position:
    """Return the canonical position of a key.

    A key does not contain the color. Black is to move if the number of empty squares is even, as in a game in
    which nobody has passed.
    """
    empties, player, opponent = key
    return Position(player, opponent, Color.WHITE if empties & 1 else Color.BLACK)


def children(key: Key) -> list[tuple[int, Key]]:
    """Return each legal move with the key of the position after it.

    A move is a square of the canonical position, or PASS_NUMBER for a forced pass. The list is empty if the
    game is over.

    >>> [(move, after[0]) for move, after in children(key_of(Position.start())[0])]
    [(19, 59), (26, 59), (37, 59), (44, 59)]
    """
    _, player, opponent = key
    legal = moves.legal_moves.unchecked(player, opponent)
    if not legal:
        must_pass = moves.legal_moves.unchecked(opponent, player) != 0
        return [(PASS_NUMBER, key_of_words(opponent, player)[0])] if must_pass else []
    successors = []
    for square in map(int, squares_of(legal)):
        flipped = moves.flips.unchecked(square, player, opponent)
        successors.append((square, key_of_words(opponent ^ flipped, player | flipped | 1 << square)[0]))
    return successors


def order(key: Key) -> tuple[int, bool]:
    """Return a sort key. It orders every position after the positions to which its moves lead.

    A move reduces the number of empty squares by one. A pass does not change this number. After a pass, the
    other side always has a move, so positions with a forced pass come last.
    """
    empties, player, opponent = key
    legal = moves.legal_moves.unchecked
    must_pass = not legal(player, opponent) and legal(opponent, player) != 0
    return empties, must_pass


def parents(key: Key) -> set[Key]:
    """Return the keys of all positions from which a single move leads to this one.

    The other side made the last move. It placed a disc and flipped discs in some directions from there. This
    function tries every disc that may have been placed and every set of discs that may have been flipped. It
    takes less than a millisecond for an opening and a few milliseconds for a full board.
    """
    _, player, opponent = key
    predecessors = set()
    if not moves.legal_moves.unchecked(opponent, player) and moves.legal_moves.unchecked(player, opponent):
        predecessors.add(key_of_words(opponent, player)[0])
    for square in map(int, squares_of(opponent & ~CENTER)):
        for flipped in _possible_flips(square, opponent):
            mover, other = opponent ^ flipped ^ 1 << square, player | flipped
            if moves.flips.unchecked(square, mover, other) == flipped:
                predecessors.add(key_of_words(mover, other)[0])
    return predecessors


def _possible_flips(square: int, discs: int) -> Iterator[int]:
    """Yield every set of discs that a move to *square* may have flipped, as a bitboard.

    *discs* are the mover's discs after the move. In each direction, a run of these discs begins next to the
    square. The move may have flipped discs at the beginning of this run, but not its last disc.
    """
    lines = []
    for ray in _RAYS[square]:
        run = []
        for ray_square in ray:
            if not discs >> ray_square & 1:
                break
            run.append(1 << ray_square)
        if len(run) > 1:
            lines.append((0, *accumulate(run[:-1], or_)))  # no disc, the nearest disc, the two nearest, ...
    for parts in product(*lines):
        flipped = sum(parts)  # the sum is the union, because different lines share no squares
        if flipped:
            yield flipped


def _ray(square: int, right: int, down: int) -> list[int]:
    """Return the squares in one direction, from *square*'s neighbor to the edge."""
    file, row, squares = square % 8 + right, square // 8 + down, []
    while 0 <= file < 8 and 0 <= row < 8:
        squares.append(8 * row + file)
        file, row = file + right, row + down
    return squares


_RAYS: Final = [
    [_ray(square, right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]
    for square in range(64)
]
"""For each square, the squares in each of the eight directions."""
