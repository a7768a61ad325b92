"""Text files with many values: the code that the readers and writers of all formats share.

A text file is UTF-8, or UTF-16 with a byte order mark. In a file with one value in each line, blank lines and
lines that begin with "%" are ignored. In collections of games, where a value may take several lines, a line
that is not UTF-8 is read as ISO 8859-1, the encoding of old collections.
"""

import bz2
import codecs
import contextlib
import io
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from othello.errors import FormatError, OthelloError, usable
from othello.storage import outputs, streams
from othello.storage.content import Content

T = TypeVar("T")
Chunk = TypeVar("Chunk", str, bytes)
OnError = Callable[[FormatError], None]
"""A function that is called with the error of one value. The reader then continues with the next value."""

COMMENT = "%"
LONGEST_LINE: Final = 1 << 20
"""Maximum number of bytes of a line. A device file may never end."""
LARGEST_FILE: Final = 1 << 28
"""Maximum number of bytes of a file that is read as a whole, because it has no lines or is in UTF-16."""
LONGEST_GAME: Final = 1 << 20
"""Maximum number of characters of a game with its comments and variations."""
EXPANSION: Final = 100
"""Maximum number of bytes for each compressed byte, beyond the first MiB."""
NOT_TEXT = "this is not a text file: it has a zero byte"


def report(error: FormatError, on_error: OnError | None) -> None:
    """Pass an error to *on_error*, or raise it if there is none."""
    if on_error is None:
        raise error from None
    on_error(error)


def read_values(
    path: str | Path,
    parse: Callable[[str, int], T],
    *,
    rule: str,
    on_error: OnError | None,
    is_stream: bool = False,
) -> Iterator[T]:
    """Yield the value of each line.

    parse    -- called with a line and its number: returns the value, or raises OthelloError
    rule -- a clause about the right form of lines, for the error message about a file without entries
    on_error -- called with the FormatError of a bad line. Without it, a bad line raises the error.
    is_stream -- read each line of standard input as soon as it arrives, and only once

    Raises FormatError if the file cannot be read or has no entries.
    """

    def parse_line(line: bytes, number: int) -> T | None:
        text = _decode(line)
        return parse(text, number) if text and not text.startswith(COMMENT) else None

    return _parse_all(path, read_raw_lines(path, is_stream=is_stream), parse_line, rule, on_error)


def read_chunks(
    path: str | Path,
    chunks: Iterable[tuple[int, Chunk]],
    parse: Callable[[Chunk], T],
    *,
    rule: str,
    on_error: OnError | None,
) -> Iterator[T]:
    """Yield the value of each chunk of lines. *chunks* are (number of the first line, chunk).

    For the other parameters and the errors see `read_values`.
    """

    def parse_chunk(chunk: Chunk, _: int) -> T:
        if len(chunk) > LONGEST_GAME:
            raise OthelloError(f"the game is larger than {LONGEST_GAME >> 20} MiB")
        return parse(chunk)

    return _parse_all(path, chunks, parse_chunk, rule, on_error)


def _parse_all(
    path: str | Path,
    items: Iterable[tuple[int, Chunk]],
    parse: Callable[[Chunk, int], T | None],
    rule: str,
    on_error: OnError | None,
) -> Iterator[T]:
    """Yield the values of numbered items, except None."""
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
    """Yield the lines of a text file, numbered from 1. Raises FormatError.

    Successive blank lines are yielded as one.
    """
    is_blank = False
    for number, line in read_raw_lines(path):
        if line.isspace():
            if is_blank:
                continue
            is_blank = True
        else:
            is_blank = False
        if b"\0" in line:
            raise FormatError(path, number, NOT_TEXT)
        try:
            yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            yield number, line.decode("iso-8859-1")


def read_raw_lines(path: str | Path, *, is_stream: bool = False) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file as bytes, numbered from 1. Raises FormatError.

    *is_stream* reads each line of standard input as soon as it arrives, and only once.
    """
    is_incoming = is_stream and not isinstance(path, Content) and Path(path) == streams.STANDARD
    with (
        usable(path),
        contextlib.nullcontext(streams.incoming()) if is_incoming else open_unpacked(path) as file,
    ):
        yield from numbered_lines(path, file)


def numbered_lines(path: str | Path, file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file object, numbered from 1. Raises FormatError that names *path*."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            raise FormatError(path, number, f"the line is longer than {LONGEST_LINE >> 20} MiB")
        yield number, line


def read_content(path: str | Path) -> bytes:
    """Return the content of a file as a whole. Raises FormatError."""
    with usable(path), open_unpacked(path) as file:
        return _read_whole(path, file)


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write a text file, which may replace an existing file. Raises FormatError."""
    with outputs.replacing(path) as file:
        file.writelines(f"{line}\n".encode("utf-8", "replace") for line in lines)


