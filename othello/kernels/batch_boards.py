"""Many boards at once, each a place of several arrays of one length.

Boards need not occur in games. A square of 64 is a pass. Nothing outside the arrays is read, whatever they
hold; the caller guarantees that they have one length.
"""

from othello.kernels.bits import ZERO, Bytes, Square, Word, Words, bit
from othello.kernels.moves import after, flips, legal_moves
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, store_bits

PASS = 64
ACTIONS = 65
"""Numbers of moves: the squares and a pass."""


@inlined_kernel
def turned_by(square: Square, player: Word, opponent: Word) -> Word:
    """The discs that a move turns; none for a pass, or if the square is not empty."""
    if square > 63 or (player | opponent) & bit(square) != ZERO:
        return ZERO
    return flips(square, player, opponent)


@inlined_kernel
def passes(player: Word, opponent: Word, moves: Word) -> bool:
    """Whether the player, who has these legal *moves*, must pass."""
    return moves == ZERO and legal_moves(opponent, player) != ZERO


@kernel
def first_overlap(players: Words, opponents: Words) -> int:
    """The first board that has two discs on one square; their number if there is none."""
    for index in range(len(players)):
        if players[index] & opponents[index] != ZERO:
            return index
    return len(players)


@kernel
def legal_all(players: Words, opponents: Words, into: Words) -> None:
    """Write the legal moves of boards."""
    for index in range(len(players)):
        into[index] = legal_moves(players[index], opponents[index])


@kernel
def flips_all(players: Words, opponents: Words, moves: Bytes, into: Words) -> None:
    """Write the discs that moves turn; none for an illegal move or a pass."""
    for index in range(len(players)):
        into[index] = turned_by(0 + moves[index], players[index], opponents[index])


@kernel
def play_all(players: Words, opponents: Words, moves: Bytes, movers: Words, others: Words) -> int:
    """Write the boards after moves, with the next side as mover; return the first illegal move.

    Return the number of boards if all moves are legal. A pass is legal where only the other side can move.
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
    """Write 64 bytes of 0 and 1 for each word, *step* bytes from one word to the next."""
    for index in range(len(words)):
        store_bits(into + index * step, words[index])


@kernel
def must_pass_all(players: Words, opponents: Words, into: Bytes) -> None:
    """Write for each board 1 if its mover must pass, or else 0."""
    for index in range(len(players)):
        moves = legal_moves(players[index], opponents[index])
        into[index] = 1 if passes(players[index], opponents[index], moves) else 0
