"""Options that several commands share."""

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from othello.errors import OthelloError
from othello.jobs.task import Resources
from othello.kernels.probcut import PERCENT
from othello.players.book_player import OpeningBook
from othello.players.human_model import MIN_RATING
from othello.players.level_player import parse_level
from othello.players.levels import BY_NAME, CHOICES, human_level
from othello.search import evaluation_files, levels
from othello.search.identity import identity
from othello.search.limits import Limits
from othello.search.memory import largest_table_mib
from othello.search.settings import (
    DEFAULT,
    MAX_SEED,
    MAX_TABLE_MIB,
    MAX_THREADS,
    MIN_TABLE_MIB,
    EngineSettings,
)

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[Callable[..., None]], Callable[..., None]]


class Integer(click.IntRange):
    """The type of an option whose value is an integer in a range. The ends of the range are included."""

    def __init__(self, least: int, most: int | None = None, note: str = "") -> None:
        """Accept integers from *least* to *most*. None means no maximum. Error messages end with *note*."""
        super().__init__(least, most)
        # Click ends its message with the type's name.
        self.name = f"integer{_bounds(least, most)}" + (f": {note}" if note else "")


class Number(click.FloatRange):
    """The type of an option whose value is a number, but not NaN, in a range that includes its ends."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self.name = f"number{_bounds(least, most)}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or fail if it is invalid."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):  # click accepts NaN, because no comparison with it is true
            self.fail(f"{value} is not in the range {self.min:g}<=x<={self.max:g}.", param, ctx)
        return number


def _bounds(least: float, most: float | None) -> str:
    return f" of at least {least}" if most is None else f" from {least} to {most}"


SECONDS: Final = Number(0.001, 86400)
DEPTH: Final = Integer(1, 60)
SEARCH_LEVEL: Final = Integer(0, levels.STRONGEST, "only commands that play accept ratings and names")
SEED: Final = Integer(0, MAX_SEED)
GREATEST_COUNT: Final = 10**9
"""Maximum value of options that count something."""
COUNT: Final = Integer(1, GREATEST_COUNT)
FILE: Final = click.Path(path_type=Path, dir_okay=False)
EXISTING: Final = click.Path(path_type=Path, dir_okay=False, exists=True)
PATH: Final = click.Path(path_type=Path)
METAVARS: Final[Mapping[type[Any], str]] = {Integer: "N", click.Path: "FILE"}
"""Maps types of values to placeholders in the help, such as N."""


def option(words: str, kind: Any, help: str, default: object = None, **others: Any) -> Callable[[F], F]:
    """Return a click option with one or more values. The help of the option shows the default.

    *words* contains the option's names, the function's parameter in lower case if its name differs, and the
    placeholders of the values unless they are in `METAVARS`. An example is "-g --game number N".
    """
    names = [word for word in words.split() if word[0] == "-" or (word.isidentifier() and word.islower())]
    values = [word for word in words.split() if word not in names]
    usual = (name for parameter_type, name in METAVARS.items() if isinstance(kind, parameter_type))
    metavar = " ".join(values) or next(usual, None)
    if default is not None:
        others = {"default": default, "show_default": True} | others
    return click.option(*names, type=kind, metavar=metavar, nargs=max(1, len(values)), help=help, **others)


def flag(words: str, help: str) -> Callable[[F], F]:
    """Return a click option without a value. The form of *words* is the same as in `option`."""
    return click.option(*words.split(), is_flag=True, help=help)


class Parsed(click.ParamType):  # type: ignore[type-arg]  # generic in some versions only
    """The type of an option whose value a function parses, such as a level or a time."""

    name = "text"

    def __init__(self, read: Callable[[str], object], words: Iterable[str] = ()) -> None:
        """Parse values with *read*, which may raise OthelloError. The shell can complete *words*."""
        self._read, self._words = read, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """Return the parsed value, or fail if it is invalid."""
        try:
            return self._read(str(value))
        except OthelloError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete words. Numbers are not completed."""
        return [CompletionItem(word) for word in self._words if word.startswith(incomplete.lower())]


class GameOrPosition(click.types.StringParamType):
    """The type of an argument that is a position, a game or the name of a file with either."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete file names."""
        return [CompletionItem(incomplete, type="file")]


