"""Solutions of lists of positions, compared with known values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from othello.formats.obf import ObfProblem
from othello.jobs.searches import SearchJob
from othello.jobs.team import Team
from othello.jobs.work import Failed, check_failures
from othello.rules.score import sign
from othello.search.limits import Goal, Limits
from othello.search.results import SearchResult


@dataclass(frozen=True, slots=True)
class SolvedProblem:
    """The answer to one problem."""

    problem: ObfProblem
    result: SearchResult
    expected: int | None
    """The value in the problem, in discs for the side to move; None if it has none."""
    is_correct: bool | None
    """Whether value and move agree with the problem; None without a value, or if the search was stopped."""


def solve_all(
    problems: Iterable[ObfProblem], workers: Team[SearchJob, SearchResult], limits: Limits
) -> Iterator[SolvedProblem]:
    """Yield the answer to each problem, each solved with an empty table, in the order in which they end.

    The goal of *limits* is EXACT or WLD. At the end, raises OthelloError if a problem ended its workers.
    """
    failed: list[str] = []
    for found in workers.run(SearchJob(problem.position, limits, problem) for problem in problems):
        if isinstance(found, Failed):
            failed.append(f"{found.job.position.format()} cannot be solved: {found.reason}")
        else:
            yield judge(found.job.tag, found.result, limits.goal)
    check_failures(failed)


def judge(problem: ObfProblem, result: SearchResult, goal: Goal) -> SolvedProblem:
    """Return the answer for *result*, compared with the values in the problem."""
    expected = problem.value
    if expected is None or not result.is_solved:
        return SolvedProblem(problem, result, expected, None)
    known = None if result.move is None else problem.scores.get(result.move)
    found = int(result.score.discs)
    if goal is Goal.WLD:
        is_correct = sign(found) == sign(expected) and (known is None or sign(known) == sign(expected))
    else:
        is_correct = found == expected and known in (None, expected)
    return SolvedProblem(problem, result, expected, is_correct)
