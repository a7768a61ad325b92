"""Defines jobs, the workers that run them, their outcomes, and where they run.

A command with jobs needs two classes. A `Task` holds the settings and is copied to every worker. `Task.open`
returns a `Worker`, which holds whatever is expensive to create, such as an engine, and runs one job after
another.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Generic, Protocol, TypeVar

from othello.errors import OthelloError
from othello.version import __version__

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")
DoneT_contra = TypeVar("DoneT_contra", contravariant=True)
ResultT_co = TypeVar("ResultT_co", covariant=True)


class OpenError(OthelloError):
    """Raised if a worker cannot run any jobs. The message is one sentence."""


class Worker(Protocol[DoneT_contra, ResultT_co]):
    """Runs jobs one by one. Apart from `close`, it is used by only one thread."""

    def do(self, job: DoneT_contra, /) -> ResultT_co:
        """Return the result of a job. The result must not depend on earlier jobs.

        If this method raises an exception, only this job fails. The exception is reported with the job, and
        other jobs continue. OpenError, however, ends the run, like an error in `Task.open`.
        """

    def close(self) -> None:
        """Free the worker's resources and make a running job end soon. Any thread may call this method."""


class Task(Protocol[DoneT_contra, ResultT_co]):
    """The settings of jobs. If jobs run in other processes, pickle must be able to copy the task."""

    def open(self) -> Worker[DoneT_contra, ResultT_co]:
        """Return a new worker, or raise OthelloError, which ends the run."""


def _do_nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class FunctionWorker(Generic[JobT, ResultT]):
    """A worker whose methods are functions passed as arguments (see `Worker`)."""

    do: Callable[[JobT], ResultT]
    close: Callable[[], None] = _do_nothing


@dataclass(frozen=True, slots=True)
class FunctionTask(Generic[JobT, ResultT]):
    """A task that calls a function with each job. The calls must be short."""

    function: Callable[[JobT], ResultT]

    def open(self) -> FunctionWorker[JobT, ResultT]:
        """Return a worker."""
        return FunctionWorker(self.function)


@dataclass(frozen=True, slots=True)
class Finished(Generic[JobT, ResultT]):
    """The outcome of a job that has a result."""

    job: JobT
    result: ResultT
    seconds: float
    """Seconds that the job took in its worker."""
    number: int = 0
    """Number of the job in its run. The first job has the number 0."""


@dataclass(frozen=True, slots=True)
class Failed(Generic[JobT]):
    """The outcome of a job that raised an exception or killed every worker that tried it."""

    job: JobT
    reason: str
    """One sentence that explains why the job failed."""
    number: int = 0
    """Number of the job in its run. The first job has the number 0."""


Identity = Callable[[], Mapping[str, str]]
"""Returns the names and values that all workers of a run must have in common."""


def version() -> Mapping[str, str]:
    """Return the version of this package, which all workers must share."""
    return {"version": __version__}


@dataclass(frozen=True, slots=True)
class Resources:
    """Where the jobs of a run are executed."""

    workers: int = 1
    """Number of simultaneous jobs on this computer. 1 means that this process runs them."""
    scheduler: str | None = None
    """Address of a Dask scheduler whose workers run the jobs, or None to run them on this computer."""
    identity: Identity = field(default=version, compare=False)
    """Called in this process and in each worker of a cluster. Workers with a different result are refused."""

    def for_jobs(self, number: int) -> "Resources":
        """Return these resources, but with no more workers than there are jobs."""
        return replace(self, workers=max(1, min(self.workers, number)))


HERE: Final = Resources()
