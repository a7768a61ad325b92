"""Solving the last four empty squares, without tables and lists of moves.

Every function has the null window [alpha, alpha + 1] and is fail-soft: a result greater than
alpha is a lower bound on the value, any other result an upper bound. Values are final disc
differences, player minus opponent, and the winner gets the empty squares. Squares in quadrants
with an odd number of empty squares are tried first.

Legal moves are not computed: a square is a legal move if it turns discs. If no square is, the
same squares are tried for the other side.

Sources: R. Delorme's Edax, endgame.c (order by parity, values at the last square).
"""

from othello.kernels.bits import ZERO, Square, Word, bit, highest, lowest, popcount
from othello.kernels.constants import NO_SCORE
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.last_flip import count_last_flips
from othello.kernels.moves import after, flips
from othello.kernels.parity import next_square, odd_quadrants
from othello.kernels.search_state import SearchState


@kernel
def final_score(player: Word, opponent: Word) -> int:
    """The value of a finished game: the disc difference, where the winner gets the empty squares."""
    mine, theirs = popcount(player), popcount(opponent)
    empties = 64 - mine - theirs
    if mine > theirs:
        return mine - theirs + empties
    if mine < theirs:
        return mine - theirs - empties
    return 0


@inlined_kernel
def solve_1(player: Word, alpha: int, square: Square) -> int:
    """The value with only *square* empty."""
    score = 2 * popcount(player) - 62
    turned = count_last_flips(square, player)
    if turned > 0:
        return score + 2 * turned
    # The player cannot move: the opponent gets the square if they can move, else the winner gets it.
    passed = score - 2
    if score <= 0:
        score = passed
    if score > alpha:
        turned = count_last_flips(square, ~player & ~bit(square))
        if turned > 0:
            return passed - 2 * turned
    return score


@kernel
def solve_2(player: Word, opponent: Word, alpha: int, first: Square, second: Square) -> int:
    """The value with two empty squares."""
    best = _best_of_2(player, opponent, alpha, first, second)
    if best != NO_SCORE:
        return best
    best = _best_of_2(opponent, player, -alpha - 1, first, second)
    if best != NO_SCORE:
        return -best
    return final_score(player, opponent)


@inlined_kernel
def _best_of_2(player: Word, opponent: Word, alpha: int, first: Square, second: Square) -> int:
    """The best value of a move, or NO_SCORE."""
    best = NO_SCORE
    turned = flips(first, player, opponent)
    if turned != ZERO:
        best = -solve_1(opponent ^ turned, -alpha - 1, second)
        if best > alpha:
            return best
    turned = flips(second, player, opponent)
    if turned != ZERO:
        best = max(best, -solve_1(opponent ^ turned, -alpha - 1, first))
    return best


@kernel
def solve_3(search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word) -> int:
    """The value with three empty squares."""
    search.nodes += 1
    # Of three squares, one or three are in quadrants of odd parity: one of these is tried first.
    first = lowest(empties & odd_quadrants(empties))
    rest = empties ^ bit(first)
    second, third = lowest(rest), highest(rest)
    best = _best_of_3(player, opponent, alpha, first, second, third)
    if best != NO_SCORE:
        return best
    best = _best_of_3(opponent, player, -alpha - 1, first, second, third)
    if best != NO_SCORE:
        return -best
    return final_score(player, opponent)


@inlined_kernel
def _best_of_3(player: Word, opponent: Word, alpha: int, first: Square, second: Square, third: Square) -> int:
    """The best value of a move, or NO_SCORE."""
    best = NO_SCORE
    turned = flips(first, player, opponent)
    if turned != ZERO:
        theirs, mine = after(player, opponent, first, turned)
        best = -solve_2(theirs, mine, -alpha - 1, second, third)
        if best > alpha:
            return best
    turned = flips(second, player, opponent)
    if turned != ZERO:
        theirs, mine = after(player, opponent, second, turned)
        best = max(best, -solve_2(theirs, mine, -alpha - 1, first, third))
        if best > alpha:
            return best
    turned = flips(third, player, opponent)
    if turned != ZERO:
        theirs, mine = after(player, opponent, third, turned)
        best = max(best, -solve_2(theirs, mine, -alpha - 1, first, second))
    return best


@kernel
def solve_4(search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word) -> int:
    """The value with four empty squares."""
    search.nodes += 1
    best = _best_of_4(search, player, opponent, alpha, empties)
    if best != NO_SCORE:
        return best
    best = _best_of_4(search, opponent, player, -alpha - 1, empties)
    if best != NO_SCORE:
        return -best
    return final_score(player, opponent)


@inlined_kernel
def _best_of_4(search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word) -> int:
    """The best value of a move, or NO_SCORE."""
    best = NO_SCORE
    odd = empties & odd_quadrants(empties)
    even = empties ^ odd
    while odd | even != ZERO:
        square, odd, even = next_square(odd, even)
        turned = flips(square, player, opponent)
        if turned != ZERO:
            theirs, mine = after(player, opponent, square, turned)
            best = max(best, -solve_3(search, theirs, mine, -alpha - 1, empties ^ bit(square)))
            if best > alpha:
                break
    return best
