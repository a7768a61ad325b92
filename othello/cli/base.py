"""What the commands share: options, errors, and the bar that shows progress."""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from othello.errors import OthelloError
from othello.human.levels import BY_NAME, Level, parse_level
from othello.settings import DEFAULT_TABLE_MIB, MAX_TABLE_MIB, MAX_THREADS, MIN_TABLE_MIB, EngineSettings

if TYPE_CHECKING:
    from othello.search.evaluation import Evaluation

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
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


class LevelType(click.ParamType):  # type: ignore[type-arg]  # generic in some versions only
    """A level, by its number or name."""

    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Level:
        """The level of a word."""
        try:
            return parse_level(str(value))
        except OthelloError as error:
            self.fail(str(error), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What help shows."""
        return "0-60|NAME"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names, as numbers need no help."""
        return [CompletionItem(name) for name in BY_NAME if name.startswith(incomplete.lower())]


def level_option(*names: str, help: str) -> Callable[[F], F]:
    """An option --level that takes the levels that err as well."""
    text = help.replace(".", f": a number, or {', '.join(BY_NAME)}, which err as people do.", 1)
    return click.option(*names, "--level", type=LevelType(), help=text)


seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    metavar="N",
    help="Decides the moves of levels that err; else each game has a seed of its own.",
)
weights_option = click.option(
    "--weights",
    type=click.Path(path_type=Path),
    metavar="FILE|zero",
    help="Weights of the evaluation; `zero` stands for weights that are all zero.  [default: those shipped]",
)
ENGINE_OPTIONS = (
    click.option(
        "--hash",
        "table_mib",
        type=click.IntRange(MIN_TABLE_MIB, MAX_TABLE_MIB),
        default=DEFAULT_TABLE_MIB,
        show_default=True,
        metavar="MB",
        help="Size of the transposition table.",
    ),
    click.option(
        "-t",
        "--threads",
        "team",
        type=click.IntRange(1, MAX_THREADS),
        default=1,
        show_default=True,
        help="Threads that search together; with one, searches are the same on every run.",
    ),
    weights_option,
)


def read_weights(path: Path | None) -> "Evaluation | None":
    """The weights in a file; None, for those that are shipped, if there is no file."""
    if path is None:
        return None
    # Imported late, as it brings in NumPy.
    from othello.search import evaluation_files

    return evaluation_files.load(path)


def engine_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options for the engine, which the command gets as `settings`; weights are known to be good."""

    @functools.wraps(command)
    def with_settings(*args: Any, table_mib: int, team: int, weights: Path | None, **options: Any) -> None:
        settings = EngineSettings(table_mib, team, weights)
        read_weights(weights)
        command(*args, settings=settings, **options)

    decorated: Callable[..., None] = with_settings
    for option in reversed(ENGINE_OPTIONS):
        decorated = option(decorated)
    return decorated


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


def counted(counts: Iterable[int], total: int, text: str) -> Iterator[int]:
    """The same counts, with a bar that shows the last one on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from counts
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (*Progress.get_default_columns(), TimeElapsedColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        for count in counts:
            bar.update(task, completed=count)
            yield count
