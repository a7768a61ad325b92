"""The search proper: alpha-beta with evaluation, to a fixed depth or to the end of the game.

`search_null` has the null window [alpha, alpha + 1], `search_pv` any window (principal
variation search). Values are centidiscs, the side to move's, and fail-soft. A depth of
all the empty squares means the exact value: such a node keeps that property in all its
children, evaluates only to order moves, and hands over to `endgame` when few squares are
left. A pass takes no depth.

Steps of a node:
1. Count; stop; the end of the depth, or of the game.
2. Stable discs of the opponent may already bound the value by alpha.
3. Look the position up in the transposition table; a bound may decide.
4. In a selective search, Multi-ProbCut: a shallow search may decide (null windows only).
5. Make the list of moves; a wipe-out decides.
6. Enhanced transposition cut-off: a child that is known to be bad enough for the opponent.
7. Score the moves: the table's moves first, then evaluation or shallow search of the
   children, and few replies (fastest first).
8. Search them: the first with the full window, the others with a null window, again if
   they are better.
9. Keep the bounds that were found.

Sources: A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm" (1983), step 8;
J. Schaeffer and A. Plaat, "New Advances in Alpha-Beta Searching" (1996), step 6; R. Delorme's Edax (order);
`probcut` names that of step 4.
"""

from othello.kernels import abdada, probcut, table
from othello.kernels.abdada import is_searched, mark, unmark
from othello.kernels.bits import CORNERS, ZERO, Word, bit, lowest, popcount, to_word, without_lowest
from othello.kernels.constants import DISC, EXACT, HIGHEST, LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.endgame import (
    MOST_EMPTIES,
    solve_shared,
    stability_bound,
)
from othello.kernels.evaluate import LIMIT, evaluate
from othello.kernels.features import pass_features, play_features
from othello.kernels.jit import inlined_kernel, kernel
from othello.kernels.last_empties import final_score
from othello.kernels.memory import Address, load, stack, store
from othello.kernels.moves import flips, legal_moves, potential_mobility
from othello.kernels.ordering import (
    HASH_MOVE_SCORE,
    ITEM,
    KEY,
    REPLIES,
    TURNED,
    WORDS,
    add_score,
    corner_stability,
    pick,
    put,
    square_of,
    square_values,
    weighted_mobility,
)
from othello.kernels.probcut import probe_depths, probe_margin, static_margin
from othello.kernels.search_state import SearchState
from othello.kernels.zobrist import Color, after_move, after_pass

ETC_DEPTH = 5
TABLE_DEPTH = 3
REPLY_WORTH = 50
"""Centidiscs for a reply less, in the order of moves of a search that does not reach the end."""
SOLVING_REPLY_WORTH = 300
SOLVING_CORNER_REPLY_WORTH = 100
SOLVING_POTENTIAL_WORTH = 80
SOLVING_CORNER_WORTH = 100
"""The same in one that does, and for a reply to a corner, a potential reply, a stable disc at a corner."""
ORDER_ABOVE, ORDER_BELOW = 300, 400
"""How far beyond alpha, in centidiscs, the short searches for the order still tell values apart."""
GOOD_ENOUGH = 600
"""Centidiscs beyond alpha from which it matters more that a move is proved soon than how good it is."""

_list = stack(WORDS)


@inlined_kernel
def _floor_discs(value: int) -> int:
    """The greatest number of discs that is not more than *value* centidiscs."""
    return value // DISC


