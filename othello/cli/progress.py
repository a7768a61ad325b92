"""Progress on standard error, if it is a terminal. A few long commands also write lines if it is not."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from othello.cli.errors import exit_interrupted
from othello.errors import visible

T = TypeVar("T")
PAUSE: Final = 30.0
"""Seconds before the first line about a run if standard error is not a terminal."""
COUNT: Final = "{task.description} {task.completed:,}"


def progress(items: Iterable[T], total: int | None, text: str) -> Iterator[T]:
    """Yield the items, with a progress bar if there are at least two.

    Without a *total* the bar counts the items.
    """
    if (total is not None and total < 2) or not sys.stderr.isatty():
        yield from items
        return
    counting: tuple[str | ProgressColumn, ...] = (SpinnerColumn(), COUNT)
    columns = Progress.get_default_columns() if total else counting
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total, description=escape(visible(text)))


class RunState(NamedTuple):
    """How far a run is."""

    done: float
    total: float
    """The total in the unit of `done`, such as predicted nodes."""
    jobs: int
    """Number of finished jobs, equal to `done` if `done` counts jobs."""


def progress_of_work(states: Iterable[RunState], text: str) -> Iterator[RunState]:
    """Yield the states of a run, and show the latest state in a progress bar."""
    if not sys.stderr.isatty():
        yield from states
        return
    columns = (*Progress.get_default_columns(), TimeElapsedColumn(), TextColumn("{task.fields[jobs]}"))
    began, first = time.perf_counter(), None
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(visible(text)), total=None, jobs="")
        for state in states:
            first = state.jobs if first is None else first
            rate = (state.jobs - first) / max(1e-9, time.perf_counter() - began)
            total = f"/{state.total:,}" if state.done == state.jobs else ""
            jobs = f"{state.jobs:,}{total}, {rate:,.1f}/s"
            bar.update(task, completed=state.done, total=state.total, jobs=jobs)
            yield state


def count_made(
    counts: Iterable[int], total: int, text: str, things: str, place: Path, working: Path | None = None
) -> None:
    """Run *counts*, which makes *things* in a file or folder and yields their number so far.

    Print the final number. At Ctrl-C, the command ends with a message that contains the number. *working* is
    the file that contains the things until the end, if it differs from *place*.
    """
    done = 0
    try:
        for state in progress_of_work((RunState(count, total, count) for count in counts), text):
            done = state.jobs
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted after {done} of {total} {things}, which are in {working or place}")
    click.echo(f"{done} {things} are in {place}")


def counted(number: int, name: str) -> str:
    """Return a number and a noun, as in "1 result" and "2 results"."""
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def say(text: str) -> None:
    """Print a message about a run on standard error."""
    print(visible(text), file=sys.stderr)


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """Show a line while the block runs. Yield a function that changes its text."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    with Console(stderr=True).status(Text(visible(text))) as line:
        yield lambda text: line.update(Text(visible(text)))


@contextmanager
def status_or_lines(text: str, now: Callable[[], float] = time.monotonic) -> Iterator[Callable[[str], None]]:
    """Show a line, which begins with *text*, as `status` does. Yields a function that changes the text.

    Without a terminal, the texts of some calls are printed. The time between these calls doubles, so that a
    log of hours has only a few lines.
    """
    if sys.stderr.isatty():
        with status(text) as show:
            yield show
        return
    begin, next_at = now(), PAUSE

    def show_at_times(latest: str) -> None:
        nonlocal next_at
        if (passed := now() - begin) >= next_at:
            next_at = 2 * passed
            say(latest)

    yield show_at_times
