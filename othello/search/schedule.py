"""What is searched in which order: the steps from a first look to what a search is to find out.

A step is an iteration to a depth with a selectivity of Multi-ProbCut (`kernels.probcut`).
Selective steps are cheap, and leave a best move and a guess of the value for the next one:

- Towards a depth: every depth from 1.
- Towards the end of the game: selective steps until few plies are missing, then the jump to
  the end, first selective and last as sure as was asked.
"""

from dataclasses import dataclass
from typing import Final

from othello.kernels.constants import EXACT
from othello.limits import Goal
from othello.search.clock import Budget

SOLVED_AT_ONCE: Final = 10
"""With so few empty squares a position is solved without earlier steps."""
FULL_WIDTH: Final = 6
"""Steps of so few plies are never selective."""
PLIES_SPARED: Final = 10
"""The last step before the end of the game looks so many plies less far."""
GUIDES: Final = ((18, ()), (24, (0,)), (29, (0, 2)), (32, (0, 2, 3)), (60, (0, 2, 4)))
"""Up to a number of empty squares: selectivities at which the end is searched before the sure step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One iteration."""

    depth: int
    """Plies; that of all the empty squares means the end of the game."""
    selectivity: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What a search is to do, decided for one position."""

    depth: int
    """Plies, at most the number of empty squares; that many solve the position."""
    selectivity: int = EXACT
    """Of the last step, as in `kernels.probcut`."""
    goal: Goal = Goal.MOVE
    """EXACT and WLD go to the end of the game, MOVE as far as `depth` says."""
    nodes: int | None = None
    """Positions that may be searched; None is no limit."""
    budget: Budget | None = None
    """Time; None is no limit."""
    multipv: int = 1
    """How many of the best moves to find, at least 1."""


def schedule(plan: Plan, empties: int) -> list[Step]:
    """The steps for a position with so many empty squares, at least one."""
    if plan.depth < empties:
        return [Step(depth, _selectivity(depth, plan.selectivity)) for depth in range(1, plan.depth + 1)]
    last = Step(empties, plan.selectivity)
    if empties == 1:
        return [last]
    if empties <= SOLVED_AT_ONCE:
        return [Step(1, EXACT), last]
    # Where nothing can stop the search every other depth will do: the values only guide the windows.
    stride = 1 if plan.goal is Goal.MOVE and (plan.budget or plan.nodes) else 2
    towards = [1, *range(2, empties - PLIES_SPARED + 1, stride)]
    guides = next(guides for most, guides in GUIDES if empties <= most)
    return [
        *(Step(depth, _selectivity(depth, 0)) for depth in towards),
        *(Step(empties, each) for each in guides if each < plan.selectivity),
        last,
    ]


def _selectivity(depth: int, wanted: int) -> int:
    return EXACT if depth <= FULL_WIDTH else wanted
