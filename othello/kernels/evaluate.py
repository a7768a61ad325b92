"""The static evaluation: what a position is worth without searching it.

`evaluate(search, player, opponent)` is the whole interface: the expected final difference
in centidiscs, from the player's view, within -LIMIT..LIMIT, so that no estimate is as
good as a certain wipe-out. The address `search.network` decides which evaluation it is:
`network`, or `linear` where the address is 0.

A search needs many values twice: to order the moves of a node, and in the children. So `evaluate`
remembers the last ones in the evaluation cache of the thread, and `uncached_value` computes one.
"""

from typing import Final

from othello.kernels.bits import Word, popcount
from othello.kernels.constants import DISC, HIGHEST
from othello.kernels.evaluation_cache import cached_value, entry_of, holds, store
from othello.kernels.features import features_at
from othello.kernels.jit import kernel
from othello.kernels.linear import linear_value
from othello.kernels.moves import legal_moves
from othello.kernels.network import network_value
from othello.kernels.search_state import SearchState

LIMIT: Final = HIGHEST - DISC


@kernel
def uncached_value(search: SearchState, player: Word, opponent: Word) -> int:
    """The value of a position, without the cache; needs the features."""
    empties = 64 - popcount(player | opponent)
    mine, theirs = popcount(legal_moves(player, opponent)), popcount(legal_moves(opponent, player))
    features = features_at(search, empties)
    if search.network != 0:
        value = network_value(search.network, features, empties, mine, theirs)
    else:
        value = linear_value(search.weights, features, empties, mine, theirs)
    return max(-LIMIT, min(LIMIT, value))


@kernel
def evaluate(search: SearchState, player: Word, opponent: Word) -> int:
    """The expected final difference, player minus opponent, in centidiscs; needs the features."""
    entry = entry_of(search, player, opponent)
    if holds(entry, player, opponent):
        return cached_value(entry)
    value = uncached_value(search, player, opponent)
    store(entry, player, opponent, value)
    return value
