"""What the commands share: options, errors, and the bar that shows progress."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import click

from othello.errors import OthelloError

T = TypeVar("T")
COUNT = "{task.description} {task.completed:,}"
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""


class BadInput(click.ClickException):
    """What the user gave cannot be used; the message is one sentence."""

    exit_code = 2


class Commands(click.Group):
    """Commands whose bad input ends with one sentence and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except OthelloError as error:
            raise BadInput(str(error)) from error


CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
table_option = click.option(
    "--hash",
    "mebibytes",
    type=click.IntRange(1, 1 << 20),
    default=256,
    show_default=True,
    metavar="MB",
    help="Size of the transposition table.",
)


def progress(items: Iterable[T], total: int | None, text: str) -> Iterator[T]:
    """The same items, with a bar on standard error if that is a terminal and there are several.

    Where their number is not known, as None says, the bar counts.
    """
    if (total is not None and total < 2) or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, SpinnerColumn

    counting: tuple[str | ProgressColumn, ...] = (SpinnerColumn(), COUNT)
    columns = Progress.get_default_columns() if total else counting
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total, description=text)
