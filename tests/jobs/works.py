"""Works for tests of the job layer, which worker processes can import."""

import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from othello.errors import OthelloError
from othello.jobs.task import Finished, OpenError


def squares(outcomes):
    """Return the results by job. Each job has one result."""
    outcomes = list(outcomes)
    assert all(isinstance(outcome, Finished) for outcome in outcomes)
    results = {outcome.job: outcome.result for outcome in outcomes}
    assert len(results) == len(outcomes)
    return results


@dataclass(frozen=True)
class Squares:
    """Squares numbers. Special numbers crash, raise or hang."""

    crash: int = 1 << 62
    """This job kills its process."""
    stuck: int = 1 << 62
    """Jobs from here on never end."""
    folder: str = ""
    """A folder in which each process with such a job creates a file."""
    seconds: float = 0.0
    """Time of each job, in which the processor works."""

    def open(self):
        return Squarer(self)


def blocks_ctrl_c(job):
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


class Squarer:
    def __init__(self, work):
        self.work = work
        self.closed = threading.Event()

    def do(self, job):
        if job == self.work.crash:
            os.kill(os.getpid(), signal.SIGKILL)
        if job >= self.work.stuck:
            if self.work.folder:
                (Path(self.work.folder) / str(os.getpid())).touch()
            self.closed.wait()
            raise OthelloError("closed")
        if job < 0:
            raise OthelloError(f"{job} is negative")
        end = time.perf_counter() + self.work.seconds
        while time.perf_counter() < end:
            pass
        return job * job

    def close(self):
        self.closed.set()


class Broken:
    """A work that cannot be opened."""

    def open(self):
        raise OthelloError("there is no oven")


def use_oven(job):
    """Find out during a job what `Broken` knows before."""
    raise OpenError("there is no oven")


class Killer:
    """A work whose opening kills the process."""

    def open(self):
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Unlucky:
    """Squares of numbers. Something else kills the first workers of job 0."""

    folder: Path
    deaths: int

    def open(self):
        return self

    def do(self, job):
        path = self.folder / str(job)
        with open(path, "ab") as file:
            file.write(b".")
        if job == 0 and path.stat().st_size <= self.deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return job * job

    def close(self):
        pass
