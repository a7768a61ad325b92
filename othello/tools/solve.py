"""Solutions of lists of positions, compared with known values."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from othello.engine import Engine
from othello.formats.obf import ObfProblem
from othello.limits import Goal, Limits
from othello.results import SearchResult
from othello.search.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one problem."""

    problem: ObfProblem
    result: SearchResult
    expected: int | None
    """The value in the problem, in discs for the side to move; None if it has none."""
    is_correct: bool | None
    """Whether value and move agree with the problem; None without a value, or if the search was stopped."""


def solve_all(
    problems: Iterable[ObfProblem],
    engine: Engine,
    goal: Goal,
    watch: Callable[[Analysis], SearchResult] = Analysis.result,
) -> Iterator[Answer]:
    """Yield the answer to each problem; the transposition table is cleared before each.

    *watch* is called with each search after its start and returns the result; it may stop the search.
    """
    for problem in problems:
        engine.new_game()
        with engine.analysis(problem.position, Limits(goal=goal)) as search:
            result = watch(search)
        yield judge(problem, result, goal)


def judge(problem: ObfProblem, result: SearchResult, goal: Goal) -> Answer:
    """Return the answer for *result*, compared with the values in the problem."""
    expected = problem.value
    if expected is None or not result.is_solved:
        return Answer(problem, result, expected, None)
    known = None if result.move is None else problem.scores.get(result.move)
    found = int(result.score.discs)
    if goal is Goal.WLD:
        is_correct = _sign(found) == _sign(expected) and (known is None or _sign(known) == _sign(expected))
    else:
        is_correct = found == expected and known in (None, expected)
    return Answer(problem, result, expected, is_correct)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
