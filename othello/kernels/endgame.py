"""The exact end game without evaluation: null-window search up to MOST_EMPTIES squares.

A ladder by the number of empty squares, each step calling the next:

    12      solve_shared    transposition table, fastest first
     7-11   solve_cached   bound cache of this thread, fastest first
     5-6    solve_parity     bound cache of this thread, parity order
     1-4    last_empties  parity order, no lists

All windows are [alpha, alpha + 1] in discs and all results fail-soft, as in
`last_empties`. A result is exact whatever the tables held before: they keep both boards.

Steps of a node:
1. Stable discs of the opponent may already bound the value by alpha.
2. Legal moves come from the caller, who needed them for the order; pass, or end the game.
3. Look the position up; a bound may decide.
4. Make the list of moves, with the opponent's replies; a wipe-out decides, and so may what
   the bound cache proves for a move.
5. Try the moves in order until one is greater than alpha.
6. Keep the bound that was found.

Sources: R. Delorme's Edax, endgame.c (ladder, thresholds); T. Yamana's Egaroucid and
neural-reversi (bound caches of a thread for the low steps).
"""

from othello.kernels import bound_cache, table
from othello.kernels.bits import (
    ZERO,
    Square,
    Word,
    bit,
    highest,
    lowest,
    popcount,
    to_word,
    without_lowest,
)
from othello.kernels.bound_cache import (
    FEW_EMPTIES,
    entry_of_few,
    entry_of_more,
    holds,
)
from othello.kernels.constants import DISC, EXACT, MOST_DISCS, NO_MOVE, NO_SCORE
from othello.kernels.frozen import frozen_numbers
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.last_empties import final_score, solve_1, solve_2, solve_3, solve_4
from othello.kernels.memory import Address, load, prefetch, stack
from othello.kernels.moves import flips, legal_moves
from othello.kernels.ordering import (
    HASH_MOVE_SCORE,
    ITEM,
    REPLIES,
    TURNED,
    WORDS,
    corner_stability,
    pick,
    put,
    square_of,
    square_values,
    weighted_mobility,
)
from othello.kernels.parity import odd_quadrants
from othello.kernels.search_state import SearchState
from othello.kernels.stability import stable_discs
from othello.kernels.zobrist import Color, after_move, after_pass

LOCAL_EMPTIES = 11
MOST_EMPTIES = 12

REPLY_WORTH = 1 << 11
CORNER_WORTH = 200
PARITY_WORTH = 50

_list = stack(WORDS)


@frozen_numbers(bits=8)
def stability_thresholds() -> list[int]:
    """Index number of empties: the least alpha at which stable discs are worth counting (Edax)."""
    few = [
        99,
        99,
        99,
        99,
        6,
        8,
        10,
        12,
        14,
        16,
        20,
        22,
        24,
        26,
        28,
        30,
        32,
        34,
        36,
        38,
        40,
        42,
        44,
        46,
        48,
        48,
    ]
    return few + [min(64, 24 + e) for e in range(26, 40)] + [64] * 8 + [99] * 17


@inlined_kernel
def stability_bound(player: Word, opponent: Word, alpha: int, empties: int) -> int:
    """An upper bound on the value, in discs; 64 when it is not worth a look."""
    if alpha < stability_thresholds(to_word(empties)):
        return 64
    return 64 - 2 * popcount(stable_discs(opponent, player))


@kernel
def solve_parity(search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int) -> int:
    """The value with five or six empty squares; *moves* are the player's legal moves."""
    search.nodes += 1
    empties = ~(player | opponent)
    count = popcount(empties)
    bound = stability_bound(player, opponent, alpha, count)
    if bound <= alpha:
        return bound
    if moves == ZERO:
        replies = legal_moves(opponent, player)
        if replies == ZERO:
            return final_score(player, opponent)
        return -solve_parity(search, opponent, player, replies, -alpha - 1)
    entry = entry_of_few(search, player, opponent)
    if holds(entry, player, opponent):
        if bound_cache.lower(entry) > alpha:
            return bound_cache.lower(entry)
        if bound_cache.upper(entry) <= alpha:
            return bound_cache.upper(entry)
    best = NO_SCORE
    waiting = moves & odd_quadrants(empties)
    later = moves ^ waiting
    while waiting | later != ZERO:
        if waiting == ZERO:
            waiting, later = later, ZERO
        square = lowest(waiting)
        waiting = without_lowest(waiting)
        turned = flips(square, player, opponent)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        if count == 5:
            bound = stability_bound(theirs, mine, -alpha - 1, 4)
            if bound >= -alpha:
                bound = solve_4(search, theirs, mine, -alpha - 1, empties ^ bit(square))
            score = -bound
        else:
            score = -solve_parity(search, theirs, mine, legal_moves(theirs, mine), -alpha - 1)
        best = max(best, score)
        if best > alpha:
            break
    bound_cache.store(entry, player, opponent, best, alpha, NO_MOVE)
    return best


