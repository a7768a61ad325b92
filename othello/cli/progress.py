"""Shows progress if standard error is a terminal. Otherwise, some long commands print lines about it."""

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
"""Seconds before a long command prints its first line if standard error is not a terminal."""
COUNT: Final = "{task.description} {task.completed:,}"


def progress(items: Iterable[T], total: int | None, text: str) -> Iterator[T]:
    """Yield the items. Show a progress bar if there are at least two.

    If *total* is None, the bar only counts the items.
    """
    if (total is not None and total < 2) or not sys.stderr.isatty():
        yield from items
        return
    counting: tuple[str | ProgressColumn, ...] = (SpinnerColumn(), COUNT)
    columns = Progress.get_default_columns() if total else counting
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total, description=escape(visible(text)))


class RunState(NamedTuple):
    """The progress of a run."""

    done: float
    total: float
    """The value of `done` at the end of the run, for example in jobs or predicted nodes."""
    jobs: int
    """Number of finished jobs. It equals `done` if `done` counts jobs."""


def progress_of_work(states: Iterable[RunState], text: str) -> Iterator[RunState]:
    """Yield the states of a run and show the latest state in a progress bar."""
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
    """Run *counts* to its end and print how many *things* are then in *place*.

    *counts* produces the things and yields their number so far. After Ctrl-C, a message states this number,
    and the command ends. *working* is the file that holds the things until the end, if it is not *place*.
    """
    done = 0
    try:
        for state in progress_of_work((RunState(count, total, count) for count in counts), text):
            done = state.jobs
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted: {done} of {total} {things} are in {working or place}")
    click.echo(f"{done} {things} are in {place}")


def counted(number: int, name: str) -> str:
    """Return a number with its noun, such as "1 result" or "2 results"."""
    return f"{number:,} {name}{'s' * (number != 1)}"


def say(text: str) -> None:
    """Print a message about the run on standard error."""
    print(visible(text), file=sys.stderr)


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """Show a status line while the block runs. Yield a function that changes the line."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    with Console(stderr=True).status(Text(visible(text))) as line:
        yield lambda text: line.update(Text(visible(text)))


@contextmanager
def status_or_lines(text: str, now: Callable[[], float] = time.monotonic) -> Iterator[Callable[[str], None]]:
    """Show a status line as `status` does. Yield a function that changes the line.

    If standard error is not a terminal, some of the lines are printed instead. The interval between them
    doubles each time, which keeps the log of a long run short.
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
