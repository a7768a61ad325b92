"""Finds labels, that is, values and best moves, for many positions.

Each position is searched with an empty table, so its label depends only on the position and the depth.
"""

from typing import Annotated, Final

from othello.kernels.batch_boards import PASS
from othello.kernels.bits import (
    ZERO,
    Bytes,
    Numbers,
    Square,
    Word,
    Words,
    lowest,
    pop_lowest,
    popcount,
)
from othello.kernels.constants import BLACK, DISC, HIGHEST, LOWEST, NO_MOVE, NO_SCORE
from othello.kernels.evaluate import evaluate
from othello.kernels.features import play_features, set_features
from othello.kernels.last_empties import final_score
from othello.kernels.midgame import TABLE_DEPTH, search_shallow
from othello.kernels.moves import flips, legal_moves, play
from othello.kernels.search_state import SearchState
from othello.kernels.selfplay import best_of_search, best_reply, exact_value, search_value
from othello.kernels.zobrist import position_key
from othello.native.kernel import kernel

ESTIMATED: Final = 0
SOLVED: Final = 1
"""Kinds of values: an estimate or the exact final score."""
STEP: Final = 2
"""Each iteration of a search is this many plies deeper than the previous iteration."""

Label = Annotated[tuple[int, int, int], ("int64", "int64", "int64")]
"""A value in centidiscs, a move, and the kind of the value."""


@kernel
def wipe_out(player: Word, opponent: Word, moves: Word) -> Square:
    """Return a move that flips all of the opponent's discs, or PASS if none of *moves* does."""
    left = moves
    while left != ZERO:
        square, left = pop_lowest(left)
        if flips(square, player, opponent) == opponent:
            return square
    return PASS


@kernel
def _shallow(search: SearchState, player: Word, opponent: Word, moves: Word, depth: int) -> Label:
    """Search each move without the table and return the label. Needs the features of the position."""
    best, move = NO_SCORE, lowest(moves)
    left = moves
    while left != ZERO:
        square, left = pop_lowest(left)
        turned, theirs, mine = play(player, opponent, square)
        play_features(search, 64 - popcount(player | opponent), square, turned)
        value = -search_shallow(search, theirs, mine, LOWEST, -max(best, LOWEST), depth - 1)
        if value > best:
            best, move = value, square
    return best, move, ESTIMATED


@kernel
def label(
    search: SearchState, player: Word, opponent: Word, depth: int, selectivity: int, exact: int
) -> Label:
    """Solve a position with up to *exact* empties, or search it to *depth* plies, and return its label."""
    search.generation += 1  # a new generation empties the table
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        theirs = legal_moves(opponent, player)
        if theirs == ZERO:
            return DISC * final_score(player, opponent), NO_MOVE, SOLVED
        value, _, kind = _searched(search, opponent, player, theirs, depth, selectivity, exact)
        return -value, PASS, kind
    return _searched(search, player, opponent, moves, depth, selectivity, exact)


@kernel
def _searched(
    search: SearchState, player: Word, opponent: Word, moves: Word, depth: int, selectivity: int, exact: int
) -> Label:
    """Return the label of a position with legal *moves*."""
    square = wipe_out(player, opponent, moves)
    if square != PASS:
        return HIGHEST, square, SOLVED
    key = position_key(player, opponent, BLACK)
    empties = 64 - popcount(player | opponent)
    set_features(search, player, opponent)
    if empties <= max(exact, depth):
        guess = evaluate(search, player, opponent) // DISC
        discs = exact_value(search, player, opponent, key, BLACK, guess)
        set_features(search, player, opponent)  # because the search has changed them
        return DISC * discs, best_reply(search, player, opponent, key, BLACK, moves, discs), SOLVED
    if depth < TABLE_DEPTH:
        return _shallow(search, player, opponent, moves, depth)
    value = 0
    first_depth = TABLE_DEPTH + (depth - TABLE_DEPTH) % STEP  # in steps up to *depth*
    for search_depth in range(first_depth, depth + 1, STEP):
        value = search_value(search, player, opponent, key, BLACK, search_depth, selectivity)
    return value, best_of_search(search, player, opponent, key, moves), ESTIMATED


@kernel
def label_all(
    search: SearchState, players: Words, opponents: Words, depth: int, selectivity: int, exact: int,
    values: Numbers, moves: Bytes, kinds: Bytes,
) -> None:  # fmt: skip
    """Write the label of each position. If the game is over, the move is NO_MOVE."""
    for index in range(len(players)):
        value, move, kind = label(search, players[index], opponents[index], depth, selectivity, exact)
        values[index], moves[index], kinds[index] = value, move, kind
