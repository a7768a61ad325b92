"""Solves positions with up to MAX_EMPTIES empty squares, with null windows and without evaluation.

The number of empty squares determines which function solves a position. Each function calls the one below it:

    12      solve_shared    transposition table that all threads share, fastest-first order
     7-11   solve_cached    bound cache of the thread, fastest-first order
     5-6    solve_parity    bound cache of the thread, odd quadrants first
     1-4    last_empties    odd quadrants first, no cache and no list of moves

With six empty squares, `solve_fastest_first` searches the nodes where a cut-off is expected.

All windows are [alpha, alpha + 1] in discs, and all results are fail-soft, as in `last_empties`. Results are
exact, whatever the tables contain. An entry contains both boards, and bounds from selective searches are
ignored. `midgame` explains the steps of a node and *is_cut*. The caller passes the legal moves, which it has
already computed to order its own moves.

Sources: R. Delorme's Edax, endgame.c (ladder, thresholds). T. Yamana's Egaroucid and neural-reversi (bound
caches per thread for few empty squares).
"""

from othello.kernels import bound_cache, table
from othello.kernels.bits import (
    ZERO,
    Square,
    Word,
    bit,
    highest,
    lowest,
    pop_lowest,
    popcount,
    to_word,
    without_lowest,
)
from othello.kernels.bound_cache import FEW_EMPTIES, entry_of_few, entry_of_more
from othello.kernels.constants import DISC, EXACT, MAX_DISCS, NO_MOVE, NO_SCORE
from othello.kernels.hashing import holds
from othello.kernels.last_empties import final_score, solve_1, solve_2, solve_3, solve_4
from othello.kernels.moves import legal_moves, play
from othello.kernels.ordering import (
    AWAY_FROM_CORNERS,
    HASH_MOVE_SCORE,
    ITEM,
    REPLIES,
    WORDS,
    child_of,
    corner_stability,
    pick,
    put,
    square_values,
    weighted_mobility,
)
from othello.kernels.parity import next_square, odd_quadrants, quadrant
from othello.kernels.search_state import SearchState, count_node
from othello.kernels.stability import stable_discs
from othello.kernels.zobrist import Color, after_move, after_pass
from othello.native.constant_tables import frozen_numbers
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, prefetch, stack

LOCAL_EMPTIES = 11
"""Positions with up to this many empties use the thread's bound cache. Tuned, see docs/experiments.md."""
MAX_EMPTIES = 12
"""Positions with up to this many empties are solved without evaluation. Tuned, see docs/experiments.md."""

REPLY_WORTH = 1 << 11
"""Each reply lowers the score of a move by this number, which usually outweighs the other terms. Not
tuned."""
CORNER_WORTH = 200
"""Each stable disc at a corner raises the score of a move by this number. Tuned, see docs/experiments.md."""
PARITY_WORTH = 50
"""A square in an odd quadrant raises the score of a move by this number. Tuned, see docs/experiments.md."""

_list = stack(WORDS)


@frozen_numbers(bits=8)
def stability_thresholds() -> list[int]:
    """Return, for each number of empties, the lowest alpha at which counting stable discs saves time.

    From Edax.
    """
    few = [6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 48]
    return [99] * 4 + few + [min(64, 24 + e) for e in range(26, 40)] + [64] * 8 + [99] * 17


@inlined_kernel
def stability_bound(player: Word, opponent: Word, alpha: int, empties: int) -> int:
    """Return an upper bound on the value, in discs: 64 minus twice the number of the opponent's stable discs.

    Return 64 if counting stable discs would not save time.
    """
    if alpha < stability_thresholds(to_word(empties)):
        return 64
    return 64 - 2 * popcount(stable_discs(opponent, player))


@inlined_kernel
def settled(player: Word, opponent: Word, moves: Word, alpha: int, empties: int, is_cut: bool) -> int:
    """Steps 2 and 3. Return a stability bound of at most alpha, the score of a finished game, or NO_SCORE."""
    if not is_cut:
        bound = stability_bound(player, opponent, alpha, empties)
        if bound <= alpha:
            return bound
    if moves == ZERO and legal_moves(opponent, player) == ZERO:
        return final_score(player, opponent)
    return NO_SCORE


