"""Solving and searching lists of positions in the process of a test."""

import contextlib
from collections.abc import Iterator

from othello.jobs.executor import Executor, executor
from othello.jobs.task import HERE
from othello.search.jobs import Searches, Watch
from othello.search.settings import EngineSettings
from othello.solving.answers import Answer, answer_all


@contextlib.contextmanager
def searcher(table_mib: float = 1, watch: Watch | None = None) -> Iterator[Executor]:
    """Yield workers that search here."""
    with executor(Searches(EngineSettings(table_mib), watch=watch), HERE) as workers:
        yield workers


def solved_here(problems, limits, table_mib: float = 1) -> Iterator[Answer]:
    """Yield the answers to problems."""
    with searcher(table_mib) as workers:
        yield from answer_all(problems, workers, limits)
