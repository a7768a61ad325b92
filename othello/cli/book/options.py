"""Options, arguments and format names that the commands of `othello book` share."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from othello.book import location
from othello.book.choice import MAX_PLIES
from othello.cli.errors import BadInput
from othello.cli.options import FILE, SEARCH_LEVEL, Integer, Parsed, option
from othello.errors import InvalidNotationError

F = TypeVar("F", bound=Callable[..., Any])

LEVEL: Final = 18
"""Default level of the searches."""
_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def read_duration(text: str) -> float:
    """Convert a time such as "90", "30m" or "8h" to seconds. Raises InvalidNotationError."""
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)([smhd]?)", text.strip().lower(), re.ASCII)
    if match is None or not float(match[1]):
        raise InvalidNotationError(
            f"{text!r} is not a time: use seconds, or a number with m, h or d, as in 8h."
        )
    return float(match[1]) * _UNITS[match[2]]


class ReadableBook(click.Path):
    """The type of an argument that names a book to read. "shipped" means the book in the package."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path of the book, or fail if there is no such book."""
        return location.shipped() if value == SHIPPED else super().convert(value, param, ctx)


SHIPPED: Final = "shipped"
book_argument = click.argument("path", metavar="BOOK", type=FILE)
readable_book_argument = click.argument(
    "path", metavar=f"BOOK|{SHIPPED}", type=ReadableBook(path_type=Path, dir_okay=False)
)
shown_book_argument = click.argument(
    "path", metavar=f"[BOOK|{SHIPPED}]", default=SHIPPED, type=ReadableBook(path_type=Path, dir_okay=False)
)
level_option = option("-l --level 0-60", SEARCH_LEVEL, "Level of the searches.", LEVEL)
budget_option = option(
    "--budget TIME", Parsed(read_duration), "Stop after this time, for example 90, 30m or 8h."
)
positions_option = option("--positions", Integer(1), "Stop when the book contains N positions with a value.")
plies_option = option("--plies", Integer(1, 60), "Maximum number of moves in a line.", MAX_PLIES)

FORMATS: Final = {"edax": (".dat",), "jsonl": (".jsonl", ".gz", ".bz2")}


def format_of(path: Path, named: str | None) -> str:
    """Return *named* or the format for the file's suffix. Raises BadInput if the suffix is unknown."""
    if named is not None:
        return named
    for name, suffixes in FORMATS.items():
        if path.suffix.lower() in suffixes:
            return name
    raise BadInput(f"{path}: end the name in .dat (Edax) or .jsonl (JSON lines), or use --format")