@kernel
def solve_parity(
    search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int, is_cut: bool
) -> int:
    """Return the value of a position with five or six empties. *moves* are the player's legal moves."""
    # Step 1. Count.
    search.nodes += 1
    empties = ~(player | opponent)
    count = popcount(empties)
    # Steps 2 and 3. Test stability, the end of the game, and passes.
    score = settled(player, opponent, moves, alpha, count, is_cut)
    if score != NO_SCORE:
        return score
    if moves == ZERO:
        return -solve_parity(search, opponent, player, legal_moves(opponent, player), -alpha - 1, not is_cut)
    # Step 4. Bound cache.
    entry = entry_of_few(search, player, opponent)
    cut = bound_cache.cut(entry, player, opponent, alpha)
    if cut != NO_SCORE:
        return cut
    # Step 8. Use one order for each kind of node.
    if is_cut and count == FEW_EMPTIES and without_lowest(moves) != ZERO:
        return solve_fastest_first(search, player, opponent, moves, alpha, entry)
    # Step 9. Take the next move: odd quadrants first, and within each group, squares next to a corner last.
    best = NO_SCORE
    quadrants = odd_quadrants(empties)
    odd = moves & quadrants
    even = moves ^ odd
    first, second = odd & AWAY_FROM_CORNERS, odd & ~AWAY_FROM_CORNERS
    third, fourth = even & AWAY_FROM_CORNERS, even & ~AWAY_FROM_CORNERS
    while first | second | third | fourth != ZERO:
        while first == ZERO:
            first, second, third, fourth = second, third, fourth, ZERO
        square, first = pop_lowest(first)
        # Step 10. Search it.
        child_cut = not is_cut or best != NO_SCORE
        _, theirs, mine = play(player, opponent, square)
        if count == 5:
            bound = MAX_DISCS if child_cut else stability_bound(theirs, mine, -alpha - 1, 4)
            if bound >= -alpha:
                rest = empties ^ bit(square)
                bound = solve_4(search, theirs, mine, -alpha - 1, rest, quadrants ^ quadrant(square))
            score = -bound
        else:
            score = -solve_parity(search, theirs, mine, legal_moves(theirs, mine), -alpha - 1, child_cut)
        best = max(best, score)
        if best > alpha:
            break
    # Step 11. Store.
    bound_cache.store(entry, player, opponent, best, alpha)
    return best


@inlined_kernel
def fastest_first(square: Square, mine: Word, replies: Word, odd: Word) -> int:
    """Compute a move's score from the boards after the move. *odd* are the odd quadrants before the move."""
    score = square_values(to_word(square)) + corner_stability(mine) * CORNER_WORTH
    score -= weighted_mobility(replies) * REPLY_WORTH
    return score + PARITY_WORTH if bit(square) & odd != ZERO else score


@kernel
def solve_fastest_first(
    search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int, entry: Address
) -> int:
    """Steps 8 to 11 with FEW_EMPTIES empty squares, at nodes where a cut-off is expected.

    The move with the best score comes first, and cuts off at nearly all of these nodes. Therefore the other
    moves need no list. They follow in order of parity.
    """
    # Step 8. The first move.
    odd = odd_quadrants(~(player | opponent))
    best = NO_SCORE
    first, first_theirs, first_mine, first_replies = NO_MOVE, ZERO, ZERO, ZERO
    left = moves
    while left != ZERO:
        square, left = pop_lowest(left)
        _, theirs, mine = play(player, opponent, square)
        replies = legal_moves(theirs, mine)
        score = fastest_first(square, mine, replies, odd)
        if first == NO_MOVE or score > best:
            best = score
            first, first_theirs, first_mine, first_replies = square, theirs, mine, replies
    # Step 10. Search it.
    best = -solve_parity(search, first_theirs, first_mine, first_replies, -alpha - 1, False)
    # Step 9. The next move.
    moves ^= bit(first)
    now, later = moves & odd, moves & ~odd
    while best <= alpha and now | later != ZERO:
        square, now, later = next_square(now, later)
        # Step 10. Search it.
        _, theirs, mine = play(player, opponent, square)
        best = max(best, -solve_parity(search, theirs, mine, legal_moves(theirs, mine), -alpha - 1, True))
    # Step 11. Store.
    bound_cache.store(entry, player, opponent, best, alpha)
    return best


@kernel
def solve_cached(
    search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int, is_cut: bool
) -> int:
    """Return the value of a position with 7 to LOCAL_EMPTIES empties. *moves* are the legal moves."""
    # Step 1. Count.
    search.nodes += 1
    empties = 64 - popcount(player | opponent)
    # Steps 2 and 3. Test stability, the end of the game, and passes.
    score = settled(player, opponent, moves, alpha, empties, is_cut)
    if score != NO_SCORE:
        return score
    if moves == ZERO:
        return -solve_cached(search, opponent, player, legal_moves(opponent, player), -alpha - 1, not is_cut)
    # Step 4. Bound cache.
    entry = entry_of_more(search, player, opponent)
    cut = bound_cache.cut(entry, player, opponent, alpha)
    if cut != NO_SCORE:
        return cut
    # Steps 6 and 8. List the moves with their scores.
    items = _list()
    number = list_moves_fastest_first(search, items, player, opponent, moves, NO_MOVE)
    if number == 0:
        return MAX_DISCS
    # Step 7. Enhanced transposition cut-off.
    if is_cut and empties > FEW_EMPTIES + 1:
        cut = etc_cut(search, items, number, player, opponent, alpha)
        if cut != NO_SCORE:
            return cut
    # Step 9. The next move.
    best = NO_SCORE
    for index in range(number):
        item = pick(items, index, number)
        # Step 10. Search it.
        child_cut = not is_cut or index != 0
        _, _, theirs, mine = child_of(item, player, opponent)
        if empties == FEW_EMPTIES + 1:
            score = -solve_parity(search, theirs, mine, load(item, REPLIES), -alpha - 1, child_cut)
        else:
            score = -solve_cached(search, theirs, mine, load(item, REPLIES), -alpha - 1, child_cut)
        best = max(best, score)
        if best > alpha:
            break
    # Step 11. Store.
    bound_cache.store(entry, player, opponent, best, alpha)
    return best


