"""Runs jobs on the workers of a Dask cluster.

Each chunk is sent to one worker. If that worker is lost, `scheduler` resends the chunk. Dask's own retries do
not help here. A Dask task may run only on workers that were known when it was sent, so waiting tasks would
never go to workers that join later. Adding resources to a running worker does not start waiting tasks,
either.

Workers may come and go. If the Dask scheduler ends, the run waits for a new scheduler at the same address.
Only this module imports `distributed`, and only when a cluster is used.
"""

import contextlib
import importlib
import logging
import pickle
import time
import uuid
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError
from functools import partial
from types import ModuleType
from typing import Any, Final, NamedTuple

from othello.errors import OthelloError
from othello.jobs.runner import Report, Runner, load
from othello.jobs.task import Identity, Task

LOOK: Final = 1.0
"""Seconds between checks of the cluster's workers."""
PATIENCE: Final = 10.0
"""Seconds to wait for the scheduler when a run begins."""
RETRY: Final = 2.0
"""Seconds to wait for a lost scheduler before jobs and Ctrl-C are handled again."""
LOST: Final = (OSError, TimeoutError, RuntimeError, CancelledError)
"""Errors raised by a client whose scheduler does not answer."""


class _Known(NamedTuple):
    """A worker of the cluster."""

    threads: int
    """Number of threads that get jobs, or 0 if the worker is refused."""
    runner: Any
    """The opened task, as a Dask future. The cluster frees it when this process drops the future or ends."""


class _Sent(NamedTuple):
    """A chunk that was sent to a worker."""

    address: str
    """The worker that runs the chunk."""
    future: Any


