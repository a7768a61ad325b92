"""Performs searches that test whether a cause explains why a move loses discs.

Each search evaluates all moves of a position and begins with an empty table, so the tests depend only on the
position. The engine for these searches should use a single thread and a table of TABLE_MIB, which is quick to
clear.
"""

from collections.abc import Callable
from dataclasses import replace
from math import fsum
from typing import Final, TypeVar

from othello.review import features
from othello.rules.position import Position
from othello.rules.square import MAX_MOVES, Move, inverse, transform_move
from othello.search.analysis import Steps
from othello.search.engine import Engine
from othello.search.limits import Goal, Limits
from othello.search.results import Line
from othello.search.stop_signal import StopSignal

Lines = tuple[Line, ...]
"""The lines that begin with each move of a position, best first. Empty after the end of the game."""
ResultT = TypeVar("ResultT")
TABLE_MIB: Final = 1
"""Size of the transposition table for these searches. It is large enough for low levels."""
TRIAL_PLIES: Final = 8
"""Squares that are forbidden for a move can be forbidden again in the next plies of the line, up to this
number."""
MAX_LATER: Final = 2
"""Maximum number of later positions in which squares are forbidden again."""


SOLVED: Final = 16
"""Positions with at most this many empty squares are solved, which takes 20 ms on average at 16."""


class _UnknownError(Exception):
    """Raised when a question needs the lines of a position that has not been searched yet."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.position = position


class Counterfactuals:
    """The searches that test the causes of a single mistake."""

    def __init__(self) -> None:
        """Begin without search results."""
        self._known: dict[Position, Lines] = {}

    def answer(
        self,
        question: Callable[["Counterfactuals"], ResultT],
        engine: Engine,
        limits: Limits,
        cancel: StopSignal,
    ) -> Steps[ResultT]:
        """Return the result of *question*, a function that calls the other methods of this object.

        If *question* needs a position that has not been searched yet, it is aborted by an exception. This
        method then searches the position in interruptible steps and calls *question* again from the
        beginning. Therefore *question* must depend only on the lines and must take much less time than a
        search.
        """
        while True:
            try:
                return question(self)
            except _UnknownError as error:
                position = error.position
            self._known[position] = yield from _all_moves(position, engine, limits, cancel)

    def lines(self, position: Position) -> Lines:
        """Return the lines of a position. Only a function that `answer` calls may call this method."""
        if position not in self._known:
            raise _UnknownError(position)
        return self._known[position]

    def value(self, position: Position) -> float:
        """Return the value of a position for the side to move, in discs."""
        lines = self.lines(position)
        return lines[0].score.discs if lines else position.final_score

    def gain_of_pass(self, position: Position) -> float:
        """Return how many discs the side to move would gain by passing. A negative number means a loss."""
        return -self.value(features.waiting(position)) - self.value(position)

    def without(self, position: Position, squares: int) -> float:
        """Return how many discs the side to move loses, 0 or more, if *squares* are forbidden.

        If the side has no other move, it passes. If it makes another move but plays on one of these squares
        within the first TRIAL_PLIES plies of the best line, the squares are also forbidden there. This
        happens in at most MAX_LATER positions.
        """
        best = self.value(position)
        others = [line for line in self.lines(position) if not squares >> line.move & 1]
        if not others:
            return max(0.0, -self.gain_of_pass(position))
        maximum, later = -float("inf"), MAX_LATER  # *later* is the number of positions left to search
        for line in others:
            if line.score.discs <= maximum:
                break  # the lines are sorted, and a later search can only reduce a value
            value = line.score.discs
            node = _comes_back(position, line, squares) if later else None
            if node is not None:
                later -= 1
                value -= self.without_once(node, squares)
            maximum = max(maximum, value)
        return max(0.0, best - maximum)

    def without_once(self, position: Position, squares: int) -> float:
        """Return how many discs the side to move loses if *squares* are forbidden only for its next move."""
        others = (line.score.discs for line in self.lines(position) if not squares >> line.move & 1)
        other = next(others, None)
        return max(0.0, -self.gain_of_pass(position) if other is None else self.value(position) - other)

    def among(
        self, position: Position, move: Move, better: Move, loss: float, figure: Callable[[Move], int]
    ) -> float:
        """Return how many more discs moves like *move* lose on average than moves like *better*.

        *figure* measures a property of moves, such as the number of frontier discs. Smaller figures are
        better. The other moves form two groups, depending on whether their figure is closer to the figure of
        *move* or to the figure of *better*. Moves that give away a corner immediately are omitted. No loss
        counts more than twice the *loss* of *move*. The result is 0 if a group is empty or if these searches
        confirm less than half of *loss*.
        """
        values = {line.move: line.score.discs for line in self.lines(position)}
        if values[better] - values[move] < loss / 2:
            return 0.0
        middle = (figure(better) + figure(move)) / 2
        groups: tuple[list[float], list[float]] = ([], [])
        for other, value in values.items():
            if other not in (move, better) and not features.new_corners(position, other):
                groups[figure(other) > middle].append(min(max(values[better] - value, 0.0), 2 * loss))
        if not all(groups):
            return 0.0
        like_better, like_move = (fsum(group) / len(group) for group in groups)
        return like_move - like_better


def _all_moves(position: Position, engine: Engine, limits: Limits, cancel: StopSignal) -> Steps[Lines]:
    """Search all moves of a position, to the end of the game from SOLVED empty squares on.

    Mirrored and rotated positions get the same result.
    """
    if position.empties <= SOLVED:
        limits = Limits(goal=Goal.EXACT)
    canonical, symmetry = position.canonical()
    back = inverse(symmetry)
    engine.new_game()
    with cancel.part() as part:
        result = yield from engine.steps(canonical, replace(limits, multipv=MAX_MOVES), part)
    return tuple(
        replace(line, pv=tuple(transform_move(move, back) for move in line.pv)) for line in result.lines
    )


def _comes_back(position: Position, line: Line, squares: int) -> Position | None:
    """Return the first later position in a line in which the same side plays on *squares*, or None."""
    for ply, move in enumerate(line.pv[:TRIAL_PLIES]):
        if ply and ply % 2 == 0 and squares >> move & 1:
            return position
        position = position.play(move)
    return None
