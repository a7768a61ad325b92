"""Ranks the best moves. A *rank* is a position in this order, with its move and the move's value and bounds.

The move at a rank is the best of all moves that have no better rank.
"""

from dataclasses import dataclass

from othello.kernels import probcut
from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.kernels.geometry import Square
from othello.rules.score import DISC, Bound, Centidiscs, Color, Discs, Score
from othello.search.limits import Goal
from othello.search.schedule import Step


@dataclass(frozen=True, slots=True)
class SearchTask:
    """The task of a search: its goal, its window, and the position's side to move and number of empties."""

    turn: Color
    empties: int
    goal: Goal
    window: tuple[int, int] = (LOWEST, HIGHEST)
    """Alpha and beta, in centidiscs, of a search that solves the position."""

    @property
    def proof(self) -> Step:
        """The step that solves the position. It extends to the end of the game, without selective cuts."""
        return Step(self.empties, EXACT)


class RootMove:
    """A rank: one of the best root moves, with its value and bounds."""

    def __init__(self, moves: list[Square]) -> None:
        """Begin with *moves*. The first move counts as the best until a search finds a better move."""
        self.moves = list(moves)
        """The moves that may take this rank, in search order."""
        self.move: Square = moves[0]
        self.score = 0
        """Value found by the last search, in centidiscs. If it is outside the window of that search, it is
        only a bound."""
        self.known, self.step = 0, Step(0, EXACT)
        """A lower bound on the value of `move`, in centidiscs, and the step that found this bound."""
        self.lower, self.upper = LOWEST, HIGHEST
        """Proved bounds on the final score in centidiscs."""

    @property
    def is_solved(self) -> bool:
        """Whether the proved bounds are equal and the value is therefore known."""
        return self.lower == self.upper

    @property
    def bounds(self) -> tuple[Discs, Discs]:
        """The proved bounds in discs."""
        return Discs(self.lower // DISC), Discs(self.upper // DISC)

    def leave_out(self, taken: list[Square], moves: list[Square]) -> None:
        """Set the moves of this rank to all *moves* except for *taken*, the moves of better ranks.

        Moves that have just lost a better rank come first.
        """
        freed = [move for move in moves if move not in self.moves]
        self.moves = [move for move in (*freed, *self.moves) if move not in taken]
        if self.move in taken:
            self.move = self.moves[0]

    def sort(self, effort: dict[Square, int]) -> None:
        """Sort the moves: the best move first, then the other moves by *effort*, highest first."""
        self.moves.sort(key=lambda move: (move != self.move, -effort[move]))

    def value(self, step: Step, task: SearchTask) -> Score:
        """Return the score after a completed *step*, proved if possible, otherwise an estimate."""
        is_proof = self.is_solved or step == task.proof
        proved = self.proved(task) if is_proof else None
        if proved is not None:
            return proved
        bound, (low, high) = Bound.EQUAL, task.window
        if step.depth == task.empties:
            # A value outside the window is only a bound.
            if high < HIGHEST and self.score >= high:
                bound = Bound.LOWER
            elif low > LOWEST and self.score <= low:
                bound = Bound.UPPER
        return estimated(self.score, step, task, bound)

    def proved(self, task: SearchTask) -> Score | None:
        """Return the score that follows from the proved bounds, or None if the goal needs tighter bounds."""
        turn, depth = task.turn, task.empties
        if task.goal is Goal.WLD:
            if self.lower > 0 or self.upper < 0:
                return Score.wld(1 if self.lower > 0 else -1, turn, depth=depth)
            return Score.wld(0, turn, depth=depth) if self.lower == self.upper == 0 else None
        lower, upper = self.bounds
        if self.is_solved:
            return Score.exact(lower, turn, depth=depth)
        if self.lower > LOWEST:
            return Score.exact(lower, turn, bound=Bound.LOWER, depth=depth)
        if self.upper < HIGHEST:
            return Score.exact(upper, turn, bound=Bound.UPPER, depth=depth)
        return None


def estimated(value: int, step: Step, task: SearchTask, bound: Bound) -> Score:
    """Convert *value*, an unproved value in centidiscs that *step* has found, to a score."""
    percent = None if step.selectivity == EXACT else probcut.PERCENT[step.selectivity]
    if percent is not None and step.depth == task.empties:
        discs = Discs(round(value / DISC))
        return Score.selective(discs, task.turn, percent, bound=bound, depth=step.depth)
    return Score.heuristic(Centidiscs(value), task.turn, step.depth, probability=percent, bound=bound)
