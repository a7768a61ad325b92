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

    path     -- file, unpacked if its suffix is .bz2 or .gz
    on_error -- called with the FormatError of each bad game, before reading continues with the next;
                without it, a bad game raises the FormatError
    format   -- name of the format; by default it follows from the suffix or the content

    The error has the file, the line or the number of the game, and the reason. Raises FormatError if
    the file cannot be read.
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
    """Write a file of games.

    path     -- file; an existing one is replaced
    on_error -- called with a FormatError for each game that the format cannot represent, which is then
                omitted; without it, such a game raises the FormatError
    format   -- name of the format; by default it follows from the suffix
    """
    chosen = format_named(format) if format else format_to_write(path)
    chosen.write(path, _writable(path, games, chosen, on_error))


def _writable(
    path: str | Path, games: Iterable[GameRecord], chosen: Format, on_error: OnError | None
) -> Iterator[GameRecord]:
    """Yield the games that the format can represent."""
    for number, game in enumerate(games, 1):
        try:
            chosen.check(game)
        except OthelloError as error:
            report(FormatError(path, None, str(error), game=number), on_error)
        else:
            yield game
