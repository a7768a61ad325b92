"""Jobs done by processes of this computer.

Each thread that asks has its own process, at the other end of a pipe. The end of a pipe says which chunk
a lost process was doing, and does not affect the other processes. Workers ignore Ctrl-C, which a terminal
sends to every process; this process ends them instead. Workers also end if this process is killed, in the
middle of a job, too.
"""

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple

from othello.errors import OthelloError
from othello.jobs import host
from othello.jobs.host import ATTEMPTS, Report
from othello.jobs.work import Work

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

STARTS: Final = 10
"""Starts of a process that may fail in a row before the run ends."""
ENDED: Final = (EOFError, OSError)
"""Errors of a pipe whose process has ended."""
_CONTEXT: Final = multiprocessing.get_context("spawn")


class _Process(NamedTuple):
    process: BaseProcess
    pipe: "Connection[Any, Any]"


class Processes:
    """Does the chunks of each thread in its own process; a lost process is replaced."""

    def __init__(self, work: Work[Any, Any]) -> None:
        """Start nothing yet."""
        self._work = pickle.dumps(work)
        self._lock = threading.Lock()
        self._own: dict[int, _Process] = {}
        """The process of each thread."""
        self._is_closed = False

    def run(self, jobs: Sequence[Any]) -> Report:
        """Do a chunk; raise BrokenExecutor if it ends its process, which a single job may do a few times.

        Raises OthelloError if the work cannot be opened.
        """
        for _ in range(ATTEMPTS if len(jobs) == 1 else 1):
            own = self._own.get(threading.get_ident()) or self._start()
            with contextlib.suppress(*ENDED):
                own.pipe.send(jobs)
                return _receive(own.pipe)
            self._drop(own)
        raise BrokenExecutor

    def close(self) -> None:
        """Kill all processes."""
        with self._lock:
            self._is_closed = True
            for own in self._own.values():
                own.process.kill()
            for own in self._own.values():
                own.process.join()

    def _start(self) -> _Process:
        """Start the process of this thread, which opens the work."""
        _block_interrupts()
        for _ in range(STARTS):
            pipe, other = _CONTEXT.Pipe()
            own = _Process(_CONTEXT.Process(target=_serve, args=(other,), daemon=True), pipe)
            with self._lock, other:
                if self._is_closed:
                    raise CancelledError
                own.process.start()
                self._own[threading.get_ident()] = own
            with contextlib.suppress(*ENDED):
                pipe.send_bytes(self._work)
                _receive(pipe)
                return own
            self._drop(own)
        raise OthelloError(
            f"{STARTS} worker processes in a row ended while they started: is there enough memory?"
        )

    def _drop(self, own: _Process) -> None:
        """Forget the process of this thread, which has ended."""
        with self._lock:
            del self._own[threading.get_ident()]
        own.pipe.close()
        own.process.kill()
        own.process.join()


def _block_interrupts() -> None:
    """Block interrupts in this thread, and so in the processes that it starts.

    Windows has no signal masks; an interrupt during the start of the workers makes them print there.
    """
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


def _receive(pipe: "Connection[Any, Any]") -> Report:
    """Return the report of a process, or raise its error."""
    answer: Report | OthelloError = pipe.recv()
    if isinstance(answer, OthelloError):
        raise answer
    return answer


def _serve(pipe: "Connection[Any, Any]") -> None:
    """Open the work that comes first, then do the chunks that follow; the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with contextlib.suppress(*ENDED):
        work = pipe.recv_bytes()
        jobs: Sequence[Any] = []
        while True:
            try:
                answer: Report | OthelloError = host.run("", work, jobs)
            except OthelloError as error:
                answer = error
            pipe.send(answer)
            jobs = pipe.recv()


def _leave_with_parent() -> None:
    """End this process when its parent ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
