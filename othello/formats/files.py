"""Files of games in any format: `read_games` and `write_games`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from othello.errors import FormatError, OthelloError
from othello.formats.detection import format_of, format_to_write
from othello.formats.record import GameRecord
from othello.formats.registry import Format, format_named
from othello.formats.textfile import OnError, report


def read_games(
    path: str | Path, on_error: OnError | None = None, *, format: str | None = None
) -> Iterator[GameRecord]:
    """Yield the games of a file.

    The format is that of the file's suffix or content, unless *format* names one; .bz2 and .gz
    files are unpacked. A bad game goes to *on_error*, and reading goes on with the next one.
    Without *on_error* it raises FormatError with the file, the line or the number of the game, and
    the reason; so does a file that cannot be read.
    """
    chosen = format_named(format) if format else format_of(path)
    return chosen.read(path, on_error)


def write_games(
    path: str | Path,
    games: Iterable[GameRecord],
    on_error: OnError | None = None,
    *,
    format: str | None = None,
) -> None:
    """Write a file of games, replacing one that exists.

    The format is that of the file's suffix, unless *format* names one. A game that the format
    cannot hold goes to *on_error* and is left out; without *on_error* it raises FormatError.
    """
    chosen = format_named(format) if format else format_to_write(path)
    chosen.write(path, _writable(path, games, chosen, on_error))


def _writable(
    path: str | Path, games: Iterable[GameRecord], chosen: Format, on_error: OnError | None
) -> Iterator[GameRecord]:
    """Yield the games that the format can hold."""
    for number, game in enumerate(games, 1):
        try:
            chosen.check(game)
        except OthelloError as error:
            report(FormatError(path, None, str(error), game=number), on_error)
        else:
            yield game
