"""Playing levels: how deep to search, how selectively, and from how many empty squares to solve.

As in Edax a level is the depth of the midgame search in plies. Up to FULL_WIDTH the search is
full-width and solves from twice as many empty squares; above it is selective in the midgame,
and the end game is reached in stages, each further away and less sure. Level 60 always solves.

Human-like levels, which have names, are in `human_levels`.
"""

from typing import Final

from othello.kernels.constants import EXACT
from othello.limits import MAX_LEVEL

STRONGEST: Final = MAX_LEVEL
DEFAULT: Final = 10
FULL_WIDTH: Final = 10
MIDGAME: Final = 0
"""Selectivity (`kernels.probcut`) of deeper midgame searches."""

STAGES: Final = (
    # Levels up to: the end of the game from so many empty squares, with this selectivity.
    (12, ((21, EXACT), (24, 3))),
    (18, ((21, EXACT), (24, 3), (27, 1))),
    (21, ((24, EXACT), (27, 3), (30, 1))),
    (24, ((24, EXACT), (27, 4), (30, 2), (33, 0))),
    (27, ((27, EXACT), (30, 3), (33, 1))),
    (29, ((27, EXACT), (30, 4), (33, 2), (36, 0))),
    (31, ((30, EXACT), (33, 3), (36, 1))),
    (33, ((30, EXACT), (33, 4), (36, 2), (39, 0))),
    (35, ((30, EXACT), (33, 4), (36, 3), (39, 1))),
)
"""Edax's table, from level 11 to 35."""


def stages(level: int) -> tuple[tuple[int, int], ...]:
    """The stages of a level (0-60): pairs (most empty squares, selectivity), the surest first."""
    if level >= STRONGEST:
        return ((STRONGEST, EXACT),)
    if level <= FULL_WIDTH:
        return ((2 * level, EXACT),)
    for highest, found in STAGES:
        if level <= highest:
            return found
    return ((level - 6, EXACT), (level - 3, 4), (level, 3), (level + 3, 2), (level + 6, 1), (level + 9, 0))


def depth_and_selectivity(level: int, empties: int) -> tuple[int, int]:
    """How deep (1..*empties* plies) and how selectively a level (0-60) searches a position."""
    for most, selectivity in stages(level):
        if empties <= most:
            return max(1, empties), selectivity
    depth = max(1, min(level, empties))
    return depth, selectivity_of(depth)


def selectivity_of(depth: int) -> int:
    """The selectivity of a midgame search to so many plies."""
    return EXACT if depth <= FULL_WIDTH else MIDGAME
