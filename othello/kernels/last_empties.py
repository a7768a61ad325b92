"""Solves positions with up to four empty squares, without tables and move lists.

With three or four empty squares, the null window is [alpha, alpha + 1], and results are fail-soft: a result
above alpha is a lower bound on the value, and any other result is an upper bound. With fewer empty squares,
the result is the value. Values are final disc differences, player minus opponent, where the winner gets the
empty squares. Squares in odd quadrants, which have an odd number of empty squares, are tried first. A move
changes the parity of only one quadrant, so the parity is updated rather than recomputed.

Legal moves are not computed in advance, because a move is legal if and only if it flips discs. If the player
has no legal move, the same squares are tried for the opponent.

Sources: R. Delorme's Edax, endgame.c (order by parity, values at the last square).
"""

from othello.kernels.bits import ZERO, Square, Word, bit, highest, lowest, popcount
from othello.kernels.constants import NO_SCORE
from othello.kernels.last_flip import count_last_flips
from othello.kernels.moves import after, flips, flips_of_two
from othello.kernels.parity import next_square, quadrant
from othello.kernels.search_state import SearchState
from othello.native.kernel import inlined_kernel, kernel


@kernel
def final_score(player: Word, opponent: Word) -> int:
    """Return the value of a finished game: the disc difference, counting empty squares for the winner."""
    mine, theirs = popcount(player), popcount(opponent)
    empties = 64 - mine - theirs
    if mine > theirs:
        return mine - theirs + empties
    if mine < theirs:
        return mine - theirs - empties
    return 0


@inlined_kernel
def solve_1(player: Word, square: Square) -> int:
    """Return the value of a position with *square* as its only empty square."""
    mine, theirs = count_last_flips(square, player)
    score = 2 * popcount(player) - 62
    # If the player cannot move, the opponent moves there. If neither side can move, the winner gets the
    # square.
    passed = score - 2
    unmoved = passed if score <= 0 else score
    passed = passed - 2 * theirs if theirs > 0 else unmoved
    return score + 2 * mine if mine > 0 else passed


@inlined_kernel
def solve_2(player: Word, opponent: Word, first: Square, second: Square) -> int:
    """Return the value of a position with two empty squares.

    Both moves are played, whatever alpha is. Testing whether the first move is legal or good enough would
    take longer, because the processor cannot predict the result.
    """
    best = _best_of_2(player, opponent, first, second)
    if best != NO_SCORE:
        return best
    best = _best_of_2(opponent, player, first, second)
    if best != NO_SCORE:
        return -best
    return final_score(player, opponent)


@inlined_kernel
def _best_of_2(player: Word, opponent: Word, first: Square, second: Square) -> int:
    """Return the value of the better move, or NO_SCORE if neither is legal."""
    turned_first, turned_second = flips_of_two(first, second, player, opponent)
    score_first = -solve_1(opponent ^ turned_first, second)
    score_second = -solve_1(opponent ^ turned_second, first)
    return max(
        score_first if turned_first != ZERO else NO_SCORE,
        score_second if turned_second != ZERO else NO_SCORE,
    )


@kernel
def solve_3(search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word, odd: Word) -> int:
    """Return the value of a position with three empty squares. *odd* are the odd quadrants."""
    search.nodes += 1
    # One or all of the three squares are in odd quadrants. Try a square in an odd quadrant first.
    first = lowest(empties & odd)
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
    """Return the value of the best move, or NO_SCORE if none is legal."""
    best = NO_SCORE
    turned = flips(first, player, opponent)
    if turned != ZERO:
        theirs, mine = after(player, opponent, first, turned)
        best = -solve_2(theirs, mine, second, third)
        if best > alpha:
            return best
    turned = flips(second, player, opponent)
    if turned != ZERO:
        theirs, mine = after(player, opponent, second, turned)
        best = max(best, -solve_2(theirs, mine, first, third))
        if best > alpha:
            return best
    turned = flips(third, player, opponent)
    if turned != ZERO:
        theirs, mine = after(player, opponent, third, turned)
        best = max(best, -solve_2(theirs, mine, first, second))
    return best


@kernel
def solve_4(search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word, odd: Word) -> int:
    """Return the value of a position with four empty squares. *odd* are the odd quadrants."""
    search.nodes += 1
    best = _best_of_4(search, player, opponent, alpha, empties, odd)
    if best != NO_SCORE:
        return best
    best = _best_of_4(search, opponent, player, -alpha - 1, empties, odd)
    if best != NO_SCORE:
        return -best
    return final_score(player, opponent)


@inlined_kernel
def _best_of_4(
    search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word, odd: Word
) -> int:
    """Return the value of the best move, or NO_SCORE if none is legal."""
    best = NO_SCORE
    first = empties & odd
    later = empties ^ first
    while first | later != ZERO:
        square, first, later = next_square(first, later)
        turned = flips(square, player, opponent)
        if turned != ZERO:
            theirs, mine = after(player, opponent, square, turned)
            rest = empties ^ bit(square)
            best = max(best, -solve_3(search, theirs, mine, -alpha - 1, rest, odd ^ quadrant(square)))
            if best > alpha:
                break
    return best
