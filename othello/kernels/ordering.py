"""Lists of moves and the terms of the scores by which moves are ordered.

A list is stored in its node's stack frame. It contains ITEM bytes for each move:

| offset | word |
| --- | --- |
| 0 | ((score + SCORE_BIAS) << 8) + square, so the largest word is the best move |
| 8 | the discs that the move flips |
| 16 | the opponent's legal moves after the move |
| 24 | the Zobrist key after the move, if the node has a key |

Moves are picked one by one, best first. If a move cuts off, the remaining moves are therefore never sorted.
Each kind of node computes its own scores from the terms below. The square values come from Edax.
"""

from typing import Annotated

from othello.kernels.bits import (
    CORNERS,
    ONE,
    ZERO,
    Square,
    Word,
    lowest,
    popcount,
    to_int,
    to_word,
    word_constant,
)
from othello.kernels.constants import NO_MOVE
from othello.kernels.moves import after
from othello.native.constant_tables import frozen_numbers
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, store

ITEM = 32
TURNED, REPLIES, KEY = 8, 16, 24
MAX_LEGAL = 46
"""Maximum number of moves in a list. Up to 35 legal moves are known, and up to 33 in positions from games. A
move flips a run of discs that ends at a disc of the mover, so no other move flips this run on the same line.
An opponent's disc is in at most four runs, and a disc of the mover ends at most eight runs. Therefore n moves
need n empty squares, n / 4 discs of the opponent and n / 8 discs of the mover, and 47 moves would need 65
squares."""
WORDS = MAX_LEGAL * ITEM // 8

Child = Annotated[tuple[int, int, int, int], ("int64", "uint64", "uint64", "uint64")]
"""The result of `child_of`."""

FILES_B, FILES_G = word_constant(0x0200_0000_0000_0002), word_constant(0x4000_0000_0000_0040)
AWAY_FROM_CORNERS = word_constant(0xBD3C_FFFF_FFFF_3CBD)
"""All squares that are not next to a corner, that is, all except C and X squares."""
SQUARE_BITS = word_constant(0xFF)
SCORE_BIAS = 1 << 30
"""Added to each score, which may be negative, so that words have the same order as scores."""
HASH_MOVE_SCORE = 1 << 29
"""Added to the score of the hash move, so that it is tried before all other moves."""


@frozen_numbers(bits=8)
def square_values() -> list[int]:
    """For each square, the score of a move to this square. The order of the scores comes from Edax."""
    quarter = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]]
    return [quarter[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8)]


@inlined_kernel
def first_by_square(moves: Word) -> Square:
    """Return the move to try first, judging by squares alone: a corner or a square away from corners."""
    chosen = moves & CORNERS
    if chosen == ZERO:
        chosen = moves & AWAY_FROM_CORNERS
        if chosen == ZERO:
            chosen = moves
    return lowest(chosen)


@inlined_kernel
def weighted_mobility(moves: Word) -> int:
    """Return the number of moves, counting moves to corners twice."""
    return popcount(moves) + popcount(moves & CORNERS)


@inlined_kernel
def corner_stability(player: Word) -> int:
    """Return the number of the player's corners plus the number of the player's edge discs next to them."""
    corners = player & CORNERS
    rows = ((corners << ONE) & FILES_B) | ((corners >> ONE) & FILES_G)
    return popcount(corners | (player & (rows | (corners << to_word(8)) | (corners >> to_word(8)))))


@inlined_kernel
def put(item: Address, score: int, square: Square, turned: Word, replies: Word) -> None:
    """Write a move to its item in a list."""
    store(item, 0, to_word((score + SCORE_BIAS) << 8 | square))
    store(item, TURNED, turned)
    store(item, REPLIES, replies)


@inlined_kernel
def add_score(item: Address, score: int) -> None:
    """Raise the score of a move by *score*."""
    store(item, 0, load(item, 0) + to_word(score << 8))


@kernel
def favor(moves: Address, number: int, square: Square) -> bool:
    """Raise the score of the move to *square* by HASH_MOVE_SCORE. Return whether the list contains it."""
    if square == NO_MOVE:
        return False
    for index in range(number):
        item = moves + index * ITEM
        if square_of(item) == square:
            add_score(item, HASH_MOVE_SCORE)
            return True
    return False


@inlined_kernel
def square_of(item: Address) -> Square:
    """Return the square of an item's move."""
    return to_int(load(item, 0) & SQUARE_BITS)


@inlined_kernel
def child_of(item: Address, player: Word, opponent: Word) -> Child:
    """Return an item's move, the discs that it flips, and the boards after it, the opponent's board first."""
    square, turned = square_of(item), load(item, TURNED)
    theirs, mine = after(player, opponent, square, turned)
    return square, turned, theirs, mine


@kernel
def pick(moves: Address, start: int, end: int) -> Address:
    """Find the best of items *start* to *end* - 1, swap it with item *start*, and return its address."""
    target = moves + start * ITEM
    best = target
    for index in range(start + 1, end):
        # The words at offset 0 have the same order as the scores.
        if load(moves + index * ITEM, 0) > load(best, 0):
            best = moves + index * ITEM
    if best != target:
        for offset in range(0, ITEM, 8):
            other = load(target, offset)
            store(target, offset, load(best, offset))
            store(best, offset, other)
    return target