@kernel
def search_shallow(
    search: SearchState, player: Word, opponent: Word, alpha: int, beta: int, depth: int
) -> int:
    """Plain alpha-beta without table, for the last plies of depth."""
    search.nodes += 1
    if depth <= 0:
        return evaluate(search, player, opponent)
    moves = legal_moves(player, opponent)
    empties = 64 - popcount(player | opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return DISC * final_score(player, opponent)
        pass_features(search, empties)
        score = -search_shallow(search, opponent, player, -beta, -alpha, depth)
        pass_features(search, empties)
        return score
    best = NO_SCORE
    while moves != ZERO:
        square = lowest(moves)
        moves = without_lowest(moves)
        turned = flips(square, player, opponent)
        if turned == opponent:
            return HIGHEST
        play_features(search, empties, square, turned)
        score = -search_shallow(
            search, opponent ^ turned, player | turned | bit(square), -beta, -max(alpha, best), depth - 1
        )
        best = max(best, score)
        if best >= beta:
            break
    return best


@kernel
def search_null(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, alpha: int, depth: int
) -> int:
    """The value against alpha, to *depth* plies."""
    # Step 1. Leaves.
    empties = 64 - popcount(player | opponent)
    if depth >= empties and empties <= MOST_EMPTIES:
        return DISC * solve_shared(
            search, player, opponent, key, color, legal_moves(player, opponent), _floor_discs(alpha)
        )
    if depth < TABLE_DEPTH:
        return search_shallow(search, player, opponent, alpha, alpha + 1, depth)
    search.nodes += 1
    if search.nodes >= search.node_limit:
        search.stop = 1
    if search.stop != 0:
        return alpha
    # Step 2. Stability.
    bound = DISC * stability_bound(player, opponent, _floor_discs(alpha), empties)
    if bound <= alpha:
        return bound
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return DISC * final_score(player, opponent)
        pass_features(search, empties)
        score = -search_null(search, opponent, player, after_pass(key), 1 - color, -alpha - 1, depth)
        pass_features(search, empties)
        return score
    # Step 3. Table.
    draft = table.draft_of(depth, search.selectivity)
    data = table.probe(search, player, opponent, key)
    hash_move = second_hash_move = NO_MOVE
    if data != ZERO:
        hash_move, second_hash_move = table.best_move(data), table.second_move(data)
        if table.draft(data) >= draft:
            if table.lower(data) > alpha:
                return table.lower(data)
            if table.upper(data) <= alpha:
                return table.upper(data)
    # Step 4. Multi-ProbCut.
    if search.selectivity < EXACT and depth >= probcut.LEAST_DEPTH and search.probes < probcut.NESTED:
        margin, worth = probe_margin(search, empties, depth), static_margin(search, empties, depth)
        static, shallow = evaluate(search, player, opponent), probe_depths(to_word(depth))
        if static >= alpha - worth and alpha + margin < LIMIT:
            search.probes += 1
            score = search_null(search, player, opponent, key, color, alpha + margin, shallow)
            search.probes -= 1
            if search.stop != 0:
                return alpha
            if score > alpha + margin:
                return alpha + 1
        if static <= alpha + worth and alpha - margin > -LIMIT:
            search.probes += 1
            score = search_null(search, player, opponent, key, color, alpha - margin, shallow)
            search.probes -= 1
            if search.stop != 0:
                return alpha
            if score <= alpha - margin:
                return alpha
    # Step 5. Moves.
    items = _list()
    number = list_moves(search, items, player, opponent, key, color, moves)
    if number == 0:
        return HIGHEST
    # Step 6. Enhanced transposition cut-off.
    if depth >= ETC_DEPTH:
        cut = etc_cut(search, items, number, player, opponent, alpha, draft)
        if cut > alpha:
            return cut
    # Step 7. Order.
    score_moves(search, items, number, player, opponent, depth, alpha, hash_move, second_hash_move)
    # Step 8. Search.
    best, best_move = NO_SCORE, NO_MOVE
    shares = search.marks != 0 and depth >= abdada.LEAST_DEPTH
    index, waiting = 0, ZERO
    while index < number or waiting != ZERO:
        if index < number:
            item = pick(items, index, number)
            index += 1
            if shares and index > 1 and is_searched(search, load(item, KEY)):
                waiting |= bit(index - 1)
                continue
        else:
            item = items + lowest(waiting) * ITEM
            waiting = without_lowest(waiting)
        if shares and index > 1:
            # Another thread may have decided this node meanwhile.
            data = table.probe(search, player, opponent, key)
            if data != ZERO and table.draft(data) >= draft:
                if table.lower(data) > alpha:
                    return table.lower(data)
                if table.upper(data) <= alpha:
                    return table.upper(data)
        square, turned, child = square_of(item), load(item, TURNED), load(item, KEY)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        play_features(search, empties, square, turned)
        if shares:
            mark(search, child)
        score = -search_null(search, theirs, mine, child, 1 - color, -alpha - 1, depth - 1)
        if shares:
            unmark(search, child)
        if search.stop != 0:
            return alpha
        if score > best:
            best, best_move = score, square
            if best > alpha:
                break
    # Step 9. Store.
    low, high = (best, HIGHEST) if best > alpha else (LOWEST, best)
    table.store(search, player, opponent, key, draft, low, high, best_move)
    return best


@kernel
def search_pv(
    search: SearchState,
    player: Word,
    opponent: Word,
    key: Word,
    color: Color,
    alpha: int,
    beta: int,
    depth: int,
) -> int:
    """The value within the window, to *depth* plies."""
    empties = 64 - popcount(player | opponent)
    if depth >= empties and empties <= MOST_EMPTIES:
        return _solve_pv(search, player, opponent, key, color, alpha, beta)
    if depth < TABLE_DEPTH:
        return search_shallow(search, player, opponent, alpha, beta, depth)
    search.nodes += 1
    if search.nodes >= search.node_limit:
        search.stop = 1
    if search.stop != 0:
        return alpha
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return DISC * final_score(player, opponent)
        pass_features(search, empties)
        score = -search_pv(search, opponent, player, after_pass(key), 1 - color, -beta, -alpha, depth)
        pass_features(search, empties)
        return score
    draft = table.draft_of(depth, search.selectivity)
    data = table.probe(search, player, opponent, key)
    hash_move = second_hash_move = NO_MOVE
    if data != ZERO:
        hash_move, second_hash_move = table.best_move(data), table.second_move(data)
        if table.draft(data) >= draft:
            low, high = table.lower(data), table.upper(data)
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
    items = _list()
    number = list_moves(search, items, player, opponent, key, color, moves)
    if number == 0:
        return HIGHEST
    score_moves(search, items, number, player, opponent, depth + 4, alpha, hash_move, second_hash_move)
    best, best_move = NO_SCORE, NO_MOVE
    shares = search.marks != 0 and depth >= abdada.LEAST_DEPTH
    index, waiting = 0, ZERO
    while index < number or waiting != ZERO:
        if index < number:
            item = pick(items, index, number)
            index += 1
            if shares and index > 1 and is_searched(search, load(item, KEY)):
                waiting |= bit(index - 1)
                continue
        else:
            item = items + lowest(waiting) * ITEM
            waiting = without_lowest(waiting)
        square, turned, child = square_of(item), load(item, TURNED), load(item, KEY)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        floor = max(alpha, best)
        play_features(search, empties, square, turned)
        if index == 1:
            score = -search_pv(search, theirs, mine, child, 1 - color, -beta, -floor, depth - 1)
        else:
            if shares:
                mark(search, child)
            score = -search_null(search, theirs, mine, child, 1 - color, -floor - 1, depth - 1)
            if floor < score < beta and search.stop == 0:
                score = -search_pv(search, theirs, mine, child, 1 - color, -beta, -floor, depth - 1)
            if shares:
                unmark(search, child)
        if search.stop != 0:
            return alpha
        if score > best:
            best, best_move = score, square
            if best >= beta:
                break
    low = best if best > alpha else LOWEST
    high = best if best < beta else HIGHEST
    table.store(search, player, opponent, key, draft, low, high, best_move)
    return best


@kernel
def _solve_pv(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color, alpha: int, beta: int
) -> int:
    """The exact value within the window, by null windows that rise as long as they are beaten."""
    moves = legal_moves(player, opponent)
    floor, top = _floor_discs(alpha), -_floor_discs(-beta)
    best = solve_shared(search, player, opponent, key, color, moves, floor)
    while floor < best < top:
        floor = best
        best = max(floor, solve_shared(search, player, opponent, key, color, moves, floor))
    return DISC * best


@kernel
def list_moves(
    search: SearchState, items: Address, player: Word, opponent: Word, key: Word, color: Color, moves: Word
) -> int:
    """Write the list of moves with the children's keys; 0 if one of them wipes the opponent out."""
    number = 0
    while moves != ZERO:
        square = lowest(moves)
        moves = without_lowest(moves)
        turned = flips(square, player, opponent)
        if turned == opponent:
            return 0
        item = items + number * ITEM
        child = after_move(key, color, square, turned)
        table.prefetch_bucket(search, child)
        put(item, 0, square, turned, legal_moves(opponent ^ turned, player | turned | bit(square)))
        store(item, KEY, child)
        number += 1
    return number


@kernel
def etc_cut(
    search: SearchState, items: Address, number: int, player: Word, opponent: Word, alpha: int, draft: int
) -> int:
    """A lower bound above alpha that the table holds for some child, or LOWEST."""
    for index in range(number):
        item = items + index * ITEM
        turned = load(item, TURNED)
        data = table.probe(search, opponent ^ turned, player | turned | bit(square_of(item)), load(item, KEY))
        deep_enough = data != ZERO and table.draft(data) >= draft - (1 << table.SELECTIVITY_BITS)
        if deep_enough and -table.upper(data) > alpha:
            return -table.upper(data)
    return LOWEST


@kernel
def score_moves(
    search: SearchState,
    items: Address,
    number: int,
    player: Word,
    opponent: Word,
    depth: int,
    alpha: int,
    hash_move: int,
    second_hash_move: int,
) -> None:
    """Score the moves of a list."""
    empties = 64 - popcount(player | opponent)
    solving = depth >= empties
    plies = (depth - 17) // 3 if solving else (depth - 6) // 3
    plies = max(0, min(3, plies))
    low, high = (LOWEST, HIGHEST) if solving else (-alpha - ORDER_ABOVE, ORDER_BELOW - alpha)
    for index in range(number):
        item = items + index * ITEM
        square, turned, replies = square_of(item), load(item, TURNED), load(item, REPLIES)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        play_features(search, empties, square, turned)
        score = -search_shallow(search, theirs, mine, low, high, plies)
        if solving:
            if score > alpha + GOOD_ENOUGH:
                score = (score + alpha + GOOD_ENOUGH) // 2
            score -= popcount(replies) * SOLVING_REPLY_WORTH
            score -= popcount(replies & CORNERS) * SOLVING_CORNER_REPLY_WORTH
            score -= potential_mobility(theirs, mine) * SOLVING_POTENTIAL_WORTH
            score += corner_stability(mine) * SOLVING_CORNER_WORTH
        else:
            score -= weighted_mobility(replies) * REPLY_WORTH
        score += square_values(to_word(square))
        if square == hash_move:
            score += HASH_MOVE_SCORE
        elif square == second_hash_move:
            score += HASH_MOVE_SCORE // 2
        add_score(item, score)
