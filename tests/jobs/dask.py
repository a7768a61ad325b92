"""A Dask scheduler and its workers, as processes that tests can kill."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests import source
from tests.waiting import PATIENCE, eventually

CLUSTER = pytest.param(
    "cluster",
    marks=[
        pytest.mark.skipif(os.name != "posix", reason="POSIX processes and signals"),
        pytest.mark.timing,  # Dask gives a client ten seconds to start
    ],
)
"""The place of jobs that is a cluster."""


class Dask:
    """A cluster on this computer. Each worker has a nanny, which replaces it when it is killed."""

    def __init__(self, folder, workers):
        self.folder, self.workers = folder, workers
        self.address = "tcp://127.0.0.1:0"  # a free port, which a restart keeps
        self._processes = []

    def __enter__(self):
        self._begin()
        return self

    def __exit__(self, *error):
        self._end()

    def _begin(self):
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        common, port = ["--host", "127.0.0.1"], self.address.rpartition(":")[2]
        self._start("scheduler", *common, "--port", port, "--no-dashboard", "--scheduler-file", file)
        self.address = eventually(
            lambda: file.exists() and json.loads(file.read_text() or "{}").get("address")
        )
        for _ in range(self.workers):
            self._start("worker", self.address, *common, "--nthreads", 1, "--no-dashboard")

    def _start(self, *words):
        command = [sys.executable, "-m", "dask", *map(str, words)]
        with open(self.folder / "log", "ab") as log:
            self._processes.append(
                subprocess.Popen(
                    command,
                    cwd=source.ROOT,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, "PYTHONPATH": str(source.ROOT)},
                    start_new_session=True,
                )
            )

    def _end(self):
        for process in self._processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._processes = []

    def restart(self):
        """Kill the scheduler and the workers, and start them again."""
        self._end()
        self._begin()

    def pids(self):
        """Return the processes that do the jobs."""
        from distributed import Client  # late: only the tests of clusters need it

        with Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(self.workers)
            return list(client.run(os.getpid).values())
