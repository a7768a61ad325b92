"""Plans the steps of a search, from one ply to the target depth.

A step is an iteration to a given depth with a given selectivity of Multi-ProbCut (`kernels.probcut`).
Selective steps are fast. They provide the next step with a good first move and an estimate of the value.

- A search to a given depth has one step for each depth, starting from 1.
- A search to the end of the game has selective midgame steps until it is only a few plies short of the end.
  Then it jumps to the end, first with more selective steps, and finally with the planned selectivity.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.kernels.geometry import Square
from othello.search.clock import Budget
from othello.search.limits import Goal

SOLVED_AT_ONCE: Final = 10
"""A position with up to this many empty squares is solved after a single step of one ply."""
FULL_WIDTH: Final = 6
"""Steps up to this depth are never selective."""
PATIENCE: Final = 0.5
PATIENT_FULL_WIDTH: Final = 9
"""FULL_WIDTH for a search that has PATIENCE seconds or more for a move. Steps to this depth take 0.03 s on
average. They find sacrifices that statistical cuts overlook, and later selective steps then follow up on
these sacrifices.
"""
PLIES_SPARED: Final = 10
"""The deepest step before the searches to the end stops this many plies short of the end of the game."""
GUIDES: Final = ((18, ()), (24, (0,)), (29, (0, 2)), (32, (0, 2, 3)), (64, (0, 2, 4)))
"""Each pair contains a maximum number of empty squares and the selectivities of all searches to the end of
the game except the last search."""


@dataclass(frozen=True, slots=True)
class Step:
    """One iteration of a search."""

    depth: int
    """Depth in plies. If it equals the number of empty squares, the step extends to the end of the game."""
    selectivity: int
    """Selectivity, as listed in `kernels.probcut`. EXACT means no selective cuts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The limits of a search, as computed for one position."""

    depth: int
    """Depth in plies. If it equals the number of empty squares, the search extends to the end of the game."""
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
    """Alpha and beta, in centidiscs, of a search that solves the position. Outside the window, a bound is
    enough."""
    root_moves: tuple[Square, ...] | None = None
    """The moves to consider, or None for all moves."""

    @property
    def is_patient(self) -> bool:
        """Whether the search is for a move that has at least PATIENCE seconds."""
        return self.goal is Goal.MOVE and self.budget is not None and self.budget.soft >= PATIENCE

    def is_decided(self, lower: int, upper: int) -> bool:
        """Return whether these bounds on the value, in centidiscs, are sufficient for the window."""
        low, high = self.window
        return lower >= upper or lower >= high or upper <= low


def schedule(plan: Plan, empties: int) -> list[Step]:
    """Return the steps, at least one, for a position with this many empty squares."""
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
    # Without a time or node limit, every other depth is enough, because the values only help to choose
    # windows.
    stride = 1 if plan.goal is Goal.MOVE and (plan.budget or plan.nodes) else 2
    guides = next(guides for most, guides in GUIDES if empties <= most)
    return [
        *towards([1, *range(2, empties - PLIES_SPARED + 1, stride)], 0),
        *(Step(empties, selectivity) for selectivity in guides if selectivity < plan.selectivity),
        last,
    ]