class TableSize(Integer):
    """The type of an option for a table size in MiB. The table must fit into this computer's memory."""

    def __init__(self, minimum: int) -> None:
        super().__init__(minimum, MAX_TABLE_MIB)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the size, or fail if it is too large."""
        size, largest = super().convert(value, param, ctx), largest_table_mib()
        if size > largest:
            self.fail(
                f"{size} MiB does not fit into this computer's memory: use at most {largest} MiB.", param, ctx
            )
        return size


def added(command: Callable[..., None], options: Sequence[Callable[[Any], Any]]) -> Callable[..., None]:
    """Add *options* to a command. Its help lists them in this order."""
    return functools.reduce(lambda decorated, add: add(decorated), reversed(options), command)


def grouped(name: str, make: Callable[..., object], *options: Callable[[Any], Any]) -> Decorator:
    """Return a decorator that adds several options but passes a single argument to the command.

    The argument is called *name*. Its value is what *make* returns for the values of these options.
    """
    names = list(inspect.signature(make).parameters)

    def decorator(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def with_group(*args: Any, **given: Any) -> None:
            made = make(**{option: given.pop(option) for option in names if option in given})
            command(*args, **given, **{name: made})

        return added(with_group, options)

    return decorator


def selectivity_option(default: int) -> Callable[[F], F]:
    """Return the option --selectivity."""
    text = "Minimum probability, in percent, that each cut of the search is correct."
    return option("--selectivity", click.Choice([str(percent) for percent in PERCENT]), text, str(default))


def level_option(what: str, default: str) -> Callable[[F], F]:
    """Return the option --level. Its help starts with *what* and ends with *default*."""
    text = f"{what}: 0-60, {CHOICES}.  [default: {default}]"
    kind = Parsed(lambda word: str(parse_level(word)), BY_NAME)
    return option("-l --level 0-60|RATING|NAME", kind, text)


def peers_option() -> Callable[[F], F]:
    """Return the option --peers, whose value is a rating."""
    text = (
        f"Rating of the tournament players to compare with: {CHOICES}. Ratings start at {MIN_RATING}.  "
        "[default: each side's estimated rating]"
    )
    kind = Parsed(lambda word: human_level(word).rating, BY_NAME)
    return option("--peers RATING|NAME", kind, text)


def limit_options(what: str, default_level: int) -> Decorator:
    """Return a decorator that adds --level, --time and --depth and passes them as `limits`.

    *what* is the help's word for the searched item, such as "each position".
    """

    def limits(level: int | None, seconds: float | None, depth: int | None) -> Limits:
        is_default = (level, seconds, depth) == (None, None, None)
        return Limits(level=default_level if is_default else level, depth=depth, seconds=seconds)

    usual = f"[default: {default_level}, unless --time or --depth is given]"
    return grouped(
        "limits",
        limits,
        option("-l --level 0-60", SEARCH_LEVEL, f"Level of the search.  {usual}"),
        option("--time seconds S", SECONDS, f"Seconds to search {what}."),
        option("--depth", DEPTH, "Maximum search depth, in plies."),
    )


seed_option = option(
    "--seed",
    SEED,
    "Seed for human-like moves and for choosing among equally good book moves."
    "  [default: a new seed for each game]",
)
BOOK_OPTIONS: Final = (
    option("--book book_path", FILE, "Opening book (see othello book).  [default: the book in the package]"),
    flag("--no-book has_no_book", "Play without an opening book."),
    option(
        "--book-tolerance DISCS",
        Number(0, 64),
        "For variety, also play book moves that are up to this many discs worse than the best move.",
        0.0,
    ),
)
ponder_option = flag("--ponder ponders", "Also search while the opponent is thinking.")
SOURCE_METAVAR: Final = "POSITION|MOVES|FILE"
SOURCE: Final = GameOrPosition()
source_argument = click.argument("source", metavar=SOURCE_METAVAR, type=SOURCE)
first_source_argument = click.argument("source", metavar=f"[{SOURCE_METAVAR}]", required=False, type=SOURCE)
position_option = option(
    f"-p --position source {SOURCE_METAVAR}", SOURCE, "Start position.  [default: the start of the game]"
)
game_option = option("--game number", COUNT, "Number of the game in the file.", 1)
one_game_option = option("--game number", COUNT, "Search only this game or position in the file.")
jobs_option = option("-j --jobs workers", Integer(1, 256), "Number of parallel jobs on this computer.", 1)
scheduler_option = option(
    "--dask scheduler ADDRESS",
    str,
    "Run the jobs on the Dask cluster whose scheduler has this address, such as tcp://host:8786.",
)


places_options = grouped(
    "places",
    lambda workers, scheduler: Resources(workers, scheduler, identity),
    jobs_option,
    scheduler_option,
)
weights_option = option(
    "-w --weights FILE|zero",
    PATH,
    "Evaluation weights: a file, or `zero` to evaluate every position as 0."
    "  [default: the weights in the package]",
)
hash_option = option(
    "--hash table_mib MB", TableSize(MIN_TABLE_MIB), "Transposition table size in MiB.", DEFAULT.table_mib
)
threads_option = option(
    "-t --threads",
    Integer(1, MAX_THREADS),
    "Number of search threads. With one thread, results are the same on every run.",
    DEFAULT.threads,
)


def check_weights(path: Path | None) -> None:
    """Raise FormatError if a file contains no weights. None means the weights in the package."""
    if path is not None:
        evaluation_files.load(path)


def _settings(table_mib: int, threads: int, weights: Path | None) -> EngineSettings:
    check_weights(weights)
    return EngineSettings(table_mib, threads, weights)


def _opening(book_path: Path | None, has_no_book: bool, book_tolerance: float = 0.0) -> OpeningBook | None:
    return None if has_no_book else OpeningBook(book_path, loss=book_tolerance)


engine_options = grouped("settings", _settings, hash_option, threads_option, weights_option)
book_options = grouped("opening", _opening, *BOOK_OPTIONS)
book_file_options = grouped("opening", _opening, *BOOK_OPTIONS[:2])
"""Options for commands that read a book but do not choose among its moves."""


def player_options(what: str, default: str) -> Decorator:
    """Return a decorator that adds the options of an engine that plays over a protocol.

    They are passed to the command as `level`, `seed`, `opening`, `ponders` and `settings`. `level_option`
    explains *what* and *default*.
    """
    options = (level_option(what, default), seed_option, book_options, ponder_option, engine_options)
    return lambda command: added(command, options)
