"""The part of a job that runs in a worker.

A *host* opens a work once for each thread of its process, and keeps what it opened for later jobs. Jobs
come in chunks, because many jobs are shorter than the way to the worker and back. A worker that has
spent `LONGEST` seconds on a chunk leaves the rest of it undone, and others may do it.
"""

import pickle
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

from othello.errors import OthelloError
from othello.jobs.work import Failed, Finished, Work, Worker

ATTEMPTS: Final = 3
"""Workers that one job may end, one after the other, before its future raises BrokenExecutor."""
LONGEST: Final = 1.0
"""Seconds after which no further job of a chunk is begun."""
FORGOTTEN: Final = 60.0
"""Seconds without a job after which a process may drop a work when it gets another one."""


Report = list[Finished[Any, Any] | Failed[Any]]
"""The outcomes of the first jobs of a chunk, in its order, and each with None instead of its job."""


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
        """Do the jobs of a chunk in this thread; without jobs, only open the work.

        Raises OthelloError if the work cannot be opened.
        """
        with self._lock:
            self._running += 1
        try:
            return _report(self._worker(), jobs)
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
            try:
                worker = self._work.open()
            except OthelloError as error:
                raise OthelloError(str(error)) from None  # not all errors can be pickled
            self._own.worker = worker
            with self._lock:
                self._opened.append(worker)
        found: Worker[Any, Any] = self._own.worker
        return found


def _report(worker: Worker[Any, Any], jobs: Sequence[Any]) -> Report:
    found: Report = []
    began = time.monotonic()
    for job in jobs:
        if found and time.monotonic() - began > LONGEST:
            break
        before = time.perf_counter()
        try:
            result = worker.do(job)
        except Exception as error:
            name = "" if isinstance(error, OthelloError) else f"{type(error).__name__}: "
            found.append(Failed(None, f"{name}{error}"))
        else:
            found.append(Finished(None, result, time.perf_counter() - before))
    return found


# Hosts of a process, by the token of their work.

_hosts: dict[str, Host] = {}
_lock = threading.Lock()


def run(token: str, work: bytes, jobs: Sequence[Any]) -> Report:
    """Do jobs of a pickled work as `Host.run` does; *token* is different for each work."""
    with _lock:
        if token not in _hosts:
            for old in [name for name, host in _hosts.items() if host.is_forgotten]:
                _hosts.pop(old).close()
            try:
                _hosts[token] = Host(pickle.loads(work))
            except Exception as error:  # the pickle decides which one
                reason = f"a worker cannot read its work ({type(error).__name__}: {error})"
                raise OthelloError(reason) from None
        host = _hosts[token]
    return host.run(jobs)


def forget(token: str) -> None:
    """Close a work in this process, because its run is over."""
    with _lock:
        host = _hosts.pop(token, None)
    if host is not None:
        host.close()
