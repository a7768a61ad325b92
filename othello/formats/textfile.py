"""Text files with many values: the common part of the readers and writers.

A file with one value in each line is UTF-8, with or without a byte order mark; blank lines and
lines that begin with "%" are ignored. In collections of games, where a value may take several
lines, a line that is not UTF-8 is read as ISO 8859-1, the encoding of old collections.
"""

import bz2
import gzip
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TypeVar, cast

from othello.errors import FormatError, OthelloError, usable

T = TypeVar("T")
Chunk = TypeVar("Chunk", str, bytes)
OnError = Callable[[FormatError], None]
"""Called with the error of one value; the reader then continues with the next value."""

COMMENT = "%"
NOT_TEXT = "this is not a text file: it has a zero byte"


def report(error: FormatError, on_error: OnError | None) -> None:
    """Pass an error to *on_error*, or raise it if there is none."""
    if on_error is None:
        raise error from None
    on_error(error)


def read_values(
    path: str | Path, parse: Callable[[str, int], T], *, rule: str, on_error: OnError | None
) -> Iterator[T]:
    """Yield the value of each line.

    parse    -- returns the value of a line and its number, or raises OthelloError
    rule     -- one clause about the right form of lines, for the error about a file without entries
    on_error -- called with the FormatError of each bad line; without it, a bad line raises the error

    Raises FormatError if the file cannot be read or has no entries.
    """

    def parse_line(line: bytes, number: int) -> T | None:
        text = _decode(line)
        return parse(text, number) if text and not text.startswith(COMMENT) else None

    return _parse_all(path, read_raw_lines(path), parse_line, rule, on_error)


def read_chunks(
    path: str | Path,
    chunks: Iterable[tuple[int, Chunk]],
    parse: Callable[[Chunk], T],
    *,
    rule: str,
    on_error: OnError | None,
) -> Iterator[T]:
    """Yield the value of each chunk of lines; a chunk comes with the number of its first line.

    The other parameters and the errors are those of `read_values`.
    """
    return _parse_all(path, chunks, lambda chunk, _: parse(chunk), rule, on_error)


def _parse_all(
    path: str | Path,
    items: Iterable[tuple[int, Chunk]],
    parse: Callable[[Chunk, int], T | None],
    rule: str,
    on_error: OnError | None,
) -> Iterator[T]:
    """Yield the values of numbered items; omit items whose value is None."""
    is_empty = True
    for number, item in items:
        try:
            value = parse(item, number)
        except OthelloError as error:
            is_empty = False
            report(FormatError(path, number, str(error)), on_error)
        else:
            if value is not None:
                is_empty = False
                yield value
    if is_empty:
        raise FormatError(path, None, f"the file has no entries: {rule}")


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file, numbered from 1; raises FormatError."""
    for number, line in read_raw_lines(path):
        if b"\0" in line:
            raise FormatError(path, number, NOT_TEXT)
        try:
            yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            yield number, line.decode("iso-8859-1")


def read_raw_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file as bytes, numbered from 1; raises FormatError."""
    with usable(path), open_unpacked(path) as file:
        yield from enumerate(file, 1)


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write a text file, and replace an existing one; raises FormatError."""
    with usable(path), open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def open_unpacked(path: str | Path) -> IO[bytes]:
    """Open a file for reading bytes; .bz2 and .gz files are unpacked."""
    suffix = Path(path).suffix.lower()
    if suffix == ".bz2":
        return bz2.open(path, "rb")
    if suffix == ".gz":
        return cast(IO[bytes], gzip.open(path, "rb"))
    return open(path, "rb")


def _decode(line: bytes) -> str:
    if b"\0" in line:
        raise OthelloError(NOT_TEXT)
    try:
        return line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise OthelloError(
            f"byte {error.start + 1} of the line, 0x{line[error.start]:02x}, is not UTF-8 text"
        ) from None
