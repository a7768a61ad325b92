"""Works on many boards at once.

Board i is spread over several arrays: it consists of element i of each array. The boards may be positions
that no game reaches. Square 64 stands for a pass. All arrays must have the same length. If they do, kernels
never read outside the arrays, whatever these contain.
"""

from othello.kernels.bits import ZERO, Bytes, Square, Word, Words, bit
from othello.kernels.moves import after, flips, legal_moves
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, store_bits

PASS = 64
ACTIONS = 65
"""Number of different moves: 64 squares and a pass."""


@inlined_kernel
def turned_by(square: Square, player: Word, opponent: Word) -> Word:
    """Return the discs that a move flips, or 0 for a pass or a move to an occupied square."""
    if square > 63 or (player | opponent) & bit(square) != ZERO:
        return ZERO
    return flips(square, player, opponent)


@inlined_kernel
def passes(player: Word, opponent: Word, moves: Word) -> bool:
    """Return whether the player must pass. *moves* are the player's legal moves."""
    return moves == ZERO and legal_moves(opponent, player) != ZERO


@kernel
def first_overlap(players: Words, opponents: Words) -> int:
    """Return the index of the first board with two discs on one square, or the number of boards."""
    for index in range(len(players)):
        if players[index] & opponents[index] != ZERO:
            return index
    return len(players)


@kernel
def legal_all(players: Words, opponents: Words, into: Words) -> None:
    """Write the legal moves of each board."""
    for index in range(len(players)):
        into[index] = legal_moves(players[index], opponents[index])


@kernel
def flips_all(players: Words, opponents: Words, moves: Bytes, into: Words) -> None:
    """Write the discs that the move on each board flips, or 0 for an illegal move or a pass."""
    for index in range(len(players)):
        into[index] = turned_by(0 + moves[index], players[index], opponents[index])


@kernel
def play_all(players: Words, opponents: Words, moves: Bytes, movers: Words, others: Words) -> int:
    """Play a move on each board and write the resulting boards, with the next side's discs first.

    Return the index of the first illegal move, or the number of boards if all moves are legal. A pass is
    legal only if the player has no legal move but the opponent does.
    """
    for index in range(len(players)):
        player, opponent, square = players[index], opponents[index], 0 + moves[index]
        if square == PASS:
            if not passes(player, opponent, legal_moves(player, opponent)):
                return index
            movers[index], others[index] = opponent, player
        else:
            turned = turned_by(square, player, opponent)
            if turned == ZERO:
                return index
            movers[index], others[index] = after(player, opponent, square, turned)
    return len(players)


@kernel
def unpack_all(words: Words, into: Address, step: int) -> None:
    """Write 64 bytes for each word, one for each bit: 0 or 1.

    The bytes for each word begin *step* bytes after the bytes for the previous word.
    """
    for index in range(len(words)):
        store_bits(into + index * step, words[index])


@kernel
def must_pass_all(players: Words, opponents: Words, into: Bytes) -> None:
    """Write 1 for each board on which the player must pass, and 0 for all other boards."""
    for index in range(len(players)):
        moves = legal_moves(players[index], opponents[index])
        into[index] = 1 if passes(players[index], opponents[index], moves) else 0
