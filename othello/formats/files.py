"""Defines `read_games` and `write_games`, which read and write files of games in any format."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final, cast

from othello.errors import FormatError, OthelloError, usable
from othello.formats.detection import format_of, format_to_write
from othello.formats.format import Format, Writer
from othello.formats.record import GameRecord
from othello.formats.registry import format_named
from othello.formats.textfile import OnError, open_unpacked, report
from othello.storage.content import Content, name_of
from othello.storage.streams import STANDARD


def read_games(
    path: str | Path | IO[str] | IO[bytes], on_error: OnError | None = None, *, format: str | None = None
) -> Iterator[GameRecord]:
    """Yield the games in a file.

    path     -- the path of a file, which may be compressed with bzip2 or gzip, "-" for standard
                input, or a file object, which is read to its end first
    on_error -- a function that is called with the FormatError of each game that cannot be read. Reading then
                continues with the next game. If it is None, the FormatError is raised.
    format   -- name of the format. By default, the file's suffix or content determines the format.

    The error message contains the file's name, the number of the line or game, and the reason. FormatError is
    always raised if the whole file is unreadable.
    """
    if not isinstance(path, str | Path):
        path = Content.of(path)
    other = _other_kind(path)
    try:
        chosen = format_named(format) if format else format_of(path)
    except FormatError:
        if other:
            raise FormatError(path, None, f"this is {other}") from None
        raise
    if other and (chosen.name != "transcript" or "web page" not in other):
        raise FormatError(path, None, f"this is {other}")
    games = chosen.read(path, on_error)
    return _games_in_page(path, games, other) if other else games


def _games_in_page(path: str | Path, games: Iterator[GameRecord], kind: str) -> Iterator[GameRecord]:
    """Yield the games in a web page. If there are none, raise a FormatError with the file's *kind*."""
    try:
        yield from games
    except FormatError as error:
        raise error if error.line else FormatError(path, None, f"this is {kind}") from None


_OTHER_KINDS: Final = (
    (rb"PK\x03\x04", "a ZIP archive: unpack it first"),
    (rb"7z\xbc\xaf'\x1c", "a 7-Zip archive: unpack it first"),
    (rb"Rar!", "a RAR archive: unpack it first"),
    (rb"\xfd7zXZ\0", "a file compressed by xz: unpack it first"),
    (rb"\x28\xb5\x2f\xfd", "a file compressed by zstd: unpack it first"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8", "a picture, not a file of games"),
    (rb"%PDF-", "a PDF document, not a file of games"),
    (rb"version https://git-lfs\.", "a pointer of Git LFS, not the file itself: run git lfs pull"),
    (
        rb"(?i:\s*<(?:!doctype html|html|head|\?xml))",
        "a web page, not a file of games: download the file itself",
    ),
)
"""Patterns for the beginning of files without games, each with a message that states what the file is."""


def _other_kind(path: str | Path) -> str | None:
    """Return what to tell the user about a file that contains no games. Return None for other files.

    Pipes are not examined, because they can be read only once.
    """
    if not isinstance(path, Content) and Path(path) != STANDARD and Path(path).is_fifo():
        return None
    with usable(path), open_unpacked(path) as file:
        head = file.read(64)
    return next((name for pattern, name in _OTHER_KINDS if re.match(pattern, head)), None)


def write_games(
    path: str | Path | IO[str] | IO[bytes],
    games: Iterable[GameRecord],
    on_error: OnError | None = None,
    *,
    format: str | None = None,
) -> None:
    """Write a file of games.

    path     -- a file, which is overwritten if it exists, "-" for standard output, or an open text or
                binary file
    on_error -- a function that is called with the FormatError of each game that the format cannot represent.
                The game is then omitted. If it is None, the FormatError is raised.
    format   -- name of the format. By default, the file's suffix determines the format.

    Raises FormatError if the file cannot be written. If a format consists of several files, as WTHOR does,
    *path* must not be a file object.
    """
    name = path if isinstance(path, str | Path) else name_of(path)
    chosen = format_named(format, is_written=True) if format else format_to_write(name)
    assert chosen.write is not None
    writable = _writable(name, games, chosen, on_error)
    if isinstance(path, str | Path):
        chosen.write(path, writable)
    elif chosen.companions:
        raise FormatError(name, None, f"{chosen.name} needs several files: give a path, not a file object")
    else:
        _write_object(path, chosen.write, writable)


def _write_object(file: IO[str] | IO[bytes], write: Writer[GameRecord], games: Iterable[GameRecord]) -> None:
    """Write games to a file object through a temporary file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "games")
        write(path, games)
        content = path.read_bytes()
    if hasattr(file, "encoding"):  # a text file
        cast(IO[str], file).write(content.decode())
    else:
        cast(IO[bytes], file).write(content)


def _writable(
    path: str | Path, games: Iterable[GameRecord], chosen: Format, on_error: OnError | None
) -> Iterator[GameRecord]:
    """Yield the games that the format can represent and report all other games."""
    for number, game in enumerate(games, 1):
        try:
            chosen.check(game)
        except OthelloError as error:
            report(FormatError(path, None, str(error), game=number), on_error)
        else:
            yield game