@kernel
def solve_cached(search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int) -> int:
    """The value with 7 to LOCAL_EMPTIES empty squares; *moves* are the player's legal moves."""
    # Step 1. Stability.
    search.nodes += 1
    empties = ~(player | opponent)
    count = popcount(empties)
    bound = stability_bound(player, opponent, alpha, count)
    if bound <= alpha:
        return bound
    # Step 2. Pass.
    if moves == ZERO:
        replies = legal_moves(opponent, player)
        if replies == ZERO:
            return final_score(player, opponent)
        return -solve_cached(search, opponent, player, replies, -alpha - 1)
    # Step 3. Cache.
    entry = entry_of_more(search, player, opponent)
    hash_move = NO_MOVE
    if holds(entry, player, opponent):
        if bound_cache.lower(entry) > alpha:
            return bound_cache.lower(entry)
        if bound_cache.upper(entry) <= alpha:
            return bound_cache.upper(entry)
        hash_move = bound_cache.best_move(entry)
    # Step 4. Moves.
    items = _list()
    number = list_moves_fastest_first(search, items, player, opponent, moves, hash_move)
    if number == 0:
        return MOST_DISCS
    if count > FEW_EMPTIES + 1:
        cut = etc_cut(search, items, number, player, opponent, alpha)
        if cut > alpha:
            return cut
    # Step 5. Search.
    best, best_move = NO_SCORE, NO_MOVE
    for index in range(number):
        item = pick(items, index, number)
        square, turned, replies = square_of(item), load(item, TURNED), load(item, REPLIES)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        if count == FEW_EMPTIES + 1:
            score = -solve_parity(search, theirs, mine, replies, -alpha - 1)
        else:
            score = -solve_cached(search, theirs, mine, replies, -alpha - 1)
        if score > best:
            best, best_move = score, square
            if best > alpha:
                break
    # Step 6. Store.
    bound_cache.store(entry, player, opponent, best, alpha, best_move)
    return best


@kernel
def list_moves_fastest_first(
    search: SearchState, items: Address, player: Word, opponent: Word, moves: Word, hash_move: Square
) -> int:
    """Write the list of *moves*, *hash_move* first, then fastest first; 0 if one wipes the opponent out."""
    odd = odd_quadrants(~(player | opponent))
    number = 0
    while moves != ZERO:
        square = lowest(moves)
        moves = without_lowest(moves)
        turned = flips(square, player, opponent)
        if turned == opponent:
            return 0
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        # With FEW_EMPTIES left it lies elsewhere, but to ask costs as much as to fetch in vain.
        prefetch(entry_of_more(search, theirs, mine))
        replies = legal_moves(theirs, mine)
        score = square_values(to_word(square)) + corner_stability(mine) * CORNER_WORTH
        score -= weighted_mobility(replies) * REPLY_WORTH
        if bit(square) & odd != ZERO:
            score += PARITY_WORTH
        if square == hash_move:
            score += HASH_MOVE_SCORE
        put(items + number * ITEM, score, square, turned, replies)
        number += 1
    return number


@kernel
def etc_cut(
    search: SearchState, items: Address, number: int, player: Word, opponent: Word, alpha: int
) -> int:
    """A lower bound above alpha that the bound cache proves for some move, or NO_SCORE."""
    for index in range(number):
        item = items + index * ITEM
        turned = load(item, TURNED)
        theirs, mine = opponent ^ turned, player | turned | bit(square_of(item))
        entry = entry_of_more(search, theirs, mine)
        if holds(entry, theirs, mine) and -bound_cache.upper(entry) > alpha:
            return -bound_cache.upper(entry)
    return NO_SCORE


@kernel
def solve_up_to_11(search: SearchState, player: Word, opponent: Word, moves: Word, alpha: int) -> int:
    """The value with up to LOCAL_EMPTIES empty squares; *moves* are the player's legal moves."""
    empties = ~(player | opponent)
    count = popcount(empties)
    if count > FEW_EMPTIES:
        return solve_cached(search, player, opponent, moves, alpha)
    if count > 4:
        return solve_parity(search, player, opponent, moves, alpha)
    if count == 4:
        return solve_4(search, player, opponent, alpha, empties)
    if count == 3:
        return solve_3(search, player, opponent, alpha, empties)
    if count == 2:
        return solve_2(player, opponent, alpha, lowest(empties), highest(empties))
    if count == 1:
        return solve_1(player, alpha, lowest(empties))
    return final_score(player, opponent)


@kernel
def solve_shared(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, moves: Word, alpha: int
) -> int:
    """The value with up to MOST_EMPTIES empty squares; *moves* are the player's legal moves."""
    empties = 64 - popcount(player | opponent)
    if empties <= LOCAL_EMPTIES:
        return solve_up_to_11(search, player, opponent, moves, alpha)
    # Step 1. Limits and stability.
    search.nodes += 1
    if search.nodes >= search.node_limit:
        search.stop = 1
    if search.stop != 0:
        return alpha
    bound = stability_bound(player, opponent, alpha, empties)
    if bound <= alpha:
        return bound
    # Step 2. Pass.
    if moves == ZERO:
        replies = legal_moves(opponent, player)
        if replies == ZERO:
            return final_score(player, opponent)
        return -solve_shared(search, opponent, player, after_pass(key), 1 - color, replies, -alpha - 1)
    # Step 3. Table.
    data = table.probe(search, player, opponent, key)
    hash_move, draft = NO_MOVE, table.draft_of(empties, EXACT)
    if data != ZERO:
        hash_move = table.best_move(data)
        if table.draft(data) >= draft:
            if table.lower(data) > DISC * alpha:
                return table.lower(data) // DISC
            if table.upper(data) <= DISC * alpha:
                return table.upper(data) // DISC
    # Step 4. Moves.
    items = _list()
    number = list_moves_fastest_first(search, items, player, opponent, moves, hash_move)
    if number == 0:
        return MOST_DISCS
    # Step 5. Search.
    best, best_move = NO_SCORE, NO_MOVE
    for index in range(number):
        item = pick(items, index, number)
        square, turned, replies = square_of(item), load(item, TURNED), load(item, REPLIES)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        child = after_move(key, color, square, turned)
        score = -solve_shared(search, theirs, mine, child, 1 - color, replies, -alpha - 1)
        if search.stop != 0:
            return alpha
        if score > best:
            best, best_move = score, square
            if best > alpha:
                break
    # Step 6. Store.
    low, high = (best, 64) if best > alpha else (-64, best)
    table.store(search, player, opponent, key, draft, DISC * low, DISC * high, best_move)
    return best
