"""Alpha-beta search with evaluation, to a fixed depth or to the end of the game.

`search_null` searches with a null window [alpha, alpha + 1], and `search_pv` with any window (principal
variation search). Values are fail-soft, in centidiscs, and from the point of view of the side to move. If the
depth equals the number of empty squares, the value is exact. The same is then true of all descendants, so
they use the evaluation only to order moves. A pass does not reduce the depth.

Steps of a node --------------- Each function that searches a node labels its steps with the numbers below.
`search_null` performs all steps. `search_pv`, `search_shallow`, `root.search_root` and the solvers in
`endgame` perform some of the steps. A name in parentheses is a kernel that several functions use for the
step.

 0. The last plies are handed over to `search_shallow`, and the last empty squares to `endgame`.
 1. Count the node. Stop at another thread's request or at the node limit (`count_node`).
 2. Stability: the opponent's stable discs give an upper bound, which settles the node if it is at most alpha
    (`stability_bound`).
 3. Pass if there is no legal move. If the opponent has no legal move either, the game is over.
 4. Table: a stored bound may settle the node (`table.cut`, `bound_cache.cut`), and the stored moves will be
    tried first.
 5. Multi-ProbCut: in a selective search, a shallow search may settle the node (`probcut`). Near the leaves,
    the static evaluation replaces the shallow search.
 6. List the moves. A move that captures all discs settles the node (`list_moves`).
 7. Enhanced transposition cut-off: a child's stored bound may settle the node (`etc_cut`).
 8. Order: give each move a score (`score_moves`). In a null window, the hash move is searched before this
    step.
 9. Take the best remaining move, but defer a move that another thread is searching (`next_item`).
10. Search the move. The first move gets the full window. Later moves get a null window. They get the full
    window only if their value lies inside it (`scout`). Marks tell other threads which move is being searched
    (`begin`, `finish`).
11. Store the proved bounds and the best move (`table.store`, `bound_cache.store`).

Kinds of node ------------- *is_cut* is the expectation at a node with a null window: either some move cuts
off (True), or all moves fail low (False). If a cut-off is expected, all moves of the first child are expected
to fail low. At all other children, a cut-off is expected. With up to 16 empties, nine out of ten nodes turn
out as expected. The expectation only decides whether to do work that rarely pays off at the other kind of
node: stability, the enhanced transposition cut-off, and scores.

Sources: D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning" (1975), for the kinds of node. A.
Reinefeld, "An Improvement to the Scout Tree-Search Algorithm" (1983), for step 10. J. Schaeffer and A. Plaat,
"New Advances in Alpha-Beta Searching" (1996), for step 7. R. Delorme's Edax, for step 8. The modules above
list more sources.
"""

from othello.kernels import probcut, table
from othello.kernels.abdada import begin, finish, next_item, shares_work
from othello.kernels.bits import CORNERS, ZERO, Word, bit, pop_lowest, popcount, to_word
from othello.kernels.constants import DISC, EXACT, HIGHEST, LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.endgame import MAX_EMPTIES, solve_shared, stability_bound
from othello.kernels.evaluate import LIMIT, evaluate
from othello.kernels.features import pass_features, play_features
from othello.kernels.last_empties import final_score
from othello.kernels.moves import legal_moves, play, potential_mobility
from othello.kernels.ordering import (
    HASH_MOVE_SCORE,
    ITEM,
    KEY,
    REPLIES,
    WORDS,
    add_score,
    child_of,
    corner_stability,
    favor,
    first_by_square,
    pick,
    put,
    square_values,
    weighted_mobility,
)
from othello.kernels.probcut import frontier_margin, probe_depths, probe_margin, static_margin
from othello.kernels.search_state import SearchState, count_node
from othello.kernels.zobrist import Color, after_move, after_pass
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, stack, store

ETC_DEPTH = 5
"""Minimum depth for the enhanced transposition cut-off. Tuned, see docs/experiments.md."""
TABLE_DEPTH = 3
"""Nodes at this depth or deeper use the table and move ordering. Tuned, see docs/experiments.md."""

