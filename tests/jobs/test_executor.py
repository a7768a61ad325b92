"""Jobs in this process, in threads, in processes and on a cluster: the same outcomes, whatever fails."""

import itertools
import multiprocessing.spawn
import os
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor, wait
from functools import partial
from multiprocessing import resource_tracker

import pytest

from othello.errors import OthelloError
from othello.jobs import processes, runner
from othello.jobs.executor import Executor, executor, in_order
from othello.jobs.local import Threads
from othello.jobs.processes import Processes
from othello.jobs.scheduler import ATTEMPTS
from othello.jobs.task import Failed, Finished, FunctionTask, Resources
from tests import source
from tests.jobs.dask import CLUSTER
from tests.jobs.works import Broken, Killer, Squares, Unlucky, squares, use_oven
from tests.waiting import eventually

HERE, PROCESSES = Resources(), Resources(2)
SECONDS = 120
"""Far more than any of these runs needs."""


def test_outcomes(places):
    """Every job has one outcome. A job that raises an exception does not stop the others."""
    with executor(Squares(), places) as workers:
        outcomes = list(workers.run(range(-2, 200)))
        assert squares(workers.run(range(5))) == {0: 0, 1: 1, 2: 4, 3: 9, 4: 16}
    failed = {outcome.job: outcome.reason for outcome in outcomes if isinstance(outcome, Failed)}
    assert failed == {-1: "-1 is negative", -2: "-2 is negative"}
    assert squares(outcome for outcome in outcomes if isinstance(outcome, Finished)) == {
        n: n * n for n in range(200)
    }
    assert [outcome for outcome in outcomes if outcome.number != outcome.job + 2] == []


def test_results(places):
    """Results can be sorted in the order of the jobs. A failure is raised immediately or at the end."""
    done = []
    with executor(Squares(), places) as workers:
        assert [outcome.result for outcome in in_order(workers.results(range(200)))] == [
            n * n for n in range(200)
        ]
        with pytest.raises(OthelloError, match=r"^-\d is negative$"):
            list(workers.results([-1, -2]))
        with pytest.raises(OthelloError, match=r"^job -\d: -\d is negative \(and 1 more\)$"):
            done.extend(workers.results(range(-2, 9), lambda job: f"job {job}: ", keep_going=True))
    assert sorted(outcome.job for outcome in done) == list(range(9))


def test_results_that_come_in_another_order_wait_for_the_jobs_before_them():
    ended = [Finished(None, None, 0.0, number) for number in (2, 0, 4, 3, 1)]
    assert [outcome.number for outcome in in_order(ended)] == [0, 1, 2, 3, 4]


def test_this_process_keeps_the_order():
    """With one worker, jobs are done in order, each after the previous job's outcome."""
    taken = []

    def jobs():
        for number in range(5):
            taken.append(number)
            yield number

    with executor(Squares(), HERE) as workers:
        for number, outcome in enumerate(workers.run(jobs())):
            assert outcome.job == number
            assert taken == list(range(number + 1))


def test_threads():
    """Threads do jobs at the same time, each with its own worker, and end when they are closed."""
    with executor(Squares(), Resources(3), is_waiting=True) as workers:
        assert squares(workers.run(range(50))) == {n: n * n for n in range(50)}
    work = Squares(stuck=3)
    crew = Executor(Threads(runner.Runner(work), 2))
    outcomes = crew.run(range(10))
    assert {next(outcomes).job for _ in range(3)} == {0, 1, 2}
    crew._backend.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("jobs")]


def test_a_worker_that_is_opened_during_the_close_is_closed():
    class Opening(Squares):
        def open(self):
            own.close()
            return super().open()

    own = runner.Runner(Opening(stuck=0))
    assert own.run([0]) == [Failed(None, "closed")]


@pytest.mark.parametrize("places", ["processes", CLUSTER], indirect=True)
def test_a_job_that_kills_its_workers(places):
    """A job that ends every worker is reported, and the jobs that were sent with it are done."""
    with executor(Squares(crash=17), places) as workers:
        outcomes = list(workers.run(range(100)))
    (failed,) = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    assert (failed.job, failed.number, failed.reason) == (
        17,
        17,
        f"{ATTEMPTS} worker processes ended during this job",
    )
    others = squares(outcome for outcome in outcomes if isinstance(outcome, Finished))
    assert others == {n: n * n for n in range(100) if n != 17}


def test_jobs_whose_workers_are_killed_are_tried_again_alone(tmp_path):
    """A job that lost several workers for other reasons still gets a result, after all other jobs."""
    with executor(Unlucky(tmp_path, ATTEMPTS + 1), PROCESSES) as workers:
        assert squares(workers.run(range(3))) == {0: 0, 1: 1, 2: 4}


@pytest.mark.parametrize("places", ["processes", CLUSTER], indirect=True)
def test_workers_that_are_killed(places, request):
    """If something else kills workers, their jobs are done again, and each job has one outcome."""
    with executor(Squares(seconds=0.005), places) as workers:
        results = {}
        for number, outcome in enumerate(workers.run(range(60))):
            assert outcome.job not in results
            results[outcome.job] = outcome.result
            if number in (15, 40) and places.scheduler is None:
                os.kill(random.choice(multiprocessing.active_children()).pid, signal.SIGKILL)
            elif number == 15:
                os.kill(request.getfixturevalue("dask").pids()[0], signal.SIGKILL)
    assert results == {n: n * n for n in range(60)}


