"""Reads and writes WTHOR files. The modules that do the work need NumPy and are imported only when used."""

import contextlib
import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

from othello.errors import FormatError
from othello.formats.format import Format
from othello.formats.listing import GameEntry, GameFilter
from othello.formats.record import GameRecord
from othello.formats.textfile import OnError

COMPANIONS: Final = (".jou", ".trn")
"""Suffixes of the name lists that belong to a file of games."""


def read_wthor(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """Yield the games in a file (see `wthor_records.read_wthor`)."""
    records: Iterator[GameRecord] = _records(path).read_wthor(path, on_error, *_companions(path))
    return records


def list_wthor(path: str | Path, wanted: GameFilter, on_error: OnError) -> Iterator[GameEntry]:
    """Yield an entry for each game in a file that fits *wanted* (see `wthor_listing.list_wthor`)."""
    entries: Iterator[GameEntry] = _listing(path).list_wthor(path, wanted, on_error, *_companions(path))
    return entries


def write_wthor(path: str | Path, games: Iterable[GameRecord]) -> None:
    """Write a file and its lists of names (see `wthor_records.write_wthor`)."""
    _records(path).write_wthor(path, games)


def check_for_wthor(game: GameRecord) -> None:
    """Raise InvalidNotationError if a WTHOR file cannot hold a game."""
    _records("WTHOR").check_for_wthor(game)


def companion_of(path: Path, suffix: str) -> Path | None:
    """Return the name list that belongs to a file of games, or None. *suffix* is one of COMPANIONS."""
    if not path.is_file():  # *path* is the name of a file object, which may be any string
        return None
    for stem in (path.stem, "WTH"):
        for file in sorted(path.parent.iterdir()):
            if file.stem.upper() == stem.upper() and file.suffix.lower() == suffix:
                return file
    return None


def _companions(path: str | Path) -> list[Path | None]:
    """Return the lists of players and tournaments that belong to a file of games."""
    return [companion_of(Path(path), suffix) for suffix in COMPANIONS]


def _records(path: str | Path) -> ModuleType:
    with _needing_numpy(path):
        return importlib.import_module("othello.formats.wthor_records")


def _listing(path: str | Path) -> ModuleType:
    with _needing_numpy(path):
        return importlib.import_module("othello.formats.wthor_listing")


@contextlib.contextmanager
def _needing_numpy(path: str | Path) -> Iterator[None]:
    """Replace the exception about a missing module with a FormatError for *path*."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise FormatError(
            path, None, f"WTHOR files need {error.name}: run pip install 'othello[arrays]'"
        ) from None


FORMAT: Final = Format(
    "wthor", (".wtb",), read_wthor, write_wthor, check=check_for_wthor, companions=COMPANIONS
)
