"""A search after a forced pass, as the side that has passed sees it.

The pass becomes the first move of every line, and all values change their sign.
"""

from dataclasses import replace
from typing import TypeVar

from othello.results import Info, Line, SearchResult
from othello.score import Discs
from othello.search.progress import Progress
from othello.square import PASS

R = TypeVar("R", Info, SearchResult)


def line_before_pass(line: Line) -> Line:
    """Return *line* with the pass before it."""
    return Line(-line.score, line.depth, (PASS, *line.pv))


def info_before_pass(info: R) -> R:
    """Return *info* with the pass before all its lines; of a result use `result_before_pass`."""
    lines = tuple(map(line_before_pass, info.lines))
    return replace(info, score=-info.score, pv=(PASS, *info.pv), lines=lines)


def result_before_pass(result: SearchResult) -> SearchResult:
    """Return *result* as that of the position before the pass."""
    lower, upper = Discs(-result.upper), Discs(-result.lower)
    return replace(info_before_pass(result), move=PASS, lower=lower, upper=upper)


def progress_before_pass(progress: Progress) -> Progress:
    """Return *progress* as that of a search of the position before the pass."""
    line = None if progress.line is None else line_before_pass(progress.line)
    return replace(progress, lower=Discs(-progress.upper), upper=Discs(-progress.lower), line=line)
