"""Evaluates a position without searching.

A value is the expected final disc difference, in centidiscs, from the player's point of view. Values are
limited to -LIMIT..LIMIT, so every estimate is below the value of a certain wipe-out. `estimate` evaluates any
position with the `network`. `evaluate` is for positions that a search reaches. It adds their `tempo`.

A search needs many values twice: first to order the moves of a node, and then in the node's children.
Therefore `evaluate` keeps recent values in the thread's evaluation cache.
"""

from typing import Final

from othello.kernels.bits import Word, popcount
from othello.kernels.constants import DISC, HIGHEST
from othello.kernels.evaluation_cache import cached_value, entry_of, store
from othello.kernels.features import features_at
from othello.kernels.hashing import holds
from othello.kernels.moves import legal_moves
from othello.kernels.network import network_value
from othello.kernels.search_state import SearchState
from othello.kernels.tempo import tempo
from othello.native.kernel import kernel

LIMIT: Final = HIGHEST - DISC


@kernel
def estimate(search: SearchState, player: Word, opponent: Word) -> int:
    """Return the expected final difference, player minus opponent, in centidiscs. Needs the features."""
    empties = 64 - popcount(player | opponent)
    mine, theirs = popcount(legal_moves(player, opponent)), popcount(legal_moves(opponent, player))
    features = features_at(search, empties)
    value = network_value(search.network, features, empties, mine, theirs)
    return max(-LIMIT, min(LIMIT, value))


@kernel
def evaluate(search: SearchState, player: Word, opponent: Word) -> int:
    """Return the value, in centidiscs, of a position that a search reaches. Needs the features."""
    entry = entry_of(search, player, opponent)
    if holds(entry, player, opponent):
        return cached_value(entry)
    value = estimate(search, player, opponent) + tempo(search, 64 - popcount(player | opponent))
    value = min(LIMIT, value)
    store(entry, player, opponent, value)
    return value