class Cluster:
    """A backend that runs jobs in the threads of accepted workers."""

    seconds = 0.5

    def __init__(
        self, task: Task[Any, Any], address: str, identity: Identity, log: Callable[[str], None]
    ) -> None:
        """Connect to a scheduler. Raises OthelloError if no scheduler answers."""
        self._identity = identity
        self._dask = _import()
        self._address, self._log = address, log
        self._task, self._token = pickle.dumps(task), uuid.uuid4().hex
        self._known: dict[str, _Known] = {}
        """The workers at the last check, by address."""
        self._unfinished: dict[Future[Report], _Sent] = {}
        """The chunks that have been sent but have not ended."""
        self._is_idle = False
        """Whether the last check found no accepted worker."""
        self._looked = 0.0
        self._client: Any = None
        self._shared: Any = None
        """The pickled task, as a Dask future."""
        try:
            self._connect(PATIENCE)
        except LOST:
            reason = "start one with `dask scheduler`, see docs/cluster.md"
            raise OthelloError(f"no Dask scheduler answers at {address}: {reason}") from None
        except ValueError as error:
            raise OthelloError(f"{address!r} is not the address of a scheduler: {error}") from None

    def _connect(self, seconds: float) -> None:
        client = self._dask.Client(self._address, timeout=seconds, set_as_default=False)
        # The task is sent as a call to a built-in function, which the cluster can repeat on any worker.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # Dask warns about large tasks
            self._shared = client.submit(bytes, self._task, key=self._key())
        self._client, self._looked = client, 0.0

    def capacity(self) -> int:
        """Return the accepted workers' total number of threads."""
        if time.monotonic() - self._looked > LOOK:
            try:
                if self._client is None:
                    self._connect(RETRY)
                    self._log(f"the scheduler at {self._address} is back")
                if self._client.status != "running":
                    raise ConnectionError
                self._look()
            except LOST:
                self._lose_scheduler()
            self._looked = time.monotonic()
        return sum(known.threads for known in self._known.values())

    def _key(self) -> str:
        """Return a new name for a Dask task. All names in this run share a prefix."""
        return f"othello-{self._token}-{uuid.uuid4().hex}"

    def _look(self) -> None:
        """Update the list of workers and fail the chunks of workers that have gone."""
        threads: dict[str, int] = self._client.nthreads()
        self._known = {address: known for address, known in self._known.items() if address in threads}
        if new := [address for address in threads if address not in self._known]:
            identities = self._client.run(self._identity, workers=new, on_error="return")
            for address in new:
                self._known[address] = self._accept(address, threads[address], identities.get(address))
        is_idle = not any(known.threads for known in self._known.values())
        if is_idle and not self._is_idle:
            self._log(f"the cluster at {self._address} has no worker for the jobs: the run waits for one")
        self._is_idle = is_idle
        for result, sent in list(self._unfinished.items()):
            if sent.address not in self._known:
                self._fail(result, BrokenExecutor())  # must come first, because canceling calls `_take`
                sent.future.cancel()

    def _accept(self, address: str, threads: int, answer: Any) -> _Known:
        """Give the task to a worker if *answer*, its identity, equals ours. Otherwise refuse the worker."""
        if refusal := _refusal(self._identity(), answer):
            self._log(f"the worker at {address} gets no jobs: {refusal}")
            return _Known(0, None)
        return _Known(threads, self._client.submit(load, self._shared, key=self._key(), workers=[address]))

    def _free(self) -> str:
        """Return the address of the accepted worker with the fewest chunks per thread."""
        chunks = Counter(sent.address for sent in list(self._unfinished.values()))
        accepted = [address for address, known in self._known.items() if known.threads]
        return min(accepted, key=lambda address: chunks[address] / self._known[address].threads)

    def _lose_scheduler(self) -> None:
        """Take back all chunks and close the connection."""
        if self._client is not None:
            self._log(f"the scheduler at {self._address} is gone: the run waits until it is back")
            with contextlib.suppress(*LOST):
                self._client.close(timeout=1)
        self._client = None
        self._known.clear()
        for result in list(self._unfinished):
            self._fail(result, CancelledError())

    def submit(self, jobs: Sequence[Any]) -> "Future[Report]":
        """Send a chunk to an accepted worker."""
        result: Future[Report] = Future()
        address = self._free()
        try:
            if self._client is None:
                raise ConnectionError
            runner = self._known[address].runner
            future = self._client.submit(
                Runner.run, runner, jobs, key=self._key(), workers=[address], pure=False
            )
        except LOST:
            self._looked = 0.0  # makes the next call to `capacity` check the scheduler
            self._fail(result, CancelledError())
        else:
            self._unfinished[result] = _Sent(address, future)
            future.add_done_callback(partial(self._take, result))
        return result

    def _take(self, result: "Future[Report]", future: Any) -> None:
        """Take a chunk's report. Dask calls this method in a thread of the client."""
        try:
            report = future.result()
        except OthelloError as error:
            self._fail(result, error)
        except BaseException as error:
            # Errors in jobs are part of the report, so this is an error in the cluster.
            is_lost = isinstance(error, LOST) or "Cancelled" in type(error).__name__
            self._fail(result, CancelledError() if is_lost else BrokenExecutor())
        else:
            self._unfinished.pop(result, None)
            with contextlib.suppress(InvalidStateError):  # the chunk was already taken back
                result.set_result(report)

    def _fail(self, result: "Future[Report]", error: BaseException) -> None:
        """End a chunk with an error, unless it has already ended."""
        self._unfinished.pop(result, None)
        with contextlib.suppress(InvalidStateError):
            result.set_exception(error)

    def close(self) -> None:
        """Cancel waiting jobs, make running jobs end soon, and disconnect."""
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(*LOST):
                client.cancel([sent.future for sent in list(self._unfinished.values())])
                addresses = [address for address, known in self._known.items() if known.threads]
                if addresses:
                    client.run(_close, f"othello-{self._token}", workers=addresses, on_error="ignore")
            with contextlib.suppress(*LOST):
                client.close(timeout=2)


def _close(run: str, dask_worker: Any) -> None:
    """Close a run's task in a worker. Dask calls this function there."""
    for key in list(dask_worker.data):
        if str(key).startswith(run) and isinstance(runner := dask_worker.data[key], Runner):
            runner.close()


def _import() -> ModuleType:
    """Import `distributed` and silence its loggers. Raises OthelloError if it is not installed."""
    try:
        module = importlib.import_module("distributed")
    except ImportError:
        raise OthelloError(
            "--dask needs Dask, which is not installed: run pip install 'othello[cluster]'"
        ) from None
    # Set the levels after the import, because Dask sets them when it is imported. Otherwise, Dask would
    # report a lost scheduler with a traceback.
    for name in ("tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return module


def difference(own: Mapping[str, str], other: Mapping[str, str]) -> str | None:
    """Return how another process differs, such as "version 1.1.0 instead of 1.0.0", or None."""
    differing = [name for name in own if own[name] != other.get(name)]
    if not differing:
        return None
    name = differing[0]
    return f"{name} {other.get(name, 'unknown')} instead of {own[name]}"


def _refusal(own: Mapping[str, str], answer: Any) -> str | None:
    """Return why a worker whose identity is *answer* is refused, or None if it is accepted."""
    if isinstance(answer, dict):
        differs = difference(own, answer)
        return f"it has {differs}; install the same Othello there" if differs else None
    if isinstance(answer, ImportError | AttributeError):
        return "it has no Othello, or another version of it; install the same Othello there"
    return f"it does not answer ({answer})"
