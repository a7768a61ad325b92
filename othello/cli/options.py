"""Options common to several commands."""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
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


class Integer(click.IntRange):
    """An integer in a range that includes its ends."""

    def __init__(self, least: int, most: int | None = None, note: str = "") -> None:
        """Take the range, which *most* None leaves open, and a *note* for those who give another word."""
        super().__init__(least, most)
        # The message of click ends with the name of the type.
        self.name = f"integer{_bounds(least, most)}{note and f': {note}'}"


class Number(click.FloatRange):
    """A number in a range that includes its ends, such as seconds, discs or a share; never NaN."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self.name = f"number{_bounds(least, most)}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or fail."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):  # which compares false with both ends
            self.fail(f"{value} is not in the range {self.min:g}<=x<={self.max:g}.", param, ctx)
        return number


def _bounds(least: float, most: float | None) -> str:
    return f" of at least {least}" if most is None else f" from {least} to {most}"


SECONDS: Final = Number(0.001, 86400)
DEPTH: Final = Integer(1, 60)
SEARCH_LEVEL: Final = Integer(0, levels.STRONGEST, "ratings and names are for commands that play")
SEED: Final = Integer(0, MAX_SEED)
GREATEST_COUNT: Final = 10**9
"""Greatest number of things that an option may ask for."""
COUNT: Final = Integer(1, GREATEST_COUNT)
FILE: Final = click.Path(path_type=Path, dir_okay=False)
EXISTING: Final = click.Path(path_type=Path, dir_okay=False, exists=True)
PATH: Final = click.Path(path_type=Path)
METAVARS: Final[Mapping[type[Any], str]] = {Integer: "N", click.Path: "FILE"}
"""Names of the values of a type."""


def option(words: str, kind: Any, help: str, default: object = None, **others: Any) -> Callable[[F], F]:
    """Return an option with a value or several, as `click.option` does; its help shows the default.

    *words* are the names of the option, of the argument in lower case if it has another one, and of each
    value if `METAVARS` does not have it, as in "-g --game number N".
    """
    names = [word for word in words.split() if word[0] == "-" or (word.isidentifier() and word.islower())]
    values = [word for word in words.split() if word not in names]
    usual = (name for each, name in METAVARS.items() if isinstance(kind, each))
    metavar = " ".join(values) or next(usual, None)
    if default is not None:
        others |= {"default": default, "show_default": True}
    return click.option(*names, type=kind, metavar=metavar, nargs=max(1, len(values)), help=help, **others)


def flag(words: str, help: str) -> Callable[[F], F]:
    """Return an option without a value; *words* as in `option`."""
    return click.option(*words.split(), is_flag=True, help=help)


class PlayingLevel(click.ParamType):  # type: ignore[type-arg]  # generic in some versions only
    """A playing level: a rating, the name of a human-like level, or perhaps a number."""

    name = "level"

    def __init__(self, read: Callable[[str], object], metavar: str) -> None:
        """Read levels with *read*, which raises InvalidNotationError; *metavar* stands for them in help."""
        self._read, self._metavar = read, metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """Return what the reader makes of the level, or fail."""
        try:
            return self._read(str(value))
        except OthelloError as error:
            self.fail(str(error), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the text for the value in help."""
        return self._metavar

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete names; numbers need no completion."""
        return [CompletionItem(name) for name in BY_NAME if name.startswith(incomplete.lower())]


class GameOrPosition(click.types.StringParamType):
    """A position or a game: a text, or the name of a file, which a shell completes."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the names of files."""
        return [CompletionItem(incomplete, type="file")]


class TableSize(Integer):
    """The size of a table in MiB, which must fit into the memory of this computer."""

    def __init__(self, minimum: int) -> None:
        super().__init__(minimum, MAX_TABLE_MIB)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the size, or report that it is too large."""
        size, largest = super().convert(value, param, ctx), largest_table_mib()
        if size > largest:
            self.fail(f"{size} MiB do not fit into the memory of this computer, {largest} MiB.", param, ctx)
        return size


def added(command: Callable[..., None], options: Sequence[Callable[[Any], Any]]) -> Callable[..., None]:
    """Return *command* with options, which its help lists in this order."""
    return functools.reduce(lambda decorated, add: add(decorated), reversed(options), command)


def percent_option(default: int) -> Callable[[F], F]:
    """Return the option --percent."""
    text = "Probability with which a cut of the search must be right."
    return option("--percent", click.Choice([str(each) for each in PERCENT]), text, str(default))


def level_option(what: str, default: str) -> Callable[[F], F]:
    """Return the option --level; *what* and *default* are parts of its help."""
    text = f"{what}: 0-60, {CHOICES}.  [default: {default}]"
    return option("-l --level", PlayingLevel(lambda word: str(parse_level(word)), "0-60|RATING|NAME"), text)


def peers_option() -> Callable[[F], F]:
    """Return the option --peers, a rating."""
    text = (
        f"Compare moves with those of tournament players: {CHOICES}; the weakest have {MIN_RATING}.  "
        "[default: each side's rating by its moves]"
    )
    return option("--peers", PlayingLevel(lambda word: human_level(word).rating, "RATING|NAME"), text)


def limit_options(what: str, default_level: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds --level, --time and --depth.

    The command gets them as the argument `limits`. *what* names in the help what is searched, such as
    "each position".
    """

    def decorator(command: Callable[..., None]) -> Callable[..., None]:
        @option(
            "-l --level 0-60",
            SEARCH_LEVEL,
            f"Playing strength.  [default: {default_level}, unless --time or --depth is given]",
        )
        @option("--time seconds S", SECONDS, f"Seconds for {what}.")
        @option("--depth", DEPTH, "Maximum search depth, in plies.")
        @functools.wraps(command)
        def with_limits(
            *args: Any, level: int | None, seconds: float | None, depth: int | None, **options: Any
        ) -> None:
            if (level, seconds, depth) == (None, None, None):
                level = default_level
            command(*args, limits=Limits(level=level, depth=depth, seconds=seconds), **options)

        return with_limits

    return decorator


