"""Try the commands on a cluster of two hosts, which are network namespaces on this computer.

    python -m tools.benchmarks.hosts same       each command has the same results with and without a cluster
    python -m tools.benchmarks.hosts killed     positions are solved while a worker is repeatedly killed
    python -m tools.benchmarks.hosts scheduler  positions are solved while the scheduler is restarted

Each host has its own address and one worker. The scheduler and the command run outside the hosts. This needs
Linux and root.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from othello.training import games
from tests import source
from tools.benchmarks import parser

NETWORK = "10.77.0"
ADDRESS = f"tcp://{NETWORK}.1:8786"
NAMES = ("othello-1", "othello-2")
TUNING = source.DATA / "tuning" / "tuning.obf"
OTHELLO = (sys.executable, "-m", "othello")
DASK = (sys.executable, "-m", "dask")
DEPTHS = ["-e", "name=a,depth=4,hash=1", "-e", "name=b,depth=6,hash=1"]


def ip(*words: object) -> None:
    """Run an `ip` command (from iproute2)."""
    subprocess.run(["ip", *map(str, words)], check=True)


@contextlib.contextmanager
def hosts() -> Iterator[None]:
    """Within the block, two network namespaces are connected by a bridge."""
    try:
        ip("link", "add", "othello-br", "type", "bridge")
        ip("addr", "add", f"{NETWORK}.1/24", "dev", "othello-br")
        ip("link", "set", "othello-br", "up")
        for number, name in enumerate(NAMES, 1):
            ip("netns", "add", name)
            ip("link", "add", f"ov{number}", "type", "veth", "peer", "name", f"oe{number}")
            ip("link", "set", f"oe{number}", "netns", name)
            ip("link", "set", f"ov{number}", "master", "othello-br")
            ip("link", "set", f"ov{number}", "up")
            ip("-n", name, "addr", "add", f"{NETWORK}.1{number}/24", "dev", f"oe{number}")
            ip("-n", name, "link", "set", f"oe{number}", "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield
    finally:
        for number, name in enumerate(NAMES, 1):
            subprocess.run(["ip", "link", "del", f"ov{number}"], check=False)
            subprocess.run(["ip", "netns", "del", name], check=False)
        subprocess.run(["ip", "link", "del", "othello-br"], check=False)


class Cluster:
    """A scheduler, and a worker on each host."""

    def __init__(self, folder: Path) -> None:
        self.log = open(folder / "cluster.log", "ab")  # noqa: SIM115 - open as long as the program
        self.scheduler = self.start_scheduler()
        time.sleep(2)
        self.workers = [self.start_worker(number) for number in (0, 1)]
        time.sleep(4)

    def start(self, *words: object) -> subprocess.Popen:
        return subprocess.Popen(
            list(map(str, words)), cwd=source.ROOT, stdout=self.log, stderr=self.log, start_new_session=True
        )

    def start_scheduler(self) -> subprocess.Popen:
        return self.start(*DASK, "scheduler", "--host", f"{NETWORK}.1", "--port", 8786, "--no-dashboard")

    def start_worker(self, number: int) -> subprocess.Popen:
        words = ["worker", ADDRESS, "--host", f"{NETWORK}.1{number + 1}", "--nthreads", 1, "--no-dashboard"]
        return self.start("ip", "netns", "exec", NAMES[number], *DASK, *words)

    def kill_worker(self, number: int) -> None:
        """Kill the process that does a worker's jobs. The worker's nanny starts another one."""
        pids = subprocess.run(
            ["ip", "netns", "pids", NAMES[number]], capture_output=True, text=True, check=True
        )
        doing = [pid for pid in map(int, pids.stdout.split()) if b"spawn_main" in _command_line(pid)]
        if doing:
            with contextlib.suppress(ProcessLookupError):
                os.kill(max(doing), signal.SIGKILL)

    def end(self) -> None:
        for process in (self.scheduler, *self.workers):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.log.close()


def _command_line(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Within the block, run a cluster on two hosts."""
    with hosts():
        dask_cluster = Cluster(folder)
        try:
            yield dask_cluster
        finally:
            dask_cluster.end()


