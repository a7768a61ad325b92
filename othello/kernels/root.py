"""The root of a search: one iteration over a list of moves that Python has ordered.

The list lies at `search.root_moves`, `search.root_count` items of ITEM bytes:

| offset | word |
| --- | --- |
| 0 | square |
| 8 | value of this iteration in centidiscs + BIAS: exact inside the window, else a bound |
| 16 | positions searched under the move in this iteration; 0 when it was not searched |

While it runs, `root_done`, `root_best` and `root_move` tell any other thread how far it is.
A search that is stopped leaves the values of the moves that were finished: `root_best` is
then the value of the best of them, a lower bound on the value of the position.
"""

from othello.kernels import abdada, table
from othello.kernels.abdada import is_searched, mark, unmark
from othello.kernels.bits import ZERO, Word, bit, lowest, popcount, to_int, to_word, without_lowest
from othello.kernels.constants import HIGHEST, LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.features import play_features, set_features
from othello.kernels.jit import kernel
from othello.kernels.memory import load, store
from othello.kernels.midgame import search_null, search_pv
from othello.kernels.moves import flips, legal_moves
from othello.kernels.search_state import SearchState
from othello.kernels.zobrist import Color, after_move

ITEM = 32
SQUARE, VALUE, NODES = 0, 8, 16


@kernel
def search_root(
    search: SearchState,
    player: Word,
    opponent: Word,
    key: Word,
    color: Color,
    alpha: int,
    beta: int,
    depth: int,
) -> int:
    """The value of the best of the root moves within the window; the list is written in place."""
    best = NO_SCORE
    search.root_done, search.root_best, search.root_move = 0, best, NO_MOVE
    set_features(search, player, opponent)
    empties = 64 - popcount(player | opponent)
    for index in range(search.root_count):
        store(search.root_moves + index * ITEM, NODES, to_word(0))
    shares = search.marks != 0 and depth >= abdada.LEAST_DEPTH
    index, waiting = 0, ZERO
    while index < search.root_count or waiting != ZERO:
        puts_off = index < search.root_count
        item = search.root_moves + (index if puts_off else lowest(waiting)) * ITEM
        if puts_off:
            index += 1
        else:
            waiting = without_lowest(waiting)
        square = to_int(load(item, SQUARE))
        turned = flips(square, player, opponent)
        theirs, mine = opponent ^ turned, player | turned | bit(square)
        child = after_move(key, color, square, turned)
        if shares and puts_off and index > 1 and is_searched(search, child):
            waiting |= bit(index - 1)
            continue
        floor = max(alpha, best)
        before = search.nodes
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
            return best
        store(item, VALUE, to_word(score + table.BIAS))
        store(item, NODES, to_word(max(1, search.nodes - before)))
        if score > best:
            best = score
            search.root_best, search.root_move = score, square
        search.root_done += 1
        if best >= beta:
            break
    if search.root_count == popcount(legal_moves(player, opponent)):
        # Of a part of the moves the value would only be a lower bound.
        low = best if best > alpha else LOWEST
        high = best if best < beta else HIGHEST
        draft = table.draft_of(depth, search.selectivity)
        table.store(search, player, opponent, key, draft, low, high, search.root_move)
    return best