def open_unpacked(path: str | Path) -> IO[bytes]:
    """Open a file, or standard input, for reading bytes.

    A compressed file, which ends in .bz2 or .gz or begins like such a file, is unpacked. UTF-16 is converted
    to UTF-8.
    """
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(_open(path))
        if file.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return io.BytesIO(_read_whole(path, file).decode("utf-16", "replace").encode())
        stack.pop_all()  # the caller closes the file
        return file


def _read_whole(path: str | Path, file: IO[bytes]) -> bytes:
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise FormatError(path, None, f"the file is larger than {LARGEST_FILE >> 20} MiB")
    return content


def _open(path: str | Path) -> io.BufferedReader:
    file: Any
    if isinstance(path, Content):
        file = io.BytesIO(path.data)
    elif Path(path) == streams.STANDARD:
        file = io.BytesIO(streams.standard_input())
    else:
        file = open(path, "rb", buffering=0)  # noqa: SIM115
    buffered = io.BufferedReader(file)
    suffix = Path(path).suffix.lower()
    unpacker = UNPACKERS.get(suffix if suffix in UNPACKERS else packing_of(buffered.peek(PACKED_BEGINNING)))
    return io.BufferedReader(_Unpacked(buffered, unpacker)) if unpacker else buffered


def packing_of(head: bytes) -> str:
    """Return the suffix of a compressed file that begins with *head*, or "" for other files."""
    return next((suffix for suffix, begin in _PACKED_BEGINNINGS.items() if head.startswith(begin)), "")


class _Unpacked(io.RawIOBase):
    """The content of a compressed file.

    Raises OSError if the file is damaged, has other bytes at its end, or would expand more than `EXPANSION`.
    """

    def __init__(self, file: IO[bytes], unpacker: Callable[[], Any]) -> None:
        self._file, self._unpacker = file, unpacker
        self._unpack = unpacker()
        self._packed = b""
        """Compressed bytes that are not unpacked yet."""
        self._taken = self._given = 0
        """Numbers of compressed bytes that were read, and of unpacked bytes that were returned."""

    def readable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Close the compressed file, too."""
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        """Fill *buffer* with at least one byte, unless the file is at its end."""
        while True:
            try:
                content = b"" if self._unpack.eof else self._unpack.decompress(self._packed, len(buffer))
            except (OSError, zlib.error):
                raise OSError("the file is damaged, or its suffix is wrong") from None
            self._packed = getattr(self._unpack, "unconsumed_tail", b"")
            self._given += len(content)
            if self._given > EXPANSION * self._taken + (1 << 20):
                raise OSError(f"the file would expand to more than {EXPANSION} times its size")
            if content:
                buffer[: len(content)] = content
                return len(content)
            if self._unpack.eof:  # another stream or padding may follow
                self._packed = self._unpack.unused_data.lstrip(b"\0") or self._next().lstrip(b"\0")
                if not self._packed:
                    return 0
                self._unpack = self._unpacker()
            else:
                self._packed = self._packed or self._next()
                if not self._packed:
                    raise EOFError("the compressed file ends too early")

    def _next(self) -> bytes:
        packed = self._file.read(1 << 12)
        self._taken += len(packed)
        return packed


UNPACKERS: Final[dict[str, Callable[[], Any]]] = {
    ".bz2": bz2.BZ2Decompressor,
    ".gz": lambda: zlib.decompressobj(wbits=zlib.MAX_WBITS | 16),
}
"""For each suffix, a function that returns a new decompressor."""
_PACKED_BEGINNINGS: Final = {".bz2": b"BZh", ".gz": b"\x1f\x8b"}
PACKED_BEGINNING: Final = 3
"""Number of first bytes that show whether a file is compressed."""


class _Compatible(dict[int, str]):
    """The plain characters of codes. A missing code is added when it is first translated."""

    def __missing__(self, code: int) -> str:
        return self.setdefault(code, unicodedata.normalize("NFKC", chr(code)))


_COMPATIBLE = _Compatible()


def compatible(text: str) -> str:
    """Return a text with plain characters for full-width and other compatible characters (NFKC).

    Each character is converted by itself, because normalization sorts a text's accents in quadratic time.
    """
    return text if text.isascii() else text.translate(_COMPATIBLE)


class _Unaccented(dict[int, str]):
    """The unaccented characters of codes. A missing code is added when it is first translated."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFKD", chr(code))
        return self.setdefault(
            code, "".join(character for character in parts if not unicodedata.combining(character))
        )


_UNACCENTED = _Unaccented(str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}))
"""Letters without their accents. Unicode does not split the letters that are listed here."""


def unaccented(text: str) -> str:
    """Return a text without accents, and with plain characters for compatible characters (NFKD).

    >>> unaccented("Bøgh Zoé")
    'Bogh Zoe'
    """
    return text if text.isascii() else text.translate(_UNACCENTED)


def _decode(line: bytes) -> str:
    if b"\0" in line:
        raise OthelloError(NOT_TEXT)
    try:
        return line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise OthelloError(
            f"byte {error.start + 1} of the line, 0x{line[error.start]:02x}, is not UTF-8 text"
        ) from None
