"""Runs searches as jobs in worker processes, for example to solve positions or to run test suites."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from othello.jobs.task import FunctionWorker
from othello.rules.position import Position
from othello.search import evaluation_files
from othello.search.analysis import Analysis
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.network import Network
from othello.search.results import SearchResult
from othello.search.settings import EngineSettings

Watch = Callable[[Engine, Analysis[SearchResult]], SearchResult]
"""A function that watches an engine's running search. It may stop the search. It returns the search's
result."""


class SearchJob(NamedTuple):
    """A position to search, starting with an empty table."""

    position: Position
    limits: Limits
    tag: Any = None
    """Any value that identifies this job's result to the sender."""


@dataclass(frozen=True, slots=True)
class Searches:
    """The task of workers that search positions. A job's result is a SearchResult."""

    settings: EngineSettings
    evaluation: Network | None = None
    """The weights named in the settings, or None for the shipped weights.

    They are sent along with the task, because another computer may not have the file with the weights.
    """
    watch: Watch | None = None
    """A function that watches each search, or None. It works only for jobs in this process."""

    @classmethod
    def of(cls, settings: EngineSettings, watch: Watch | None = None) -> "Searches":
        """Return the task for *settings*. Raises FormatError if the weights cannot be used."""
        return cls(settings, evaluation_files.load(settings.weights), watch)

    def engine(self) -> Engine:
        """Return a new engine."""
        settings = self.settings
        return Engine(table_mib=settings.table_mib, threads=settings.threads, evaluation=self.evaluation)

    def open(self) -> FunctionWorker[SearchJob, SearchResult]:
        """Return a worker with its own engine."""
        engine = self.engine()
        return FunctionWorker(partial(self._search, engine), engine.close)

    def _search(self, engine: Engine, job: SearchJob) -> SearchResult:
        engine.new_game()
        if self.watch is None:
            return engine.play(job.position, job.limits)
        with engine.analysis(job.position, job.limits) as search:
            return self.watch(engine, search)
