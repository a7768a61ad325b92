"""The trailer `Bench: N` of commits that can change the search.

    python -m tools.bench_trailer

A commit that changes one of PATHS ends with this line, where N is the number of nodes that `othello
bench` prints. The program checks that each of these commits has the trailer, and that the number of
the newest one is right. It prints a line on its result, and exits with status 1 if a check fails.

The rule holds for commits after the one that added this file. A commit without a parent is left out:
it is the beginning of the history, or of the part that a shallow clone has.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from othello.search import bench, evaluation_files
from tests import source

WEIGHTS: Final = evaluation_files.SHIPPED.relative_to(source.ROOT).as_posix()
PATHS: Final = ("othello/kernels", "othello/search", WEIGHTS)
"""What the node count depends on."""
PROGRAM: Final = Path(__file__).relative_to(source.ROOT).as_posix()
FORMAT: Final = "%h%x09%(trailers:key=Bench,valueonly,unfold,separator=%x2C)%x09%s"


class Commit(NamedTuple):
    """A commit that changes one of PATHS."""

    name: str
    """The abbreviated hash."""
    trailer: str
    """The value of the trailer; empty without one."""
    subject: str


class NoHistoryError(Exception):
    """Git cannot read a history here; the message says why."""


def git(root: Path, *args: str) -> list[str]:
    """Return the lines that git prints; raise NoHistoryError if git fails."""
    command = ["git", "-C", str(root), *args]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise NoHistoryError((done.stderr.splitlines() or [f"git {args[0]} failed"])[0])
    return done.stdout.splitlines()


def commits(root: Path) -> list[Commit]:
    """Return the commits after PROGRAM was added that change one of PATHS, newest first.

    Merges are left out, since each of their changes is in its own commit. Raises NoHistoryError.
    """
    if not (root / ".git").exists():
        raise NoHistoryError("not a Git repository")
    if shutil.which("git") is None:
        raise NoHistoryError("Git is not installed")
    added = git(root, "log", "--format=%H", "--diff-filter=A", "--", PROGRAM)
    selected = ["--no-merges", "--min-parents=1", "HEAD", "--not", *added, "--", *PATHS]
    return [Commit(*line.split("\t", 2)) for line in git(root, "log", f"--format={FORMAT}", *selected)]


def faults(history: list[Commit], count_nodes: Callable[[], int]) -> list[str]:
    """Return what is wrong with the trailers of commits, newest first; nodes are counted for the newest."""
    wrong = [
        f'{name} "{subject}" needs the trailer "Bench: N", with the nodes that `othello bench` prints'
        for name, trailer, subject in history
        if not re.fullmatch(r"\d+", trailer)
    ]
    if history and not wrong:
        name, trailer, subject = history[0]
        nodes = count_nodes()
        if int(trailer) != nodes:
            wrong = [f'{name} "{subject}" has "Bench: {trailer}", but `othello bench` prints {nodes} nodes']
    return wrong


def count_nodes() -> int:
    """Return the node count of the benchmark."""
    return sum(result.nodes for result in bench.run())


def main(root: Path = source.ROOT, count_nodes: Callable[[], int] = count_nodes) -> int:
    """Check the history of *root*; return the exit status."""
    try:
        history = commits(root)
    except NoHistoryError as error:
        print(f"Bench trailers: nothing to check ({error})")
        return 0
    wrong = faults(history, count_nodes)
    for line in wrong or [f"Bench trailers: {len(history)} commits checked"]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
