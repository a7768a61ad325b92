"""Measure, in nanoseconds, one evaluation and one update of the features after a move.

    python -m tools.benchmarks.evaluation [ROUNDS]

All positions are three plies below the same root, so the numbers they need are in the caches, as in a search.
An evaluation counts both sides' legal moves, and adds up rows of the network. The program prints the best
round.
"""

import sys
import time

import numpy as np

from othello.kernels.bits import Numbers, Words
from othello.kernels.evaluate import estimate
from othello.kernels.features import play_features, write_features
from othello.kernels.moves import flips, legal_moves
from othello.kernels.search_state import SearchState
from othello.kernels.table import new_table
from othello.native.kernel import kernel
from othello.search.thread_data import ThreadData
from tests.kernels import compiled
from tests.positions import random_position

ROOT = random_position(3, 30)
PLIES = 3
REPEATS = 50


def below(pair, plies):
    """Return the distinct positions *plies* plies below a position that have a legal move."""
    pairs = {pair}
    for _ in range(plies):
        pairs = {child for parent in pairs for child in children(parent)}
    return [position for position in sorted(pairs) if legal_moves(*position)]


def children(pair):
    """Return the positions after each move."""
    player, opponent = pair
    for square in range(64):
        if legal_moves(player, opponent) >> square & 1:
            turned = flips(square, player, opponent)
            yield opponent ^ turned, player | turned | 1 << square


@kernel
def evaluations(
    search: SearchState, players: Words, opponents: Words, slots: Numbers, size: Numbers, repeats: int
) -> int:
    """Evaluate each position *repeats* times. Each position has its own features."""
    total = 0
    for _ in range(repeats):
        for row in range(len(players)):
            empties = 64 - size[row]
            search.features = slots[row] - 128 * empties
            total += estimate(search, players[row], opponents[row])
    return total


@kernel
def updates(
    search: SearchState, squares: Numbers, turned: Words, slots: Numbers, size: Numbers, repeats: int
) -> None:
    """Play a move in each position *repeats* times. The new features go into the previous slot."""
    for _ in range(repeats):
        for row in range(len(squares)):
            empties = 64 - size[row]
            search.features = slots[row] - 128 * empties
            play_features(search, empties, squares[row], turned[row])


def best_times(rounds):
    """Return the nanoseconds of an evaluation and of an update in the fastest round."""
    compiled.bind(sys.modules[__name__])
    pairs = below(ROOT, PLIES)
    players, opponents = np.array(pairs, np.uint64).T.copy()
    size = np.bitwise_count(players | opponents).astype(np.int64)
    # Each position has two slots: its own, and the slot before it for the position after a move.
    memory = np.zeros((len(pairs) * 2 + 1) * 128, np.uint8)
    first = memory.ctypes.data + -memory.ctypes.data % 64
    slots = first + 256 * np.arange(len(pairs)) + 128
    squares = np.array([legal_moves(*pair).bit_length() - 1 for pair in pairs])
    turned = np.array(
        [flips(int(square), *pair) for square, pair in zip(squares, pairs, strict=True)], np.uint64
    )
    workspace = ThreadData(new_table(1))
    record = workspace.record
    for slot, pair in zip(slots, pairs, strict=True):
        write_features(record.powers, int(slot), *pair)
    best = [float("inf")] * 2
    for _ in range(rounds + 1):
        began = time.perf_counter()
        evaluations(record, players, opponents, slots, size, REPEATS)
        between = time.perf_counter()
        updates(record, squares, turned, slots, size, REPEATS)
        spent = between - began, time.perf_counter() - between
        best = [min(pair) for pair in zip(best, spent, strict=True)]
    return [1e9 * seconds / (REPEATS * len(pairs)) for seconds in best]


def main(rounds: int) -> None:
    """Print the times of an evaluation and of an update."""
    evaluated, updated = best_times(rounds)
    print(f"{'network':20}{evaluated:6.1f} ns")
    print(f"{'update by a move':20}{updated:6.1f} ns")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
