"""Playing levels: how deep and how selectively to search, and when to solve the position.

As in Edax, a level is the depth of the midgame search in plies. Up to level FULL_WIDTH_LEVEL, the search is
full-width. It solves positions whose number of empty squares is at most twice the level. Above
FULL_WIDTH_LEVEL, the midgame search is selective. The search to the end of the game comes in stages: the more
squares are empty, the more selective it is. Level 60 solves every position.

`othello.players.levels` defines the human-like levels, which have names.
"""

from typing import Final, NamedTuple

from othello.kernels.constants import EXACT
from othello.search.limits import MAX_LEVEL

STRONGEST: Final = MAX_LEVEL
DEFAULT: Final = 18
FULL_WIDTH_LEVEL: Final = 10
MIDGAME: Final = 0
"""Selectivity (`kernels.probcut`) of midgame searches deeper than FULL_WIDTH_LEVEL plies."""

STAGES: Final = (
    # The highest level with these stages, and the stages: pairs (maximum empty squares, selectivity).
    (18, ((20, EXACT), (22, 1), (24, 0))),
    (21, ((24, EXACT), (27, 3), (30, 1))),
    (24, ((24, EXACT), (27, 4), (30, 2), (33, 0))),
    (27, ((27, EXACT), (30, 3), (33, 1))),
    (29, ((27, EXACT), (30, 4), (33, 2), (36, 0))),
    (31, ((30, EXACT), (33, 3), (36, 1))),
    (33, ((30, EXACT), (33, 4), (36, 2), (39, 0))),
    (35, ((30, EXACT), (33, 4), (36, 3), (39, 1))),
)
"""The stages of levels 11 to 35. From level 19 on, the stages are the same as in Edax. At lower levels, the
stages are chosen so that no move takes much longer than other moves."""


def stages(level: int) -> tuple[tuple[int, int], ...]:
    """Return the stages of a level (0-60), least selective first.

    A stage is a pair (maximum empty squares, selectivity). If at most this many squares are empty, the level
    searches to the end of the game with this selectivity.
    """
    if level >= STRONGEST:
        return ((STRONGEST, EXACT),)
    if level <= FULL_WIDTH_LEVEL:
        return ((2 * level, EXACT),)
    for highest, pairs in STAGES:
        if level <= highest:
            return pairs
    return ((level - 6, EXACT), (level - 3, 4), (level, 3), (level + 3, 2), (level + 6, 1), (level + 9, 0))


def depth_and_selectivity(level: int, empties: int) -> tuple[int, int]:
    """Return the depth, 1 to *empties* plies, and the selectivity of a level (0-60)."""
    for most, selectivity in stages(level):
        if empties <= most:
            return max(1, empties), selectivity
    depth = max(1, min(level, empties))
    return depth, selectivity_of(depth)


def selectivity_of(depth: int) -> int:
    """Return the selectivity of a midgame search to *depth* plies."""
    return EXACT if depth <= FULL_WIDTH_LEVEL else MIDGAME


class NamedLevel(NamedTuple):
    """A level with a name and a number. docs/levels.md explains how its Elo and its time were measured."""

    name: str
    level: int
    elo: int
    """Elo above level 0."""
    seconds: float
    """Mean time per move, in seconds, rounded up."""


NAMED: Final = (
    NamedLevel("strong", 4, 587, 0.001),
    NamedLevel("expert", 8, 1121, 0.01),
    NamedLevel("champion", 12, 1403, 0.01),
    NamedLevel("titan", 18, 1592, 0.02),
    NamedLevel("oracle", 24, 1812, 0.21),
)
"""The levels that front ends offer first, from weakest to strongest."""
