"""Searches the root moves in a single iteration over an ordered list of moves.

The list is stored at `search.root_moves` and consists of `search.root_count` items of ITEM bytes. A child's
key is at the same offset as in other lists. The other words of an item are:

| offset | word |
| --- | --- |
| 0 | square |
| 8 | value in this iteration, in centidiscs + BIAS: exact inside the window, otherwise a bound |
| 16 | positions searched under the move in this iteration, or 0 if it was not searched |

During the search, other threads may read `root_done`, `root_best` and `root_move`. If the search is stopped,
the list contains the values of the finished moves. `root_best` is then the highest of these values, which is
a lower bound on the value of the position.
"""

from othello.kernels import table
from othello.kernels.abdada import begin, finish, next_item, shares_work
from othello.kernels.bits import ZERO, Word, popcount, to_word
from othello.kernels.constants import HIGHEST, LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.features import play_features, set_features
from othello.kernels.midgame import scout, search_pv
from othello.kernels.moves import flips, legal_moves, play
from othello.kernels.ordering import ITEM, KEY, square_of
from othello.kernels.search_state import SearchState
from othello.kernels.zobrist import Color, after_move
from othello.native.kernel import kernel
from othello.native.memory import load, store

SQUARE, VALUE, NODES = 0, 8, 16


@kernel
def search_root(
    search: SearchState, player: Word, opponent: Word, key: Word, color: Color,
    alpha: int, beta: int, depth: int,
) -> int:  # fmt: skip
    """Return the value of the best root move within the window and write the results to the list.

    `midgame` explains the numbered steps.
    """
    set_features(search, player, opponent)
    empties = 64 - popcount(player | opponent)
    # Step 6. Add the keys of the children to the list of moves.
    items, number = search.root_moves, search.root_count
    for index in range(number):
        item = items + index * ITEM
        square = square_of(item)
        store(item, NODES, ZERO)
        store(item, KEY, after_move(key, color, square, flips(square, player, opponent)))
    # Step 9. The next move.
    best = NO_SCORE
    search.root_done, search.root_best, search.root_move = 0, best, NO_MOVE
    shares = shares_work(search, depth)
    index, deferred = 0, ZERO
    while index < number or deferred != ZERO:
        item, index, deferred = next_item(search, items, number, index, deferred, shares, True)
        # Step 10. Search it.
        square, child, floor = square_of(item), load(item, KEY), max(alpha, best)
        turned, theirs, mine = play(player, opponent, square)
        play_features(search, empties, square, turned)
        before = search.nodes
        begin(search, child, shares and index > 1)
        score = scout(search, theirs, mine, child, 1 - color, floor, beta, depth - 1, index == 1)
        if score == NO_SCORE:
            score = -search_pv(search, theirs, mine, child, 1 - color, -beta, -floor, depth - 1)
        if finish(search, child, shares and index > 1):
            return best
        store(item, VALUE, to_word(score + table.BIAS))
        store(item, NODES, to_word(max(1, search.nodes - before)))
        if score > best:
            best = score
            search.root_best, search.root_move = score, square
        search.root_done += 1
        if best >= beta:
            break
    # Step 11. Store the result only if all legal moves were searched, because the best value of some moves is
    # merely a lower bound.
    if number == popcount(legal_moves(player, opponent)):
        draft = table.draft_of(depth, search.selectivity)
        low = best if best > alpha else LOWEST
        high = best if best < beta else HIGHEST
        table.store(search, player, opponent, key, draft, low, high, search.root_move)
    return best
