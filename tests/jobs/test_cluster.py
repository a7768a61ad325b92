"""Jobs on a Dask cluster: workers that are refused, and a scheduler that goes away.

Tests with a real scheduler measure time, because Dask gives a client ten seconds to start.
"""

import importlib
import logging
import os
import signal
from concurrent.futures import BrokenExecutor, CancelledError, Future
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from othello.errors import OthelloError
from othello.jobs import cluster
from othello.jobs.cluster import difference
from othello.jobs.executor import executor
from othello.jobs.runner import Runner
from othello.jobs.task import Resources
from othello.search.identity import identity
from tests.jobs.dask import Dask
from tests.jobs.works import Squares, squares

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX processes and signals")


@pytest.mark.timing
def test_the_end_of_a_run_ends_its_jobs(dask):
    """Leaving the block ends the jobs of the workers, so the next run need not wait for them."""
    with executor(Squares(stuck=8), Resources(1, dask.address)) as workers:
        assert next(workers.run(range(100))).job < 8
    with executor(Squares(), Resources(1, dask.address)) as workers:
        assert squares(workers.run(range(5))) == {0: 0, 1: 1, 2: 4, 3: 9, 4: 16}


@pytest.mark.timing
@pytest.mark.slow
def test_a_scheduler_that_is_killed(tmp_path, capfd):
    """A run waits for a scheduler that was killed, continues when it is back, and prints no traceback."""
    said = []
    with (
        Dask(tmp_path, workers=1) as own,
        executor(Squares(seconds=0.02), Resources(1, own.address), log=said.append) as workers,
    ):
        results = {}
        for number, outcome in enumerate(workers.run(range(100))):
            assert outcome.job not in results
            results[outcome.job] = outcome.result
            if number == 30:
                own.restart()
    assert results == {n: n * n for n in range(100)}
    assert any("gone: the run waits" in text for text in said)
    assert any("is back" in text for text in said)
    assert capfd.readouterr() == ("", "")


@pytest.mark.timing
def test_no_scheduler(monkeypatch):
    """A missing scheduler, and an invalid address, are reported in one sentence."""
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(OthelloError, match=address), executor(Squares(), Resources(1, address)):
            pass


def test_without_dask_the_message_says_how_to_install_it(monkeypatch):
    def refuse(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", refuse)
    with pytest.raises(OthelloError, match=r"pip install 'othello\[cluster\]'"):
        cluster.Cluster(Squares(), "tcp://127.0.0.1:9", dict, print)


class Client:
    """A client of Dask without a cluster."""

    def __init__(self, *_, **options):
        self.status = "running"
        self.threads = {"tcp://a": 2}
        """Threads of each worker."""
        self.identities = {}
        """The answers of workers that differ from this process."""
        self.sent, self.calls = [], []

    def nthreads(self):
        return self.threads

    def run(self, function, *arguments, workers, **options):
        self.calls.append((function, *arguments, workers))
        return {worker: self.identities.get(worker, {"version": "1"}) for worker in workers}

    def submit(self, function, *_, workers=None, **options):
        self.sent.append(Future())
        return self.sent[-1]

    def cancel(self, futures):
        for future in futures:
            future.cancel()

    def close(self, timeout):
        self.status = "closed"


@pytest.fixture
def said():
    """The messages of a run."""
    return []


@pytest.fixture
def clients(monkeypatch):
    """Two clients, of which the backend takes another one whenever it connects."""
    clients = [Client(), Client()]
    waiting = iter(clients)
    module = SimpleNamespace(Client=lambda *_, **options: next(waiting))
    monkeypatch.setattr(cluster, "_import", lambda: module)
    monkeypatch.setattr(cluster, "LOOK", -1)  # every call of `capacity` looks
    return clients


def test_a_run_with_a_scheduler_does_its_jobs_on_the_cluster_and_leaves_it_at_the_end(clients):
    with executor(Squares(), Resources(1, "tcp://scheduler", dict)) as workers:
        assert workers._backend.capacity() == 2
    assert clients[0].status == "closed"


def test_dask_and_the_libraries_below_it_log_nothing_but_others_do(monkeypatch):
    monkeypatch.setattr(importlib, "import_module", lambda name: name)
    loggers = {name: logging.Logger(name) for name in ("distributed.worker", "distributed_other", "tornado")}
    monkeypatch.setattr(logging.root.manager, "loggerDict", dict(loggers))
    assert cluster._import() == "distributed"
    is_enabled = {name: logger.isEnabledFor(logging.CRITICAL) for name, logger in loggers.items()}
    assert is_enabled == {"distributed.worker": False, "distributed_other": True, "tornado": False}


@pytest.fixture
def backend(clients, said):
    return cluster.Cluster(Squares(), "tcp://scheduler", lambda: {"version": "1"}, said.append)


def test_a_lost_scheduler_gives_its_chunks_back_and_its_client_is_closed_before_the_next_one(
    backend, clients, said
):
    """A client that stays open would keep its threads until the end of the process."""
    assert backend.capacity() == 2
    report = backend.submit([1, 2])
    clients[0].status = "connecting"
    assert backend.capacity() == 0
    assert isinstance(report.exception(timeout=0), CancelledError)
    assert [client.status for client in clients] == ["closed", "running"]
    assert backend.capacity() == 2
    assert said == [
        "the scheduler at tcp://scheduler is gone: the run waits until it is back",
        "the scheduler at tcp://scheduler is back",
    ]


def test_a_worker_that_goes_breaks_its_chunks_before_they_are_cancelled(backend, clients, said):
    """A cancelled chunk would not count as the loss of a worker, and so no job as one that ends workers."""
    clients[0].threads = {"tcp://a": 1, "tcp://b": 1}
    assert backend.capacity() == 2
    reports = [backend.submit([number]) for number in (1, 2)]
    del clients[0].threads["tcp://a"]
    assert backend.capacity() == 1
    assert isinstance(reports[0].exception(timeout=0), BrokenExecutor)
    assert not reports[1].done()
    clients[0].threads = {}
    assert [backend.capacity() for _ in range(2)] == [0, 0]
    assert said == ["the cluster at tcp://scheduler has no worker for the jobs: the run waits for one"]


def test_a_worker_of_another_version_is_asked_once_and_gets_no_jobs(backend, clients, said):
    clients[0].threads = {"tcp://a": 4, "tcp://b": 2}
    clients[0].identities = {"tcp://a": {"version": "2"}}
    assert [backend.capacity() for _ in range(2)] == [2, 2]
    assert len(clients[0].calls) == 1
    assert said == [
        "the worker at tcp://a gets no jobs: it has version 2 instead of 1; install the same Othello there"
    ]
    backend.submit([1])
    assert {sent.address for sent in backend._unfinished.values()} == {"tcp://b"}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OthelloError("no such network"), OthelloError),
        (RuntimeError("the client is closed"), CancelledError),
        (type("FutureCancelledError", (Exception,), {})(), CancelledError),
        (MemoryError(), BrokenExecutor),
    ],
)
def test_an_error_of_a_chunk_is_one_of_the_task_of_the_scheduler_or_of_the_worker(
    backend, clients, error, kind
):
    backend.capacity()
    report = backend.submit([1])
    clients[0].sent[-1].set_exception(error)
    assert isinstance(report.exception(timeout=0), kind)


