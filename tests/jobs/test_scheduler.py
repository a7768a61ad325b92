"""The sizes of chunks, with jobs whose times are simulated."""

from concurrent.futures import BrokenExecutor, Future

from othello.jobs.scheduler import ATTEMPTS, Scheduler
from othello.jobs.task import Finished


class FakeBackend:
    """One worker that does each chunk immediately. Each job is the number of seconds that it takes."""

    seconds = 0.1

    def __init__(self, most=1000):
        self.sizes = []
        self.most = most
        """Number of jobs of a chunk that the worker does."""

    def capacity(self):
        return 1

    def submit(self, jobs):
        self.sizes.append(len(jobs))
        future = Future()
        future.set_result([Finished(None, None, seconds) for seconds in jobs[: self.most]])
        return future


def test_a_chunk_takes_the_seconds_of_the_backend_by_a_mean_in_which_the_last_chunk_weighs_a_fifth():
    """After the first job, two chunks are sent ahead: 0.1 s are 10 jobs of 0.01 s.

    These jobs take 0.02 s each. So the mean becomes 0.012 s, then 0.0136 s, and chunks contain 8 and then 7
    jobs.
    """
    backend = FakeBackend()
    outcomes = list(Scheduler(backend, iter([0.01] + 35 * [0.02])).outcomes())
    assert backend.sizes == [1, 10, 10, 8, 7]
    assert [outcome.number for outcome in outcomes] == list(range(36))


def test_jobs_that_a_worker_leaves_of_a_chunk_come_next():
    backend = FakeBackend(most=6)
    outcomes = list(Scheduler(backend, iter(25 * [0.01])).outcomes())
    assert backend.sizes[:4] == [1, 10, 10, 4]
    assert sorted(outcome.number for outcome in outcomes) == list(range(25))


def test_a_job_that_ends_its_worker_comes_next_until_it_is_suspected_and_then_last():
    class Fragile(FakeBackend):
        seconds = 0.0

        def submit(self, jobs):
            tried.extend(jobs)
            if jobs != ["poison"]:
                return super().submit(jobs)
            future = Future()
            future.set_exception(BrokenExecutor())
            return future

    tried = []
    *finished, failed = Scheduler(Fragile(), iter([1.0, "poison", 2.0])).outcomes()
    assert tried == [1.0, *ATTEMPTS * ["poison"], 2.0, *ATTEMPTS * ["poison"]]
    assert [outcome.job for outcome in finished] == [1.0, 2.0]
    assert (failed.job, failed.number) == ("poison", 1)
