"""Progress on standard error, shown if that is a terminal; a few long commands also write lines elsewhere."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.progress import (
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from othello.cli.errors import exit_interrupted
from othello.streams import visible

T = TypeVar("T")
PAUSE: Final = 30.0
"""Seconds between lines about a run where standard error is not a terminal."""
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
        yield from bar.track(items, total=total, description=visible(text))


def progress_of_counts(counts: Iterable[int], total: int, text: str) -> Iterator[int]:
    """Yield the counts, with a progress bar at the latest count."""
    if not sys.stderr.isatty():
        yield from counts
        return
    columns = (*Progress.get_default_columns(), TimeElapsedColumn(), MofNCompleteColumn(), _Rate())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(visible(text), total=total)
        for count in counts:
            bar.update(task, completed=count)
            yield count


def count_made(counts: Iterable[int], total: int, text: str, things: str, place: Path) -> None:
    """Make *things* in a file or folder, and print their number; *counts* yields it again and again.

    At Ctrl-C the command ends, with a message that has the number.
    """
    done = 0
    try:
        for count in progress_of_counts(counts, total, text):
            done = count
    except KeyboardInterrupt:
        exit_interrupted(f"interrupted after {done} of {total} {things}, which are in {place}")
    click.echo(f"{done} {things} are in {place}")


class RunState(NamedTuple):
    """How far a run is."""

    done: float
    total: float
    """In the unit of `done`, such as predicted nodes."""
    jobs: int
    """Number of finished jobs."""


def progress_of_work(states: Iterable[RunState], text: str) -> Iterator[RunState]:
    """Yield the states of a run, with a progress bar at the latest one."""
    if not sys.stderr.isatty():
        yield from states
        return
    columns = (*Progress.get_default_columns(), TimeElapsedColumn(), TextColumn("{task.fields[jobs]}"))
    began = time.perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(visible(text), total=None, jobs="")
        for state in states:
            rate = state.jobs / max(1e-9, time.perf_counter() - began)
            bar.update(task, completed=state.done, total=state.total, jobs=f"{state.jobs:,}, {rate:,.1f}/s")
            yield state


def progress_of_text(states: Iterable[T], text_of: Callable[[T], str]) -> Iterator[T]:
    """Yield the states of a run without a known end, with a line about the latest one."""
    with status("") as show:
        for state in states:
            show(text_of(state))
            yield state


class _Rate(ProgressColumn):
    """Steps in a second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.1f}/s")


def say(text: str) -> None:
    """Print a message about a run on standard error."""
    click.echo(visible(text), err=True)


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """Show a line while the block runs; yield a function that changes its text."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    with Console(stderr=True).status(visible(text)) as line:
        yield lambda text: line.update(visible(text))


@contextmanager
def status_or_lines(text: str, now: Callable[[], float] = time.monotonic) -> Iterator[Callable[[str], None]]:
    """Show a line as `status` does; without a terminal, print the latest text every PAUSE seconds."""
    if sys.stderr.isatty():
        with status(text) as show:
            yield show
        return
    latest = now()

    def show_at_times(text: str) -> None:
        nonlocal latest
        if now() - latest >= PAUSE:
            latest = now()
            say(text)

    yield show_at_times
