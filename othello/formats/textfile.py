"""Text files that hold many values: what their readers share.

Where each line holds one value the text is UTF-8, with or without a byte order mark; blank
lines, and lines that begin with "%", hold nothing. Where a value may take several lines, as
in game collections, a line that is not UTF-8 is read as ISO 8859-1: such files are old.
"""

import bz2
import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TypeVar, cast

from othello.errors import FormatError, OthelloError, unusable

T = TypeVar("T")
Chunk = TypeVar("Chunk", str, bytes)
OnError = Callable[[FormatError], None]
"""Gets what is wrong with one line; the reader then goes on."""

COMMENT = "%"
NO_TEXT = "this is not a text file: it has a zero byte"


def read_values(
    path: str | Path, parse: Callable[[str, int], T], *, kind: str, on_error: OnError | None
) -> Iterator[T]:
    """What *parse* makes of each line and its number; *kind* names it in errors, as in "an OBF problem".

    A file that cannot be read at all, or holds no value and no bad line, raises FormatError
    in any case; a bad line does so if there is no *on_error*.
    """

    def parse_line(line: bytes, number: int) -> T | None:
        text = _decoded(line)
        return parse(text, number) if text and not text.startswith(COMMENT) else None

    return _parsed(path, read_raw_lines(path), parse_line, f"{kind} belongs in each line", on_error)


def read_chunks(
    path: str | Path,
    chunks: Iterable[tuple[int, Chunk]],
    parse: Callable[[Chunk], T],
    *,
    kind: str,
    on_error: OnError | None,
) -> Iterator[T]:
    """What *parse* makes of each of the texts that a file was split into, each with its first line's number.

    Errors are as those of `read_values`.
    """
    return _parsed(path, chunks, lambda text, _: parse(text), f"{kind} belongs there", on_error)


def _parsed(
    path: str | Path,
    items: Iterable[tuple[int, Chunk]],
    parse: Callable[[Chunk, int], T | None],
    advice: str,
    on_error: OnError | None,
) -> Iterator[T]:
    """What *parse* makes of each numbered item, those left out that hold nothing: that is None."""
    is_empty = True
    for number, item in items:
        try:
            value = parse(item, number)
        except OthelloError as error:
            is_empty = False
            found = FormatError(path, number, str(error))
            if on_error is None:
                raise found from None
            on_error(found)
        else:
            if value is not None:
                is_empty = False
                yield value
    if is_empty:
        raise FormatError(path, None, f"the file holds nothing: {advice}")


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The lines of a text file with their ends, numbered from 1; raises FormatError if it is no text."""
    for number, line in read_raw_lines(path):
        if b"\0" in line:
            raise FormatError(path, number, NO_TEXT)
        try:
            yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            yield number, line.decode("iso-8859-1")


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write a text file, replacing what was there; raises FormatError."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise unusable(path, error) from None


def read_raw_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file as they are, numbered from 1; raises FormatError."""
    try:
        with opened(path) as file:
            yield from enumerate(file, 1)
    except (OSError, EOFError, zlib.error) as error:
        raise unusable(path, error) from None


def opened(path: str | Path) -> IO[bytes]:
    """A file to be read as bytes, unpacked if its name ends in .bz2 or .gz, as archives of games do."""
    suffix = Path(path).suffix.lower()
    if suffix == ".bz2":
        return bz2.open(path, "rb")
    if suffix == ".gz":
        return cast(IO[bytes], gzip.open(path, "rb"))
    return open(path, "rb")


def _decoded(line: bytes) -> str:
    if b"\0" in line:
        raise OthelloError(NO_TEXT)
    try:
        return line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise OthelloError(
            f"byte {error.start + 1} of the line, 0x{line[error.start]:02x}, is not UTF-8 text"
        ) from None