# Moves are ordered by a search. It gets one ply for every ORDER_STEP plies beyond ORDER_DEPTH, or beyond
# SOLVING_ORDER_DEPTH in a search to the end, but no more than MAX_ORDER_PLIES. A node on the principal
# variation counts as PV_ORDER_DEPTH plies deeper.
ORDER_DEPTH, SOLVING_ORDER_DEPTH = 12, 17
"""Tuned, see docs/experiments.md."""
ORDER_STEP, MAX_ORDER_PLIES, PV_ORDER_DEPTH = 3, 3, 4
"""Tuned, see docs/experiments.md."""
ORDER_ABOVE, ORDER_BELOW = 300, 400
"""The window of the move-ordering search, in centidiscs above and below alpha. Tuned, see
docs/experiments.md."""

REPLY_CENTIDISCS = 50
"""Each reply lowers a move's score by this number, except in searches to the end. Tuned, see
docs/experiments.md."""
SOLVING_REPLY_WORTH = 150
"""In a search to the end, each reply lowers a move's score by this number. Tuned, see docs/experiments.md."""
SOLVING_CORNER_REPLY_WORTH = 100
SOLVING_POTENTIAL_WORTH = 80
SOLVING_CORNER_WORTH = 100
"""In a search to the end, each reply to a corner also lowers the score by the first number, and each
potential reply lowers it by the second number. Each of the mover's stable discs at a corner raises the score
by the third number."""
GOOD_ENOUGH = 1200
"""If a value exceeds alpha by more than this many centidiscs, a fast proof counts for more than the value.

This number and the three before it were tuned one after another on self-play positions with 18 to 24 empties.
"""

EVALUATED = 5
"""A search to the end evaluates only this many moves, chosen by their scores for mobility and corners. Tuned,
see docs/experiments.md."""
EVALUATED_SCORE = 1 << 24
"""Added to the score of an evaluated move, so that it is tried before all others."""

_list = stack(WORDS)
"""At most 130 lists are on the stack. A path contains up to 62 moves, at most one pass before each move, and
a few calls that stay at the same node, such as NESTED probes. The lists take up to 187 KiB. A Python thread's
stack has 1 MiB or more."""


@inlined_kernel
def _floor_discs(value: int) -> int:
    """Convert centidiscs to discs, rounded down."""
    return value // DISC