def othello(*words: object) -> str:
    """Run a command and return its output."""
    done = subprocess.run(
        [*OTHELLO, *map(str, words)], cwd=source.ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def lines(path: Path, cut: str = '"seconds"') -> list[str]:
    """Return the lines of a results file, sorted and without times."""
    return sorted(line.split(cut)[0] for line in path.read_text().splitlines())


def same(folder: Path) -> None:
    """Compare the commands' results with and without the cluster."""
    few = folder / "few.obf"
    few.write_text("".join(TUNING.read_text().splitlines(keepends=True)[:60]))
    for place, options in (("here", []), ("cluster", ["--dask", ADDRESS])):
        target = folder / place
        target.mkdir()
        othello("train", "generate", "-o", target, "--games", 200, "--seed", 3, "--exact-from", 12, *options)
        othello("solve", few, "-o", target / "solved.jsonl", "--hash", 8, *options)
        othello("match", *DEPTHS, "-g", 20, "-o", target / "match", *options)
        othello("prove", _one(folder), "-o", target / "proof", *options)
        othello("book", "build", target / "book", "--level", 4, "--positions", 60, *options)
        othello("book", "export", target / "book", target / "book.jsonl")
    here, there = ((folder / place) for place in ("here", "cluster"))
    played = [
        np.sort(games.FORMAT.read(next(directory.glob("*.games")))[0], order="game")
        for directory in (here, there)
    ]
    print("train generate:", "same" if np.array_equal(*played) else "DIFFERENT")
    solved = [lines(directory / "solved.jsonl") for directory in (here, there)]
    print("solve:", "same" if solved[0] == solved[1] else "DIFFERENT")
    matches = [lines(directory / "match.jsonl", ', "seconds"') for directory in (here, there)]
    matches = [[line.split('"ended"')[0] for line in match] for match in matches]
    print("match:", "same" if matches[0] == matches[1] else "DIFFERENT")
    books = [(directory / "book.jsonl").read_bytes() for directory in (here, there)]
    print("book build:", "same" if books[0] == books[1] else "DIFFERENT")
    proofs = [(directory / "proof").read_bytes() for directory in (here, there)]
    print("prove:", "same" if proofs[0] == proofs[1] else "DIFFERENT")


def _one(folder: Path) -> Path:
    path = folder / "one.obf"
    path.write_text(TUNING.read_text().splitlines(keepends=True)[0])
    return path


def disturbed(folder: Path, seconds: float, every: float, dask_cluster: Cluster, what: str) -> None:
    """Solve positions while the workers or the scheduler are killed."""
    many = folder / "many.obf"
    chance = random.Random(4)
    texts = TUNING.read_text().splitlines(keepends=True)
    many.write_text("".join(texts))
    here, there = folder / "here.jsonl", folder / "there.jsonl"
    othello("solve", many, "-o", here, "--hash", 8, "-j", 2)
    rounds = kills = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        there.unlink(missing_ok=True)
        run = subprocess.Popen(
            [*OTHELLO, "solve", str(many), "-o", str(there), "--hash", "8", "--dask", ADDRESS],
            cwd=source.ROOT,
        )
        while run.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                run.wait(every)
                continue
            kills += 1
            if what == "killed":
                dask_cluster.kill_worker(chance.randrange(2))
            else:
                dask_cluster.end()
                time.sleep(2)
                dask_cluster.__init__(folder)  # type: ignore[misc]
        assert run.returncode == 0
        assert lines(here) == lines(there), "the results differ"
        rounds += 1
        print(
            f"{rounds} runs of {len(texts)} positions, {kills} kills: nothing lost, nothing doubled",
            flush=True,
        )


def main() -> None:
    """Read the arguments, and run the chosen part."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # makes sure that the hosts are removed
    arguments = parser(__doc__)
    arguments.add_argument("what", choices=["same", "killed", "scheduler"])
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--every", type=float, default=10)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name, cluster(Path(name)) as dask_cluster:
        if options.what == "same":
            same(Path(name))
        else:
            disturbed(Path(name), options.seconds, options.every, dask_cluster, options.what)


if __name__ == "__main__":
    main()
