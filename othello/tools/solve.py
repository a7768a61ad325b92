"""Solving lists of positions and comparing the answers with known ones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from othello.engine import Engine
from othello.formats.obf import ObfProblem
from othello.limits import Goal, Limits
from othello.results import SearchResult
from othello.search.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one problem."""

    problem: ObfProblem
    result: SearchResult
    expected: int | None
    """The problem's own value in discs, the side to move's view; None if it has none."""
    is_right: bool | None
    """Whether value and move are what the problem says; None if it says nothing, or if it is not solved."""


def solve_all(
    problems: Iterable[ObfProblem],
    engine: Engine,
    goal: Goal,
    watch: Callable[[Analysis], SearchResult] = Analysis.result,
) -> Iterator[Verdict]:
    """Solve one problem after the other, each as if it were the first.

    *watch* is given each search when it has begun, and returns its result; it may stop it.
    """
    for problem in problems:
        engine.new_game()
        with engine.analysis(problem.position, Limits(goal=goal)) as search:
            result = watch(search)
        yield judged(problem, result, goal)


def judged(problem: ObfProblem, result: SearchResult, goal: Goal) -> Verdict:
    """The answer, compared with what the problem knows."""
    expected = problem.value
    if expected is None or not result.is_solved:
        return Verdict(problem, result, expected, None)
    known = None if result.move is None else problem.scores.get(result.move)
    found = int(result.score.discs)
    if goal is Goal.WLD:
        is_right = _sign(found) == _sign(expected) and (known is None or _sign(known) == _sign(expected))
    else:
        is_right = found == expected and known in (None, expected)
    return Verdict(problem, result, expected, is_right)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
