"""Jobs, the workers that do them, outcomes, and resources.

A command with jobs has two classes. A `Task` holds the settings and is copied to every worker. Its `open`
makes a `Worker`, which holds what is costly to make, such as an engine, and does one job after the other.
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
    """A worker cannot do any job. The text is one sentence."""


class Worker(Protocol[DoneT_contra, ResultT_co]):
    """Does jobs one by one. Used by one thread, except for `close`."""

    def do(self, job: DoneT_contra, /) -> ResultT_co:
        """Return the result of a job, which must not depend on earlier jobs.

        An exception is the outcome of this job alone: it is reported with the job, and other jobs continue.
        OpenError, however, ends the run, like an error of `Task.open`.
        """

    def close(self) -> None:
        """Free the worker's resources, and end a running job soon. May be called from any thread."""


class Task(Protocol[DoneT_contra, ResultT_co]):
    """Settings of jobs. To run in other processes, a task must be picklable."""

    def open(self) -> Worker[DoneT_contra, ResultT_co]:
        """Return a new worker. Raises OthelloError if that is impossible, which ends the run."""


def _do_nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class FunctionWorker(Generic[JobT, ResultT]):
    """A worker that consists of functions, see `Worker`."""

    do: Callable[[JobT], ResultT]
    close: Callable[[], None] = _do_nothing


@dataclass(frozen=True, slots=True)
class FunctionTask(Generic[JobT, ResultT]):
    """The task of calling a function with each job. Calls must be short."""

    function: Callable[[JobT], ResultT]

    def open(self) -> FunctionWorker[JobT, ResultT]:
        """Return a worker."""
        return FunctionWorker(self.function)


@dataclass(frozen=True, slots=True)
class Finished(Generic[JobT, ResultT]):
    """A job with its result."""

    job: JobT
    result: ResultT
    seconds: float
    """Time of the job in its worker."""
    number: int = 0
    """Number of the job in the run, from 0."""


@dataclass(frozen=True, slots=True)
class Failed(Generic[JobT]):
    """A job that raised an exception, or that ended every worker that tried it."""

    job: JobT
    reason: str
    """One sentence."""
    number: int = 0
    """Number of the job in the run, from 0."""


Identity = Callable[[], Mapping[str, str]]
"""Returns what all workers of a run must have in common, as texts by name."""


def version() -> Mapping[str, str]:
    """Return the version of this package, which is an identity."""
    return {"version": __version__}


@dataclass(frozen=True, slots=True)
class Resources:
    """Where jobs are done."""

    workers: int = 1
    """Jobs at the same time on this computer. 1 means this process."""
    scheduler: str | None = None
    """Address of a Dask scheduler, whose workers do the jobs instead."""
    identity: Identity = field(default=version, compare=False)
    """Called in this process and in each worker of a cluster. A worker with another result is refused."""

    def for_jobs(self, number: int) -> "Resources":
        """Return these resources with at most as many workers as there are jobs."""
        return replace(self, workers=max(1, min(self.workers, number)))


HERE: Final = Resources()
