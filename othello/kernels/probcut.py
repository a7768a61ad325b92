"""Multi-ProbCut: how far the value of a shallow search may deviate from the value of a deep search.

A search with a selectivity below EXACT accepts a bound if a *probe*, a search to only `probe_depth(depth)`
plies, proves it with a margin. The margin is a multiple of the standard deviation of the difference between
both searches, and the selectivity determines the factor. In the last plies, below MIN_DEPTH, the static
evaluation replaces the probe, with a wider margin.

| selectivity | factor | cuts are right with at least |
| --- | --- | --- |
| 0 | 0.95 | 73 % |
| 1 | 1.5 | 87 % |
| 2 | 2.0 | 95 % |
| 3 | 2.6 | 98 % |
| 4 | 3.3 | 99 % |
| 5 | no cuts | 100 % |

The percentages and factors are Edax's, except for the first factor, which is 1.1 in Edax. A percentage is the
share of a normal distribution between the factor and its negative. The lower first factor is based on games
between versions (docs/experiments.md). A cut is wrong only if the error exceeds the margin on one side.
Therefore a cut with a factor of 0.95 is right with a probability of 83 %, but the value of a search with many
cuts is right less often.

The deviations are measured (`training.deviations`) and stored with the weights. At `search.deviations`, there
are two 16-bit numbers, in centidiscs, for each number of empty squares and each depth: the deviation of a
search to `probe_depth(depth)` plies, and the deviation of the static evaluation. A depth equal to the number
of empty squares stands for the end of the game.

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
"""Exclusive upper limit for depths and numbers of empty squares."""
MIN_DEPTH: Final = 3
"""At smaller depths, there is no probe, because no shallower search has the same parity."""
FRONTIER_PERCENT: Final = 135
"""`frontier_margin` is this percentage of a probe's margin. Tuned, see docs/experiments.md."""
NESTED: Final = 2
"""A probe may contain other probes, nested up to this depth. Tuned, see docs/experiments.md."""
PERCENT: Final = (73, 87, 95, 98, 99, 100)
"""For each selectivity, the probability, in percent, that a cut is right."""
DEVIATIONS: Final = (95, 150, 200, 260, 330)
"""For each selectivity, the factor in hundredths. The first factor is tuned, see docs/experiments.md."""


@frozen_numbers(bits=16)
def _deviations() -> list[int]:
    return list(DEVIATIONS)


def probe_depth(depth: int) -> int:
    """Return the depth of a probe: about half of *depth*.

    The parity is the same, because it affects values.
    """
    return 2 * (depth // 4) + (depth & 1) or depth - 2


@frozen_numbers(bits=8)
def probe_depths() -> list[int]:
    """Return the result of `probe_depth` for each depth."""
    return [0, 0] + [probe_depth(depth) for depth in range(2, SIZE)]


@inlined_kernel
def probe_margin(search: SearchState, empties: int, depth: int) -> int:
    """Return the margin in centidiscs. A probe proves a bound if its value exceeds the bound by this much."""
    deviation = load_int16(search.deviations, 4 * (SIZE * empties + depth))
    return deviation * _deviations(to_word(search.selectivity)) // 100


@inlined_kernel
def static_margin(search: SearchState, empties: int, depth: int) -> int:
    """Return how far, in centidiscs, a static value may be from a bound for a probe to pay off."""
    both = 4 * (SIZE * empties + depth)
    deviation = load_int16(search.deviations, both) + load_int16(search.deviations, both + 2)
    return deviation * _deviations(to_word(search.selectivity)) // 200


@inlined_kernel
def frontier_margin(search: SearchState, empties: int, depth: int) -> int:
    """Return the margin, in centidiscs, for cuts by the static evaluation below MIN_DEPTH plies."""
    deviation = load_int16(search.deviations, 4 * (SIZE * empties + depth) + 2)
    return deviation * _deviations(to_word(search.selectivity)) * FRONTIER_PERCENT // 10000
