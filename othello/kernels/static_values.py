"""Evaluates many positions without searching and finds best moves by a one-ply search.

The value of a move is the static value of the position after the move. If the opponent must then pass, the
value is the static value after the pass. If the game is over, the value is the result.
"""

from othello.kernels.bits import ZERO, Numbers, Square, Word, Words, lowest, popcount, without_lowest
from othello.kernels.constants import DISC
from othello.kernels.evaluate import estimate
from othello.kernels.features import pass_features, set_features
from othello.kernels.last_empties import final_score
from othello.kernels.moves import legal_moves, play
from othello.kernels.search_state import SearchState
from othello.native.kernel import kernel


@kernel
def estimate_all(search: SearchState, players: Words, opponents: Words, into: Numbers) -> None:
    """Write the estimate of each position, in centidiscs."""
    for index in range(len(players)):
        set_features(search, players[index], opponents[index])
        into[index] = estimate(search, players[index], opponents[index])


@kernel
def static_value(search: SearchState, player: Word, opponent: Word) -> int:
    """Return the player's value in centidiscs: the result or the static value after any forced pass."""
    set_features(search, player, opponent)
    return value_with_features(search, player, opponent)


@kernel
def value_with_features(search: SearchState, player: Word, opponent: Word) -> int:
    """Return the `static_value` of a position. Its features must be in *search* and are kept there."""
    if legal_moves(player, opponent) != ZERO:
        return estimate(search, player, opponent)
    if legal_moves(opponent, player) == ZERO:
        return DISC * final_score(player, opponent)
    empties = 64 - popcount(player | opponent)
    pass_features(search, empties)
    value = -estimate(search, opponent, player)
    pass_features(search, empties)  # take the pass back
    return value


@kernel
def static_values(search: SearchState, players: Words, opponents: Words, into: Numbers) -> None:
    """Write the `static_value` of each position."""
    for index in range(len(players)):
        into[index] = static_value(search, players[index], opponents[index])


@kernel
def value_after(search: SearchState, player: Word, opponent: Word, square: Square) -> int:
    """Return the player's value, in centidiscs, of the position after a move."""
    _, theirs, mine = play(player, opponent, square)
    return -static_value(search, theirs, mine)


@kernel
def best_move(search: SearchState, player: Word, opponent: Word) -> Square:
    """Return the legal move with the highest value. Among moves with equal values, return the lowest square.

    There must be a legal move.
    """
    left = legal_moves(player, opponent)
    best, best_value = lowest(left), value_after(search, player, opponent, lowest(left))
    while without_lowest(left) != ZERO:
        left = without_lowest(left)
        value = value_after(search, player, opponent, lowest(left))
        if value > best_value:
            best, best_value = lowest(left), value
    return best
