"""The number of positions with one to four empty squares, as other programs count them.

`nodes` leaves out positions with one or two empty squares, and the solvers of `last_empties` must not
become slower by counting them. So kernels that count every position search the last squares a second
time, here, with the same order of squares, and a cut-off as soon as a value is above alpha. Each call down
to one empty square counts, and so does a pass.
"""

from othello.kernels.bits import ZERO, Word, bit, lowest, popcount
from othello.kernels.constants import NO_SCORE
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.last_empties import final_score
from othello.kernels.moves import after, flips, legal_moves
from othello.kernels.parity import next_square, odd_quadrants
from othello.kernels.search_state import SearchState, is_counting


@inlined_kernel
def note_uncounted(search: SearchState) -> None:
    """Count a position that is decided without a search, if such positions are counted."""
    if is_counting():
        search.uncounted += 1


@inlined_kernel
def note_last(search: SearchState, player: Word, opponent: Word, alpha: int, empties: Word) -> None:
    """Count what `nodes` leaves out of a search with at most four empty squares, if that is counted."""
    if is_counting():
        first = _tried_first(empties)
        _count(search, player, opponent, alpha, first, empties ^ first)


@inlined_kernel
def _tried_first(empties: Word) -> Word:
    """The squares that `last_empties` tries before the others."""
    odd = empties & odd_quadrants(empties)
    number = popcount(empties)
    if number == 3:
        return bit(lowest(odd))
    return odd if number == 4 else empties


@kernel
def _count(search: SearchState, player: Word, opponent: Word, alpha: int, first: Word, later: Word) -> int:
    """The value of a position against alpha, whose empty squares are *first* and *later*."""
    empties = first | later
    number = popcount(empties)
    is_in_nodes = number == 0 or number >= 3
    if not is_in_nodes:
        search.uncounted += 1
    best = NO_SCORE
    odd, even = first, later
    while odd | even != ZERO:
        square, odd, even = next_square(odd, even)
        turned = flips(square, player, opponent)
        if turned != ZERO:
            theirs, mine = after(player, opponent, square, turned)
            rest = empties ^ bit(square)
            # With two squares left, they keep their order.
            sooner = _tried_first(rest) if number == 4 else first & rest
            best = max(best, -_count(search, theirs, mine, -alpha - 1, sooner, rest ^ sooner))
            if best > alpha:
                return best
    over = final_score(player, opponent)
    # With one square, the pass is not tried if the value is at most alpha without it.
    if best != NO_SCORE or number == 0 or (number == 1 and over <= alpha):
        return best if best != NO_SCORE else over
    can_reply = legal_moves(opponent, player) != ZERO
    if is_in_nodes or not can_reply:
        search.uncounted += 1  # the pass, which the call below counts otherwise
    return -_count(search, opponent, player, -alpha - 1, first, later) if can_reply else over