seed_option = option(
    "--seed",
    SEED,
    "Seed for the moves of a human-like level, also of a later one, and for equal moves of the book."
    "  [default: a new one for each game]",
)
BOOK_OPTIONS: Final = (
    option("--book book_path", FILE, "Opening book, see othello book.  [default: the book of the package]"),
    flag("--no-book has_no_book", "Use no opening book."),
    option(
        "--book-loss DISCS",
        Number(0, 64),
        "Discs that a move of the book may be worse than the best one, for variety.",
        0.0,
    ),
)
ponder_option = flag("--ponder ponders", "Search on the opponent's time, too.")
SOURCE_METAVAR: Final = "POSITION|MOVES|FILE"
SOURCE: Final = GameOrPosition()
source_argument = click.argument("source", metavar=SOURCE_METAVAR, type=SOURCE)
first_source_argument = click.argument("source", metavar=f"[{SOURCE_METAVAR}]", required=False, type=SOURCE)
position_option = option(
    f"-p --position source {SOURCE_METAVAR}", SOURCE, "First position.  [default: the start of a game]"
)
game_option = option("--game number", COUNT, "Number of the game in the file.", 1)
one_game_option = option("--game number", COUNT, "Number of the only game or position of the file to search.")
jobs_option = option("-j --jobs workers", Integer(1, 256), "Jobs done at the same time on this computer.", 1)
scheduler_option = option(
    "--scheduler ADDRESS",
    str,
    "Let the workers of a Dask cluster do the jobs: the address of its scheduler, such as tcp://host:8786.",
)


def places_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options --jobs and --scheduler; the command gets them as `places`."""

    @functools.wraps(command)
    def with_places(*args: Any, workers: int, scheduler: str | None, **options: Any) -> None:
        command(*args, places=Resources(workers, scheduler, identity), **options)

    return jobs_option(scheduler_option(with_places))


weights_option = option(
    "-w --weights FILE|zero",
    PATH,
    "Weights of the evaluation: a file, or `zero` for an evaluation of 0 everywhere."
    "  [default: the weights of the package]",
)
hash_option = option(
    "--hash table_mib MB", TableSize(MIN_TABLE_MIB), "Size of the transposition table.", DEFAULT.table_mib
)
threads_option = option(
    "-t --threads",
    Integer(1, MAX_THREADS),
    "Threads of a search. With one thread, results are the same on every run.",
    DEFAULT.threads,
)
ENGINE_OPTIONS: Final = (hash_option, threads_option, weights_option)


def check_weights(path: Path | None) -> None:
    """Raise FormatError for a file that has no weights; None means the weights of the package."""
    if path is not None:
        evaluation_files.load(path)


def engine_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the engine; the command gets them as `settings`, after a check of weights."""

    @functools.wraps(command)
    def with_settings(*args: Any, table_mib: int, threads: int, weights: Path | None, **options: Any) -> None:
        settings = EngineSettings(table_mib, threads, weights)
        check_weights(weights)
        command(*args, settings=settings, **options)

    return added(with_settings, ENGINE_OPTIONS)


def book_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the opening book; the command gets it as `opening`, None without a book."""
    return _with_book(command, BOOK_OPTIONS)


def book_file_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the opening book to a command that does not play its moves."""
    return _with_book(command, BOOK_OPTIONS[:2])


def _with_book(
    command: Callable[..., None], options: Sequence[Callable[..., Callable[..., None]]]
) -> Callable[..., None]:
    @functools.wraps(command)
    def with_book(
        *args: Any, book_path: Path | None, has_no_book: bool, book_loss: float = 0.0, **others: Any
    ) -> None:
        opening = None if has_no_book else OpeningBook(book_path, loss=book_loss)
        command(*args, opening=opening, **others)

    return added(with_book, options)


def player_options(what: str, default: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the options of an engine that plays over a protocol.

    The command gets `level`, `seed`, `opening`, `ponders` and `settings`. *what* and *default* are those of
    `level_option`.
    """
    options = (level_option(what, default), seed_option, book_options, ponder_option, engine_options)
    return lambda command: added(command, options)
