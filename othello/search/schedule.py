"""The iterations of a search, from one ply to the planned depth.

A step is an iteration to a depth with a selectivity of Multi-ProbCut (`kernels.probcut`).
Selective steps are fast, and give the next step a best move and an estimate of the value:

- A search to a depth has a step for every depth from 1 on.
- A search to the end of the game has selective steps until few plies are missing. Then it jumps to the end:
  selective steps come first, and the step with the planned selectivity comes last.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.kernels.geometry import Square
from othello.search.clock import Budget
from othello.search.limits import Goal

SOLVED_AT_ONCE: Final = 10
"""Positions with at most this many empty squares are solved after a single step of one ply."""
FULL_WIDTH: Final = 6
"""Steps up to this depth are never selective."""
PATIENCE: Final = 0.5
PATIENT_FULL_WIDTH: Final = 9
"""The same limit for a move that has PATIENCE seconds or more. These steps take 0.03 s on average. They see
sacrifices that statistical cuts overlook, and then the selective steps follow the sacrifices."""
PLIES_SPARED: Final = 10
"""The deepest step before the jump to the end is this many plies shallower than the end."""
GUIDES: Final = ((18, ()), (24, (0,)), (29, (0, 2)), (32, (0, 2, 3)), (64, (0, 2, 4)))
"""Maximum numbers of empty squares, with the selectivities of the steps to the end before the last step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One iteration."""

    depth: int
    """Plies. A depth equal to the number of empty squares means the end of the game."""
    selectivity: int
    """Selectivity as in `kernels.probcut`, where EXACT is full-width."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The limits of a search, computed for one position."""

    depth: int
    """Plies, at most the number of empty squares, which means the end of the game."""
    selectivity: int = EXACT
    """Selectivity of the last step, as in `kernels.probcut`."""
    goal: Goal = Goal.MOVE
    """What to find. EXACT and WLD need a `depth` equal to the number of empty squares."""
    nodes: int | None = None
    """Number of positions to search, or None for no limit."""
    budget: Budget | None = None
    """Time for the search, or None for no limit."""
    multipv: int = 1
    """Number of best moves to find, at least 1."""
    window: tuple[int, int] = (LOWEST, HIGHEST)
    """Window of a solution, in centidiscs. A value outside the window need only be bounded."""
    root_moves: tuple[Square, ...] | None = None
    """The moves to consider, or None for all moves."""

    @property
    def is_patient(self) -> bool:
        """Whether the search is for a move that has at least PATIENCE seconds."""
        return self.goal is Goal.MOVE and self.budget is not None and self.budget.soft >= PATIENCE

    def is_decided(self, lower: int, upper: int) -> bool:
        """Return whether bounds on the value, in centidiscs, are enough for the window."""
        low, high = self.window
        return lower >= upper or lower >= high or upper <= low


def schedule(plan: Plan, empties: int) -> list[Step]:
    """Return the steps for a position with *empties* empty squares, at least one."""
    full = PATIENT_FULL_WIDTH if plan.is_patient else FULL_WIDTH

    def towards(depths: Iterable[int], selectivity: int) -> list[Step]:
        return [Step(depth, EXACT if depth <= full else selectivity) for depth in depths]

    if plan.depth < empties:
        return towards(range(1, plan.depth + 1), plan.selectivity)
    last = Step(empties, plan.selectivity)
    if empties == 1:
        return [last]
    if empties <= SOLVED_AT_ONCE:
        return [Step(1, EXACT), last]
    # Without a limit, every other depth is enough, because the values only guide the windows.
    stride = 1 if plan.goal is Goal.MOVE and (plan.budget or plan.nodes) else 2
    guides = next(guides for most, guides in GUIDES if empties <= most)
    return [
        *towards([1, *range(2, empties - PLIES_SPARED + 1, stride)], 0),
        *(Step(empties, selectivity) for selectivity in guides if selectivity < plan.selectivity),
        last,
    ]
