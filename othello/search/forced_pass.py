"""Converts results after a forced pass to the position before the pass.

The pass becomes the first move of every line, and every value changes sign.
"""

from dataclasses import replace
from typing import TypeVar

from othello.rules.score import Discs
from othello.rules.square import PASS
from othello.search.analysis import Steps, changed
from othello.search.progress import Progress
from othello.search.results import Line, SearchInfo, SearchResult

R = TypeVar("R", SearchInfo, SearchResult)


def steps_before_pass(steps: Steps[SearchResult]) -> Steps[SearchResult]:
    """Turn a search of the position after a pass into a search of the position before the pass."""
    return _result_with_pass((yield from changed(steps, _with_pass)))


def progress_before_pass(progress: Progress) -> Progress:
    """Convert *progress* from the position after a pass to the position before the pass."""
    line = None if progress.line is None else _line_with_pass(progress.line)
    return replace(progress, lower=Discs(-progress.upper), upper=Discs(-progress.lower), line=line)


def _result_with_pass(result: SearchResult) -> SearchResult:
    lower, upper = Discs(-result.upper), Discs(-result.lower)
    return replace(_with_pass(result), move=PASS, lower=lower, upper=upper)


def _with_pass(result: R) -> R:
    lines = tuple(map(_line_with_pass, result.lines))
    return replace(result, score=-result.score, pv=(PASS, *result.pv), lines=lines)


def _line_with_pass(line: Line) -> Line:
    return Line(-line.score, line.depth, (PASS, *line.pv))
