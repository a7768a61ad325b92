"""Perft counts the move sequences of a given length, to test the move generator.

A pass counts as a ply. A game that ends earlier counts once. The last ply is not played. Instead, the number
of legal moves is added. Tests compare plies 1-12 from the start with published counts.

With a table, positions that differ only by a symmetry of the board are counted only once. A table entry
consists of four words: both boards in canonical form, the count, and the depth. An entry stays until another
position replaces it. It contains both boards, so it is never mistaken for another position.
"""

from othello.kernels.bits import (
    ONE,
    ZERO,
    Word,
    high_product,
    pop_lowest,
    popcount,
    to_int,
    to_word,
)
from othello.kernels.hashing import GOLDEN_RATIO, holds, spread
from othello.kernels.moves import legal_moves, play
from othello.kernels.symmetry import canonical_symmetry, transformed
from othello.native.kernel import kernel
from othello.native.memory import Address, load, store

ENTRY = 32
"""Size of an entry in bytes."""
PLAYER, OPPONENT, COUNT, DEPTH = 0, 8, 16, 24
MIN_DEPTH = 3
"""At smaller depths, counting is faster than a lookup."""


@kernel
def perft(player: Word, opponent: Word, depth: int) -> Word:
    """Return the number of move sequences of *depth* plies. *depth* is at least 1."""
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if depth == 1 or legal_moves(opponent, player) == ZERO:
            return ONE
        return perft(opponent, player, depth - 1)
    if depth == 1:
        return to_word(popcount(moves))
    count = ZERO
    while moves != ZERO:
        square, moves = pop_lowest(moves)
        _, theirs, mine = play(player, opponent, square)
        count += perft(theirs, mine, depth - 1)
    return count


@kernel
def _entry(table: Address, entries: int, player: Word, opponent: Word, depth: int) -> Address:
    """Return the address of the only entry that can contain this position and depth."""
    mixed = spread(player, opponent + to_word(depth))
    mixed = (mixed ^ (mixed >> to_word(32))) * GOLDEN_RATIO
    return table + ENTRY * to_int(high_product(mixed, to_word(entries)))


@kernel
def _holds(entry: Address, player: Word, opponent: Word, depth: int) -> bool:
    """Return whether the entry is for this position and depth."""
    return holds(entry, player, opponent) and load(entry, DEPTH) == to_word(depth)


@kernel
def perft_hashed(table: Address, entries: int, player: Word, opponent: Word, depth: int) -> Word:
    """Like `perft`, with a table of *entries* entries. Before its first use, the table must be all zeros."""
    if depth < MIN_DEPTH:
        return perft(player, opponent, depth)
    symmetry = canonical_symmetry(player, opponent)
    player, opponent = transformed(player, symmetry), transformed(opponent, symmetry)
    entry = _entry(table, entries, player, opponent, depth)
    if _holds(entry, player, opponent, depth):
        return load(entry, COUNT)
    moves = legal_moves(player, opponent)
    count = ZERO
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return ONE
        count = perft_hashed(table, entries, opponent, player, depth - 1)
    while moves != ZERO:
        square, moves = pop_lowest(moves)
        _, theirs, mine = play(player, opponent, square)
        count += perft_hashed(table, entries, theirs, mine, depth - 1)
    store(entry, PLAYER, player)
    store(entry, OPPONENT, opponent)
    store(entry, COUNT, count)
    store(entry, DEPTH, to_word(depth))
    return count
