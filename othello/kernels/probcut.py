"""Multi-ProbCut: how far a shallow search may be from a deep search.

A search with a selectivity below EXACT accepts a bound if a search to `probe_depth(depth)` plies
proves it with a margin. The margin is a multiple of the standard deviation of the difference
between the two searches. The selectivity determines the factor. In the last plies, below
MIN_DEPTH, the static evaluation takes the place of the shallow search, with a wider margin.

| selectivity | factor | cuts are right with at least |
| --- | --- | --- |
| 0 | 0.95 | 73 % |
| 1 | 1.5 | 87 % |
| 2 | 2.0 | 95 % |
| 3 | 2.6 | 98 % |
| 4 | 3.3 | 99 % |
| 5 | no cuts | 100 % |

The percentages and factors are Edax's, where 73 % has the factor 1.1: the part of a normal distribution
between the factor and its negative. The first factor was chosen again by games between versions
(docs/experiments.md). A cut is wrong only if the error exceeds the margin on one side. With a factor of 0.95,
a cut is therefore right with a probability of 83 %, but the value of a search with many cuts is right less
often.

The deviations are measured (`training.deviations`) and stored with the weights. At `search.deviations`, there
are two 16-bit numbers, in centidiscs, for each number of empty squares and each depth: for a search to
`probe_depth(depth)` plies, and for the static evaluation. A depth equal to the number of empty squares means
the end of the game.

Source: M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function
for Othello" (1997).
"""

from typing import Final

from othello.kernels.bits import to_word
from othello.kernels.search_state import SearchState
from othello.native.constant_tables import frozen_numbers
from othello.native.kernel import inlined_kernel
from othello.native.memory import load_int16

SIZE: Final = 65
"""Numbers of empty squares and depths are below this."""
MIN_DEPTH: Final = 3
"""The minimum depth with a shallower search of the same parity."""
FRONTIER_PERCENT: Final = 135
"""`frontier_margin` as a percentage of a probe's margin. Tuned, see docs/experiments.md."""
NESTED: Final = 2
"""Probes may contain probes, nested to this depth. Tuned, see docs/experiments.md."""
PERCENT: Final = (73, 87, 95, 98, 99, 100)
"""Probability that a cut of a selectivity is right."""
DEVIATIONS: Final = (95, 150, 200, 260, 330)
"""Hundredths of a standard deviation, by selectivity. The first is tuned, see docs/experiments.md."""


@frozen_numbers(bits=16)
def _deviations() -> list[int]:
    return list(DEVIATIONS)


def probe_depth(depth: int) -> int:
    """The depth of the shallow search: about half, with the same parity, on which values depend."""
    return 2 * (depth // 4) + (depth & 1) or depth - 2


@frozen_numbers(bits=8)
def probe_depths() -> list[int]:
    """Index depth: `probe_depth`."""
    return [0, 0] + [probe_depth(depth) for depth in range(2, SIZE)]


@inlined_kernel
def probe_margin(search: SearchState, empties: int, depth: int) -> int:
    """Margin in centidiscs: a shallow search proves a bound if its value exceeds the bound by this."""
    deviation = load_int16(search.deviations, 4 * (SIZE * empties + depth))
    return deviation * _deviations(to_word(search.selectivity)) // 100


@inlined_kernel
def static_margin(search: SearchState, empties: int, depth: int) -> int:
    """Greatest distance, in centidiscs, of the static evaluation from a bound at which a probe still pays."""
    both = 4 * (SIZE * empties + depth)
    deviation = load_int16(search.deviations, both) + load_int16(search.deviations, both + 2)
    return deviation * _deviations(to_word(search.selectivity)) // 200


@inlined_kernel
def frontier_margin(search: SearchState, empties: int, depth: int) -> int:
    """Margin of static cuts below MIN_DEPTH plies, in centidiscs."""
    deviation = load_int16(search.deviations, 4 * (SIZE * empties + depth) + 2)
    return deviation * _deviations(to_word(search.selectivity)) * FRONTIER_PERCENT // 10000
