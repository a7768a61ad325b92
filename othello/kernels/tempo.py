"""Tempo: a correction for static values at the end of a search, where they are too low.

The static values are too low for the side to move, on average by up to one and a half discs. The side that
moved last has chosen the position by static values, so errors in its favor are more likely. Without a
correction, searches to odd depths return higher values than searches to even depths. Bounds in the table and
margins of Multi-ProbCut from odd depths would then mislead searches to even depths, and vice versa.

The correction is measured (`training.deviations`) and stored with the network. `search.tempo` is the address
of a 16-bit number for each number of empty squares: the tempo, 0 or more centidiscs.
"""

from typing import Final

from othello.kernels.search_state import SearchState
from othello.native.kernel import inlined_kernel
from othello.native.memory import load_int16

SIZE: Final = 65
"""Exclusive upper limit for numbers of empty squares."""


@inlined_kernel
def tempo(search: SearchState, empties: int) -> int:
    """Return by how many centidiscs the side to move is better off than the static value suggests."""
    return load_int16(search.tempo, 2 * empties)