@kernel
def search_shallow(
    search: SearchState, player: Word, opponent: Word, alpha: int, beta: int, depth: int
) -> int:
    """Search fewer than TABLE_DEPTH plies and return the value within the window. Steps 1, 3, 5, 9 and 10."""
    # Step 1. Count.
    search.nodes += 1
    if depth <= 0:
        return evaluate(search, player, opponent)
    # Step 3. Pass or end the game.
    moves = legal_moves(player, opponent)
    empties = 64 - popcount(player | opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return DISC * final_score(player, opponent)
        pass_features(search, empties)
        score = -search_shallow(search, opponent, player, -beta, -alpha, depth)
        pass_features(search, empties)
        return score
    # Step 5. Use ProbCut with only the static evaluation.
    if search.selectivity < EXACT and beta == alpha + 1 and depth < empties:
        static, margin = evaluate(search, player, opponent), frontier_margin(search, empties, depth)
        if static >= alpha + margin:
            return beta
        if static <= alpha - margin:
            return alpha
    # Step 9. Choose the next move by its square.
    best = NO_SCORE
    while moves != ZERO:
        square = first_by_square(moves)
        moves ^= bit(square)
        turned, theirs, mine = play(player, opponent, square)
        if turned == opponent:
            return HIGHEST
        # Step 10. Search it.
        play_features(search, empties, square, turned)
        best = max(best, -search_shallow(search, theirs, mine, -beta, -max(alpha, best), depth - 1))
        if best >= beta:
            break
    return best


@kernel
def search_null(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, alpha: int, depth: int,
    is_cut: bool,
) -> int:  # fmt: skip
    """Return the value in a null window at *alpha*, searching *depth* plies: all steps."""
    # Step 0. Hand over.
    empties = 64 - popcount(player | opponent)
    if depth >= empties and empties <= MAX_EMPTIES:
        moves, floor = legal_moves(player, opponent), _floor_discs(alpha)
        return DISC * solve_shared(search, player, opponent, key, color, moves, floor, is_cut)
    if depth < TABLE_DEPTH:
        return search_shallow(search, player, opponent, alpha, alpha + 1, depth)
    # Step 1. Count and stop.
    if count_node(search):
        return alpha
    # Step 2. Stability.
    if not is_cut:
        bound = DISC * stability_bound(player, opponent, _floor_discs(alpha), empties)
        if bound <= alpha:
            return bound
    # Step 3. Pass or end the game.
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return DISC * final_score(player, opponent)
        pass_features(search, empties)
        score = -search_null(
            search, opponent, player, after_pass(key), 1 - color, -alpha - 1, depth, not is_cut
        )
        pass_features(search, empties)
        return score
    # Step 4. Table.
    draft = table.draft_of(depth, search.selectivity)
    data = table.probe(search, player, opponent, key)
    cut = table.cut(data, draft, alpha, alpha + 1)
    if cut != NO_SCORE:
        return cut
    # Step 5. Multi-ProbCut.
    if search.selectivity < EXACT and depth >= probcut.MIN_DEPTH and search.probes < probcut.NESTED:
        margin, worth = probe_margin(search, empties, depth), static_margin(search, empties, depth)
        static, shallow = evaluate(search, player, opponent), probe_depths(to_word(depth))
        if static >= alpha - worth and alpha + margin < LIMIT:
            search.probes += 1
            score = search_null(search, player, opponent, key, color, alpha + margin, shallow, True)
            search.probes -= 1
            if search.stop != 0:
                return alpha
            if score > alpha + margin:
                return alpha + 1
        if static <= alpha + worth and alpha - margin > -LIMIT:
            search.probes += 1
            score = search_null(search, player, opponent, key, color, alpha - margin, shallow, False)
            search.probes -= 1
            if search.stop != 0:
                return alpha
            if score <= alpha - margin:
                return alpha
    # Step 6. List the moves.
    items = _list()
    number = list_moves(search, items, player, opponent, key, color, moves)
    if number == 0:
        return HIGHEST
    # Step 7. Enhanced transposition cut-off.
    if is_cut and depth >= ETC_DEPTH:
        cut = etc_cut(search, items, number, player, opponent, alpha, draft)
        if cut != NO_SCORE:
            return cut
    # Step 8. Order. If there is a hash move, the moves are ordered only if it does not cut off.
    is_scored = not favor(items, number, table.best_move(data))
    if is_scored:
        score_moves(search, items, number, player, opponent, depth, alpha, data, is_cut)
    # Step 9. The next move.
    best, best_move = NO_SCORE, NO_MOVE
    shares = shares_work(search, depth)
    index, deferred = 0, ZERO
    while index < number or deferred != ZERO:
        item, index, deferred = next_item(search, items, number, index, deferred, shares, False)
        if shares and index > 1:
            # Meanwhile, another thread may have settled this node.
            cut = table.cut(table.probe(search, player, opponent, key), draft, alpha, alpha + 1)
            if cut != NO_SCORE:
                return cut
        # Step 10. Search it.
        square, turned, theirs, mine = child_of(item, player, opponent)
        child = load(item, KEY)
        play_features(search, empties, square, turned)
        begin(search, child, shares)
        score = -search_null(
            search, theirs, mine, child, 1 - color, -alpha - 1, depth - 1, not is_cut or best != NO_SCORE
        )
        if finish(search, child, shares):
            return alpha
        if score > best:
            best, best_move = score, square
            if best > alpha:
                break
        if not is_scored:
            score_moves(search, items + ITEM, number - 1, player, opponent, depth, alpha, data, is_cut)
            is_scored = True
    # Step 11. Store.
    low, high = (best, HIGHEST) if best > alpha else (LOWEST, best)
    table.store(search, player, opponent, key, draft, low, high, best_move)
    return best


@inlined_kernel
def scout(
    search: SearchState, theirs: Word, mine: Word, key: Word, color: Color,
    floor: int, beta: int, depth: int, is_first: bool,
) -> int:  # fmt: skip
    """Step 10. Search a child with a null window above *floor*. Return its value for the mover, or NO_SCORE.

    NO_SCORE tells the caller to search with the full window, because the move is the first move or its value
    is between *floor* and *beta*.
    """
    if is_first:
        return NO_SCORE
    score = -search_null(search, theirs, mine, key, color, -floor - 1, depth, True)
    return NO_SCORE if floor < score < beta and search.stop == 0 else score


@kernel
def search_pv(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color,
    alpha: int, beta: int, depth: int,
) -> int:  # fmt: skip
    """Return the value within the window, searching *depth* plies: all steps except 2, 5 and 7."""
    # Step 0. Hand over.
    empties = 64 - popcount(player | opponent)
    if depth >= empties and empties <= MAX_EMPTIES:
        return _solve_pv(search, player, opponent, key, color, alpha, beta)
    if depth < TABLE_DEPTH:
        return search_shallow(search, player, opponent, alpha, beta, depth)
    # Step 1. Count and stop.
    if count_node(search):
        return alpha
    # Step 3. Pass or end the game.
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return DISC * final_score(player, opponent)
        pass_features(search, empties)
        score = -search_pv(search, opponent, player, after_pass(key), 1 - color, -beta, -alpha, depth)
        pass_features(search, empties)
        return score
    # Step 4. Table.
    draft = table.draft_of(depth, search.selectivity)
    data = table.probe(search, player, opponent, key)
    cut = table.cut(data, draft, alpha, beta)
    if cut != NO_SCORE:
        return cut
    # Step 6. List the moves.
    items = _list()
    number = list_moves(search, items, player, opponent, key, color, moves)
    if number == 0:
        return HIGHEST
    # Step 8. Order.
    score_moves(search, items, number, player, opponent, depth + PV_ORDER_DEPTH, alpha, data, True)
    # Step 9. The next move.
    best, best_move = NO_SCORE, NO_MOVE
    shares = shares_work(search, depth)
    index, deferred = 0, ZERO
    while index < number or deferred != ZERO:
        item, index, deferred = next_item(search, items, number, index, deferred, shares, False)
        # Step 10. Search it.
        square, turned, theirs, mine = child_of(item, player, opponent)
        child, floor = load(item, KEY), max(alpha, best)
        play_features(search, empties, square, turned)
        begin(search, child, shares and index > 1)
        score = scout(search, theirs, mine, child, 1 - color, floor, beta, depth - 1, index == 1)
        if score == NO_SCORE:
            score = -search_pv(search, theirs, mine, child, 1 - color, -beta, -floor, depth - 1)
        if finish(search, child, shares and index > 1):
            return alpha
        if score > best:
            best, best_move = score, square
            if best >= beta:
                break
    # Step 11. Store.
    low = best if best > alpha else LOWEST
    high = best if best < beta else HIGHEST
    table.store(search, player, opponent, key, draft, low, high, best_move)
    return best


@kernel
def _solve_pv(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, alpha: int, beta: int
) -> int:
    """Return the exact value within the window, using null windows that rise up to the value."""
    moves = legal_moves(player, opponent)
    floor, top = _floor_discs(alpha), -_floor_discs(-beta)
    best = solve_shared(search, player, opponent, key, color, moves, floor, True)
    while floor < best < top:
        floor = best
        best = max(floor, solve_shared(search, player, opponent, key, color, moves, floor, True))
    return DISC * best


@kernel
def list_moves(
    search: SearchState, items: Address, player: Word, opponent: Word, key: Word, color: Color, moves: Word
) -> int:
    """Step 6. List *moves* with the keys of the children. Return the number of moves, or 0 for a wipe-out."""
    number = 0
    while moves != ZERO:
        square, moves = pop_lowest(moves)
        turned, theirs, mine = play(player, opponent, square)
        if turned == opponent:
            return 0
        item = items + number * ITEM
        child = after_move(key, color, square, turned)
        table.prefetch_bucket(search, child)
        put(item, 0, square, turned, legal_moves(theirs, mine))
        store(item, KEY, child)
        number += 1
    return number


@kernel
def etc_cut(
    search: SearchState, items: Address, number: int, player: Word, opponent: Word, alpha: int, draft: int
) -> int:
    """Step 7. Return a lower bound above alpha for some move, taken from the table, or NO_SCORE."""
    for index in range(number):
        item = items + index * ITEM
        _, _, theirs, mine = child_of(item, player, opponent)
        data = table.probe(search, theirs, mine, load(item, KEY))
        if data != ZERO and table.draft(data) >= draft - table.PLY and -table.upper(data) > alpha:
            return -table.upper(data)
    return NO_SCORE


@kernel
def score_moves(
    search: SearchState, items: Address, number: int, player: Word, opponent: Word,
    depth: int, alpha: int, data: Word, is_cut: bool,
) -> None:  # fmt: skip
    """Step 8. Score each move in a list. *data* is the table entry for the position, or 0."""
    empties = 64 - popcount(player | opponent)
    if depth >= empties:
        score_to_solve(search, items, number, player, opponent, depth, alpha, data, is_cut)
        return
    plies = max(0, min(MAX_ORDER_PLIES, (depth - ORDER_DEPTH) // ORDER_STEP))
    hash_move, second_hash_move = table.best_move(data), table.second_move(data)
    for index in range(number):
        item = items + index * ITEM
        square, turned, theirs, mine = child_of(item, player, opponent)
        play_features(search, empties, square, turned)
        score = -search_shallow(search, theirs, mine, -alpha - ORDER_ABOVE, ORDER_BELOW - alpha, plies)
        score -= weighted_mobility(load(item, REPLIES)) * REPLY_CENTIDISCS
        score += square_values(to_word(square))
        if square == hash_move:
            score += HASH_MOVE_SCORE
        elif square == second_hash_move:
            score += HASH_MOVE_SCORE // 2
        add_score(item, score)


@kernel
def score_to_solve(
    search: SearchState, items: Address, number: int, player: Word, opponent: Word,
    depth: int, alpha: int, data: Word, is_cut: bool,
) -> None:  # fmt: skip
    """Step 8 of a search to the end. Moves are evaluated only where a cut-off is expected."""
    empties = 64 - popcount(player | opponent)
    hash_move, second_hash_move = table.best_move(data), table.second_move(data)
    for index in range(number):
        item = items + index * ITEM
        square, _, theirs, mine = child_of(item, player, opponent)
        replies = load(item, REPLIES)
        score = square_values(to_word(square)) + corner_stability(mine) * SOLVING_CORNER_WORTH
        score -= popcount(replies) * SOLVING_REPLY_WORTH
        score -= popcount(replies & CORNERS) * SOLVING_CORNER_REPLY_WORTH
        score -= potential_mobility(theirs, mine) * SOLVING_POTENTIAL_WORTH
        if square == hash_move:
            score += HASH_MOVE_SCORE
        elif square == second_hash_move:
            score += HASH_MOVE_SCORE // 2
        add_score(item, score)
    if not is_cut or number == 1:
        return
    plies = max(0, min(MAX_ORDER_PLIES, (depth - SOLVING_ORDER_DEPTH) // ORDER_STEP))
    for index in range(number if plies > 0 else min(number, EVALUATED)):
        item = pick(items, index, number)
        square, turned, theirs, mine = child_of(item, player, opponent)
        play_features(search, empties, square, turned)
        score = -search_shallow(search, theirs, mine, LOWEST, HIGHEST, plies)
        if score > alpha + GOOD_ENOUGH:
            score = (score + alpha + GOOD_ENOUGH) // 2
        add_score(item, score + EVALUATED_SCORE)