def test_the_end_of_a_run_cancels_its_chunks_closes_its_tasks_and_disconnects(backend, clients):
    backend.capacity()
    backend.submit([1])
    backend.close()
    assert clients[0].sent[-1].cancelled()
    function, run, workers = clients[0].calls[-1]
    assert (function, workers) == (cluster._close, ["tcp://a"])
    assert run == f"othello-{backend._token}"
    assert clients[0].status == "closed"
    assert isinstance(backend.submit([2]).exception(timeout=0), CancelledError), "there is no client any more"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(), "no Dask scheduler answers at x: start one with `dask scheduler`, see docs/cluster.md"),
        (ValueError("no port"), "'x' is not the address of a scheduler: no port"),
    ],
)
def test_a_scheduler_that_does_not_answer_and_an_address_that_is_none(clients, monkeypatch, error, message):
    monkeypatch.setattr(cluster, "_import", lambda: SimpleNamespace(Client=Mock(side_effect=error)))
    with pytest.raises(OthelloError) as caught:
        cluster.Cluster(Squares(), "x", dict, print)
    assert str(caught.value) == message


def test_the_end_of_a_run_closes_its_task_in_a_worker_and_no_task_of_another_run():
    own, other = Runner(Squares()), Runner(Squares())
    data = {"othello-a-1": b"a pickled task", "othello-a-2": own, "othello-b-1": other, "other": 3}
    cluster._close("othello-a", SimpleNamespace(data=data))
    assert (own.close.alive, other.close.alive) == (False, True)


@pytest.mark.parametrize("name", ["version", "code", "kernels", "weights"])
def test_refused_workers(name):
    """A worker that differs in one point of its identity is refused, and both values are shown."""
    own = identity()
    assert difference(own, own) is None
    assert cluster._refusal(own, dict(own)) is None
    assert difference(own, {**own, name: "x"}) == f"{name} x instead of {own[name]}"
    assert cluster._refusal(own, {**own, name: "x"}) == (
        f"it has {name} x instead of {own[name]}; install the same Othello there"
    )


def test_a_worker_that_cannot_answer_is_refused():
    assert "no Othello" in cluster._refusal({}, ModuleNotFoundError("othello"))
    assert "does not answer" in cluster._refusal({}, OSError("gone"))


@pytest.mark.timing
def test_jobs_go_only_to_accepted_workers_and_the_refusal_is_said_once(dask, monkeypatch):
    refused = []

    def refuse(own, answer):
        if not refused or refused[0] is answer:
            refused.append(answer)
            return "it is too old"
        return None

    monkeypatch.setattr(cluster, "_refusal", refuse)
    dask.pids()  # waits until workers that an earlier test has killed are back
    said = []
    with executor(Squares(), Resources(1, dask.address), log=said.append) as workers:
        assert squares(workers.run(range(20))) == {n: n * n for n in range(20)}
        assert workers._backend.capacity() == 1
    (message,) = said
    assert message.startswith("the worker at tcp://")
    assert message.endswith("gets no jobs: it is too old")


@pytest.mark.timing
def test_a_run_without_an_accepted_worker_says_so_and_goes_on_when_there_is_one(dask, monkeypatch):
    refusals = ["it is too old"] * 2
    monkeypatch.setattr(cluster, "_refusal", lambda own, answer: refusals.pop() if refusals else None)
    said = []
    with executor(Squares(), Resources(1, dask.address), log=said.append) as workers:
        assert workers._backend.capacity() == 0
        assert said[-1] == f"the cluster at {dask.address} has no worker for the jobs: the run waits for one"
        os.kill(dask.pids()[0], signal.SIGKILL)
        assert squares(workers.run(range(20))) == {n: n * n for n in range(20)}
