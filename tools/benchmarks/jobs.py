"""Measure the overhead of jobs.

    python -m tools.benchmarks.jobs overhead [-j N] [--dask ADDRESS] [--jobs N] [--seconds S]
    python -m tools.benchmarks.jobs solving FILE.obf [-j N] [--dask ADDRESS]

In `overhead`, each job keeps a processor busy for a fixed processor time. The program prints two
efficiencies: the total time of the jobs divided by the workers' clock time, and divided by the processor time
of all processes. On a busy computer, only the second number shows the overhead. `solving` alternately solves
positions as jobs, and with one plain process per worker that gets its share of the positions.
"""

import multiprocessing
import resource
import time
from dataclasses import dataclass
from pathlib import Path

from othello import Goal, Limits, warmup
from othello.formats.obf import read_obf
from othello.jobs.executor import executor
from othello.jobs.task import Resources
from othello.search.identity import identity
from othello.search.jobs import Searches, SearchJob
from othello.search.settings import EngineSettings
from tools.benchmarks import parser

EXACT = Limits(goal=Goal.EXACT)
SETTINGS = EngineSettings(8)
ROUNDS = 3


@dataclass(frozen=True)
class Busy:
    """Jobs that keep a processor busy for some seconds."""

    seconds: float

    def open(self):
        return self

    def do(self, job):
        end = time.thread_time() + self.seconds
        while time.thread_time() < end:
            pass
        return job

    def close(self):
        pass


def overhead(places: Resources, jobs: int, seconds: float) -> None:
    """Print the efficiency of short jobs."""
    begun = processor_time()
    with executor(Busy(seconds), places, log=print) as workers:
        list(workers.run(range(20)))  # starts the workers
        before = time.perf_counter()
        numbers = [result.job for result in workers.run(range(jobs))]
        wall = time.perf_counter() - before
    assert sorted(numbers) == list(range(jobs))
    useful, used = jobs * seconds, processor_time() - begun
    print(f"{jobs} jobs of {seconds * 1000:g} ms: {wall:.2f} s")
    print(f"efficiency by the clock {useful / places.workers / wall:.1%}")
    print(f"efficiency by the time of processors, with start and end, {useful / used:.1%}")


def processor_time() -> float:
    """Return the processor seconds that this process and its ended children have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def alone(positions) -> None:
    """Solve positions in this process, not as jobs."""
    worker = Searches(SETTINGS).open()
    for position in positions:
        worker.do(SearchJob(position, EXACT))


def solving(path: Path, places: Resources) -> None:
    """Print how long solving takes with jobs and with plain processes."""
    positions = [problem.position for problem in read_obf(path)]
    shares = [positions[number :: places.workers] for number in range(places.workers)]
    context = multiprocessing.get_context("spawn")
    for _ in range(ROUNDS):
        before, used = time.perf_counter(), processor_time()
        processes = [context.Process(target=alone, args=(share,)) for share in shares]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        bare, bare_used = time.perf_counter() - before, processor_time() - used
        before, used = time.perf_counter(), processor_time()
        with executor(Searches(SETTINGS), places, log=print) as workers:
            count = sum(1 for _ in workers.run(SearchJob(position, EXACT) for position in positions))
        layer, layer_used = time.perf_counter() - before, processor_time() - used
        assert count == len(positions)
        print(f"by the clock: alone {bare:.2f} s, by jobs {layer:.2f} s: {layer / bare - 1:+.1%}")
        ratio = layer_used / bare_used - 1
        print(f"of processors: alone {bare_used:.2f} s, by jobs {layer_used:.2f} s: {ratio:+.1%}")


def main() -> None:
    """Read the arguments and measure."""
    arguments = parser(__doc__)
    commands = arguments.add_subparsers(dest="command", required=True)
    for name in ("overhead", "solving"):
        command = commands.add_parser(name)
        command.add_argument("-j", type=int, default=2)
        command.add_argument("--dask", dest="scheduler")
        if name == "overhead":
            command.add_argument("--jobs", type=int, default=10_000)
            command.add_argument("--seconds", type=float, default=0.01)
        else:
            command.add_argument("file", type=Path)
    options = arguments.parse_args()
    warmup()
    places = Resources(options.j, options.scheduler, identity)
    if options.command == "overhead":
        overhead(places, options.jobs, options.seconds)
    else:
        solving(options.file, places)


if __name__ == "__main__":
    main()
