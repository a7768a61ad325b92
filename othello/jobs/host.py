"""The part of a job that runs in a worker.

A *host* opens a work once for each thread of its process, and keeps what it opened for later jobs. Jobs
come in chunks, because many jobs are shorter than the way to the worker and back. A worker that has
spent `LONGEST` seconds on a chunk leaves the rest of it undone, and others may do it.
"""

import pickle
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.work import Work, Worker

LONGEST: Final = 1.0
"""Seconds after which no further job of a chunk is begun."""
FORGOTTEN: Final = 60.0
"""Seconds without a job after which a process may drop a work when it gets another one."""


@dataclass(frozen=True, slots=True)
class Done:
    """A job of a chunk that was done."""

    result: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Raised:
    """A job of a chunk that raised an exception."""

    reason: str


@dataclass(slots=True)
class Report:
    """The outcomes of the first jobs of a chunk."""

    outcomes: list[Done | Raised] = field(default_factory=list)
    """In the order of the chunk, which may have more jobs."""
    fault: str | None = None
    """Why the work could not be opened; then there are no outcomes."""


class Host:
    """A work in this process."""

    def __init__(self, work: Work[Any, Any]) -> None:
        """Open nothing yet."""
        self._work = work
        self._lock = threading.Lock()
        self._own = threading.local()
        self._opened: list[Worker[Any, Any]] = []
        self._running = 0
        self._used = time.monotonic()

    def run(self, jobs: Sequence[Any]) -> Report:
        """Do the jobs of a chunk in this thread; without jobs, only open the work."""
        with self._lock:
            self._running += 1
        try:
            worker = self._worker()
        except OthelloError as error:
            return Report(fault=str(error))
        else:
            return _report(worker, jobs)
        finally:
            with self._lock:
                self._running -= 1
                self._used = time.monotonic()

    def close(self) -> None:
        """Close the workers of all threads; running jobs end soon."""
        with self._lock:
            opened, self._opened = self._opened, []
        for each in opened:
            each.close()

    @property
    def is_forgotten(self) -> bool:
        """Whether no job has used the host for `FORGOTTEN` seconds."""
        with self._lock:
            return not self._running and time.monotonic() - self._used > FORGOTTEN

    def _worker(self) -> Worker[Any, Any]:
        """Return the worker of this thread."""
        if not hasattr(self._own, "worker"):
            worker = self._work.open()
            self._own.worker = worker
            with self._lock:
                self._opened.append(worker)
        found: Worker[Any, Any] = self._own.worker
        return found


def _report(worker: Worker[Any, Any], jobs: Sequence[Any]) -> Report:
    found, began = Report(), time.monotonic()
    for job in jobs:
        if found.outcomes and time.monotonic() - began > LONGEST:
            break
        before = time.perf_counter()
        try:
            result = worker.do(job)
        except Exception as error:
            name = "" if isinstance(error, OthelloError) else f"{type(error).__name__}: "
            found.outcomes.append(Raised(f"{name}{error}"))
        else:
            found.outcomes.append(Done(result, time.perf_counter() - before))
    return found


# Hosts of a process, by the token of their work.

_hosts: dict[str, Host] = {}
_lock = threading.Lock()


def run(token: str, work: bytes, jobs: Sequence[Any]) -> Report:
    """Do jobs of a pickled work; *token* is different for each work."""
    try:
        host = _host(token, work)
    except Exception as error:  # the pickle decides which one
        return Report(fault=f"a worker cannot read its work ({type(error).__name__}: {error})")
    return host.run(jobs)


def forget(token: str) -> None:
    """Close a work in this process, because its run is over."""
    with _lock:
        host = _hosts.pop(token, None)
    if host is not None:
        host.close()


def _host(token: str, work: bytes) -> Host:
    with _lock:
        if token not in _hosts:
            for old in [name for name, host in _hosts.items() if host.is_forgotten]:
                _hosts.pop(old).close()
            _hosts[token] = Host(pickle.loads(work))
        return _hosts[token]
