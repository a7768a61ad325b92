"""Check the messages of commits.

    python -m tools.commit_messages

The subject must begin with one of VERBS and be at most MAX_SUBJECT characters long, and the body must give
the reason. If a commit changes one of PATHS, its message must end with the trailer `Bench: N`, where N is the
node count that `othello bench` prints. The program checks these rules, and that the newest trailer contains
the right number. It prints the result, and exits with status 1 if a check fails.

The rules apply to commits since START. A commit without a parent is not checked, because it begins the
history or the part that a shallow clone contains.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from othello.search import bench, evaluation_files
from tests import source

VERBS: Final = "Add, Document, Fix, Move, Refactor, Remove, Rename, Simplify, Speed up, Test"
MAX_SUBJECT: Final = 60
START: Final = "2026-11-26T20:00:00Z"
WEIGHTS: Final = evaluation_files.SHIPPED.relative_to(source.ROOT).as_posix()
PATHS: Final = ("othello/kernels", "othello/search", WEIGHTS)
"""Paths on which the node count depends."""
FORMAT: Final = "%h%x1f%s%x1f%b%x1f%(trailers:key=Bench,valueonly,unfold,separator=%x2C)%x00"


class Commit(NamedTuple):
    """A commit whose message is checked."""

    name: str
    """The commit's abbreviated hash."""
    subject: str
    body: str
    bench: str
    """The value of the trailer `Bench`. Empty if the trailer is missing."""
    is_search: bool
    """Whether the commit changes one of PATHS."""


class NoHistoryError(Exception):
    """Raised if Git cannot read a history. The message gives the reason."""


def git(root: Path, *args: str) -> str:
    """Run git and return what it prints. Raises NoHistoryError if git fails."""
    command = ["git", "-C", str(root), *args]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise NoHistoryError((done.stderr.splitlines() or [f"git {args[0]} failed"])[0])
    return done.stdout


def commits(root: Path) -> list[Commit]:
    """Return the commits since START, the newest first.

    Merges are omitted, because other commits contain their changes. Raises NoHistoryError.
    """
    if not (root / ".git").exists():
        raise NoHistoryError("not a Git repository")
    if shutil.which("git") is None:
        raise NoHistoryError("Git is not installed")
    selected = ["--no-merges", "--min-parents=1", f"--since={START}", "HEAD"]
    searches = git(root, "log", "--format=%h", *selected, "--", *PATHS).split()
    records = git(root, "log", f"--format={FORMAT}", *selected).split("\0")[:-1]
    fields = [record.strip("\n").split("\x1f") for record in records]
    return [Commit(*texts, texts[0] in searches) for texts in fields]


def faults_of(commit: Commit) -> Iterator[str]:
    """Yield what is wrong with a commit's message, except for the node count's value."""
    if not commit.subject.startswith(tuple(f"{verb} " for verb in VERBS.split(", "))):
        yield f"begins with none of {VERBS}"
    if len(commit.subject) > MAX_SUBJECT:
        yield f"has {len(commit.subject)} characters instead of at most {MAX_SUBJECT}"
    if not re.sub(r"^Bench:.*", "", commit.body, flags=re.MULTILINE).strip():
        yield "needs a body with the reason"
    if commit.is_search and not re.fullmatch(r"\d+", commit.bench):
        yield 'needs the trailer "Bench: N", with the nodes that `othello bench` prints'


def faults(history: list[Commit], count_nodes: Callable[[], int]) -> list[str]:
    """Return what is wrong with the messages of *history*, the newest first.

    *count_nodes* is called only if the newest trailer has to be checked.
    """
    wrong = [f'{commit.name} "{commit.subject}" {fault}' for commit in history for fault in faults_of(commit)]
    newest = next((commit for commit in history if commit.is_search), None)
    if newest is not None and not wrong:
        nodes = count_nodes()
        if int(newest.bench) != nodes:
            wrong.append(
                f'{newest.name} "{newest.subject}" has "Bench: {newest.bench}", '
                f"but `othello bench` prints {nodes} nodes"
            )
    return wrong


def count_nodes() -> int:
    """Return the node count that `othello bench` prints."""
    return sum(result.nodes for result in bench.run())


def main(root: Path = source.ROOT, count_nodes: Callable[[], int] = count_nodes) -> int:
    """Check the history of *root*, and return the exit status."""
    try:
        history = commits(root)
    except NoHistoryError as error:
        print(f"Commit messages: nothing to check ({error})")
        return 0
    wrong = faults(history, count_nodes)
    for line in wrong or [f"Commit messages: {len(history)} checked"]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
