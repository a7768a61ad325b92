"""Starts workers for a task and runs jobs on them."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Generic

from othello.errors import OthelloError
from othello.jobs.cluster import Cluster
from othello.jobs.local import LocalBackend, Threads
from othello.jobs.processes import Processes
from othello.jobs.runner import Runner
from othello.jobs.scheduler import Backend, Scheduler
from othello.jobs.task import Failed, Finished, JobT, Resources, ResultT, Task

CHUNK: Final = 0.1
"""Seconds that a chunk should take in a process on this computer."""


class Executor(Generic[JobT, ResultT]):
    """The workers of a task. A worker opens the task before its first job."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def run(self, jobs: Iterable[JobT | None]) -> Iterator[Finished[JobT, ResultT] | Failed[JobT]]:
        """Run jobs and yield their outcomes in the order in which the jobs end.

        With a single worker, the outcomes come in the order of *jobs*. A job is taken from *jobs* only when a
        worker is free, so *jobs* may be endless. A None in *jobs* means that no job is available until the
        caller has received another outcome. If you close the iterator, running jobs continue until the
        `executor` block ends.

        Raises OthelloError if no worker can open the task, or if workers die before they have opened it.
        """
        return Scheduler(self._backend, iter(jobs)).outcomes()

    def results(
        self,
        jobs: Iterable[JobT | None],
        prefix: Callable[[JobT], str] = lambda job: "",
        *,
        keep_going: bool = False,
    ) -> Iterator[Finished[JobT, ResultT]]:
        """Run jobs like `run`, but yield only finished jobs.

        If a job fails, raises OthelloError with the job's *prefix* and the reason. The error is raised
        immediately or, with *keep_going*, after all other jobs have ended.
        """
        failed: list[str] = []
        for outcome in self.run(jobs):
            if isinstance(outcome, Finished):
                yield outcome
            else:
                failed.append(f"{prefix(outcome.job)}{outcome.reason}")
                if not keep_going:
                    break
        if failed:
            more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
            raise OthelloError(f"{failed[0]}{more}")


def in_order(finished: Iterable[Finished[JobT, ResultT]]) -> Iterator[Finished[JobT, ResultT]]:
    """Yield the finished jobs of a run in job order, as early as possible. No job may be missing."""
    waiting: dict[int, Finished[JobT, ResultT]] = {}
    following = 0
    for job in finished:
        waiting[job.number] = job
        while following in waiting:
            yield waiting.pop(following)
            following += 1


@contextlib.contextmanager
def executor(
    task: Task[JobT, ResultT],
    resources: Resources,
    *,
    is_waiting: bool = False,
    log: Callable[[str], None] = lambda text: None,
) -> Iterator[Executor[JobT, ResultT]]:
    """Start workers for a task. At the end of the block, the workers end, even if jobs are unfinished.

    is_waiting -- whether jobs mostly wait for other programs. If so, threads of this process run them.
    log        -- called with messages about the cluster, for example about a refused worker

    Raises OthelloError if no scheduler answers.
    """
    backend = _backend(task, resources, is_waiting, log)
    try:
        yield Executor(backend)
    finally:
        backend.close()


def _backend(
    task: Task[Any, Any], resources: Resources, is_waiting: bool, log: Callable[[str], None]
) -> Backend:
    if resources.scheduler is not None:
        return Cluster(task, resources.scheduler, resources.identity, log)
    if is_waiting:
        return Threads(Runner(task), resources.workers)
    return (
        LocalBackend(task) if resources.workers == 1 else Threads(Processes(task), resources.workers, CHUNK)
    )