@kernel
def list_moves_fastest_first(
    search: SearchState, items: Address, player: Word, opponent: Word, moves: Word, hash_move: Square
) -> int:
    """List *moves*: *hash_move* first, then fastest first. Return their number, or 0 for a wipe-out."""
    number = 0
    odd = odd_quadrants(~(player | opponent))
    while moves != ZERO:
        square, moves = pop_lowest(moves)
        turned, theirs, mine = play(player, opponent, square)
        if turned == opponent:
            return 0
        # The entry of a child with FEW_EMPTIES is elsewhere, but testing for this would take just as long.
        prefetch(entry_of_more(search, theirs, mine))
        replies = legal_moves(theirs, mine)
        score = fastest_first(square, mine, replies, odd)
        if square == hash_move:
            score += HASH_MOVE_SCORE
        put(items + number * ITEM, score, square, turned, replies)
        number += 1
    return number


@kernel
def etc_cut(
    search: SearchState, items: Address, number: int, player: Word, opponent: Word, alpha: int
) -> int:
    """Step 7. Return a lower bound above alpha for some move, taken from the bound cache, or NO_SCORE."""
    for index in range(number):
        _, _, theirs, mine = child_of(items + index * ITEM, player, opponent)
        entry = entry_of_more(search, theirs, mine)
        if holds(entry, theirs, mine) and -bound_cache.upper(entry) > alpha:
            return -bound_cache.upper(entry)
    return NO_SCORE


@kernel
def solve_up_to_11(
    search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int, is_cut: bool
) -> int:
    """Return the value of a position with up to LOCAL_EMPTIES empties. *moves* are the legal moves."""
    empties = ~(player | opponent)
    count = popcount(empties)
    if count > FEW_EMPTIES:
        return solve_cached(search, player, opponent, moves, alpha, is_cut)
    if count > 4:
        return solve_parity(search, player, opponent, moves, alpha, is_cut)
    if count == 4:
        return solve_4(search, player, opponent, alpha, empties, odd_quadrants(empties))
    if count == 3:
        return solve_3(search, player, opponent, alpha, empties, odd_quadrants(empties))
    if count == 2:
        return solve_2(player, opponent, lowest(empties), highest(empties))
    if count == 1:
        return solve_1(player, lowest(empties))
    return final_score(player, opponent)


@kernel
def solve_shared(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, moves: Word, alpha: int,
    is_cut: bool,
) -> int:  # fmt: skip
    """Return the value of a position with up to MAX_EMPTIES empties. *moves* are the player's legal moves."""
    # Step 0. Hand over.
    empties = 64 - popcount(player | opponent)
    if empties <= LOCAL_EMPTIES:
        return solve_up_to_11(search, player, opponent, moves, alpha, is_cut)
    # Step 1. Count and stop.
    if count_node(search):
        return alpha
    # Steps 2 and 3. Test stability, the end of the game, and passes.
    score = settled(player, opponent, moves, alpha, empties, is_cut)
    if score != NO_SCORE:
        return score
    if moves == ZERO:
        replies = legal_moves(opponent, player)
        return -solve_shared(
            search, opponent, player, after_pass(key), 1 - color, replies, -alpha - 1, not is_cut
        )
    # Step 4. Table.
    draft = table.draft_of(empties, EXACT)
    data = table.probe(search, player, opponent, key)
    cut = table.cut(data, draft, DISC * alpha, DISC * alpha + 1)
    if cut != NO_SCORE:
        return cut // DISC
    # Steps 6 and 8. List the moves with their scores.
    items = _list()
    number = list_moves_fastest_first(search, items, player, opponent, moves, table.best_move(data))
    if number == 0:
        return MAX_DISCS
    # Step 9. The next move.
    best, best_move = NO_SCORE, NO_MOVE
    for index in range(number):
        item = pick(items, index, number)
        # Step 10. Search it.
        child_cut = not is_cut or index != 0
        square, turned, theirs, mine = child_of(item, player, opponent)
        child = after_move(key, color, square, turned)
        score = -solve_shared(
            search, theirs, mine, child, 1 - color, load(item, REPLIES), -alpha - 1, child_cut
        )
        if search.stop != 0:
            return alpha
        if score > best:
            best, best_move = score, square
            if best > alpha:
                break
    # Step 11. Store.
    low, high = (best, MAX_DISCS) if best > alpha else (-MAX_DISCS, best)
    table.store(search, player, opponent, key, draft, DISC * low, DISC * high, best_move)
    return best