def test_if_the_work_cannot_be_opened_the_run_ends_with_the_reason(places):
    """This holds even if a worker notices it only when it begins its first job."""
    for work in (Broken(), FunctionTask(use_oven)):
        with executor(work, places) as workers, pytest.raises(OthelloError, match=r"^there is no oven$"):
            list(workers.run(itertools.count()))


def test_workers_that_end_at_once(monkeypatch):
    """If workers end while they start, the run ends with an error instead of starting more workers."""
    monkeypatch.setattr(processes, "STARTS", 2)
    with executor(Killer(), PROCESSES) as workers, pytest.raises(OthelloError, match="in a row ended"):
        list(workers.run(range(5)))


def test_a_process_that_starts_during_the_close_gets_no_job(monkeypatch):
    """A process that answers after all known processes were killed gets no job. Closing would wait for it."""
    runner, shutdown = Processes(Squares(stuck=0)), ProcessPoolExecutor.shutdown

    class LazyEngine(set):
        def add(self, pid):
            eventually(lambda: runner._is_closed)
            super().add(pid)

    def wait_before(pool):  # as for another pool, which is shut down first
        wait([chunk], timeout=5)
        for child in multiprocessing.active_children():
            child.kill()
        shutdown(pool)

    runner._pids = LazyEngine()
    with ThreadPoolExecutor(1) as threads:
        chunk = threads.submit(runner.run, [0])
        eventually(lambda: runner._pools)
        monkeypatch.setattr(ProcessPoolExecutor, "shutdown", wait_before)
        runner.close()
    with pytest.raises(CancelledError):
        chunk.result()


@pytest.mark.skipif(os.name != "posix", reason="/bin/false is a program of POSIX")
def test_a_large_work_does_not_block_the_start_of_a_process_that_ends_at_once(monkeypatch):
    """The work, which may be larger than a pipe, is sent only when the end of the process can be noticed."""
    resource_tracker.ensure_running()  # it would get the same program
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", b"/bin/false")
    errors = []

    def run():
        with pytest.raises(OthelloError, match="in a row ended"):
            Processes(FunctionTask(partial(max, bytes(1 << 20)))).run([0])
        errors.append(True)

    threading.Thread(target=run, daemon=True).start()
    eventually(lambda: errors)


def test_jobs_that_depend_on_outcomes(places):
    """The source of jobs may wait for outcomes. Waiting without an unfinished job is an error."""
    known = []

    def jobs():
        yield from range(4)
        while len(known) < 4:
            yield None
        yield sum(known)

    with executor(Squares(), places) as workers:
        for outcome in workers.run(jobs()):
            known.append(outcome.result)
        assert known[-1] == 14**2
        with pytest.raises(RuntimeError, match="all outcomes are known"):
            list(workers.run([None]))


def test_a_worker_returns_the_jobs_of_a_chunk_that_it_has_not_begun_in_time(monkeypatch):
    monkeypatch.setattr(runner, "LONGEST", 0.0)
    report = runner.Runner(Squares(seconds=0.001)).run(range(100))
    assert [outcome.result for outcome in report] == [0]


PROGRAM = """
import sys
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from tests.jobs.works import Squares
try:
    with executor(Squares(stuck=30, folder=sys.argv[1]), Resources(2)) as workers:
        for result in workers.run(range(1000)):
            print(result.job, flush=True)
except KeyboardInterrupt:
    sys.exit(130)
"""


def stuck_run(folder):
    """Start a run in its own session, and wait until a worker is stuck."""
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, folder],
        cwd=source.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert int(child.stdout.readline()) < 30
    eventually(lambda: any(folder.iterdir()))
    return child


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_interrupts(tmp_path):
    """Ctrl-C in a terminal reaches all processes and ends workers within a job. Only the parent reports
    it."""
    child = stuck_run(tmp_path)
    os.killpg(child.pid, signal.SIGINT)
    # Workers have this standard error, too: it ends when all processes have.
    _, err = child.communicate(timeout=SECONDS)
    assert (child.returncode, err) == (130, "")


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_the_first_worker_is_not_interrupted_during_its_start():
    """The tracker of multiprocessing, which starts with the first worker, unblocked Ctrl-C for it."""
    program = """
from othello.jobs.executor import executor
from othello.jobs.task import FunctionTask, Resources
from tests.jobs.works import blocks_ctrl_c
with executor(FunctionTask(blocks_ctrl_c), Resources(2)) as workers:
    print([result.result for result in workers.run(range(1))])
"""
    command = [sys.executable, "-c", program]
    assert subprocess.check_output(command, cwd=source.ROOT, text=True) == "[True]\n"


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_workers_end_when_their_parent_is_killed_in_the_middle_of_a_job_too(tmp_path):
    child = stuck_run(tmp_path)
    child.kill()
    child.communicate(timeout=SECONDS)
