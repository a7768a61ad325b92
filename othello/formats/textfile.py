"""Reads and writes text files. This code is shared by the readers and writers of all text formats.

A text file is in UTF-8, or in UTF-16 with a byte order mark. In files that contain one value per line, such
as a position, blank lines and lines that begin with "%" are ignored. In files of games, where each game may
take several lines, a line that is not UTF-8 is read as ISO 8859-1, the encoding of old files.
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
"""A function that is called with the error for each unreadable value, so that reading can continue."""

COMMENT = "%"
LONGEST_LINE: Final = 1 << 20
"""Maximum number of bytes in a line. Without a limit, reading a device file might never end."""
LARGEST_FILE: Final = 1 << 28
"""Maximum number of bytes in a file that is read as a whole because it is binary or in UTF-16."""
LONGEST_GAME: Final = 1 << 20
"""Maximum number of characters in a game, including its comments and variations."""
EXPANSION: Final = 100
"""The maximum average expansion of a compressed byte, in bytes. The first MiB of a file is exempt."""
NOT_TEXT = "this is not a text file: it has a zero byte"


def report(error: FormatError, on_error: OnError | None) -> None:
    """Pass an error to *on_error*. If *on_error* is None, raise the error."""
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
    """Yield the value of each line. Lines without a value (None) are skipped.

    parse     -- takes a line and its number, and returns the value or raises OthelloError
    rule      -- a clause that describes valid lines, for the message about a file without values
    on_error  -- called with the FormatError of each bad line. If it is None, the FormatError is raised.
    is_stream -- whether standard input is read only once, and each line as soon as it arrives

    Raises FormatError if the file cannot be read or contains no values.
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
    """Yield the value of each chunk of lines. *chunks* are pairs (number of the first line, chunk).

    For the other parameters and the exceptions, see `read_values`.
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
        raise FormatError(path, None, f"the file contains no entries: {rule}")


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a text file, from 1. Raises FormatError if the file cannot be read.

    Consecutive blank lines are reduced to a single line.
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
    """Yield the numbered lines of a file as bytes, from 1. Raises FormatError if the file cannot be read.

    If *is_stream* is true, standard input is read only once, and each line is read as soon as it arrives.
    """
    is_incoming = is_stream and not isinstance(path, Content) and Path(path) == streams.STANDARD
    with (
        usable(path),
        contextlib.nullcontext(streams.incoming()) if is_incoming else open_unpacked(path) as file,
    ):
        yield from numbered_lines(path, file)


def numbered_lines(path: str | Path, file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a file object, from 1.

    Raises FormatError, with *path* as the file name, if a line is too long.
    """
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            raise FormatError(path, number, f"the line is longer than {LONGEST_LINE >> 20} MiB")
        yield number, line


def read_content(path: str | Path) -> bytes:
    """Return the whole content of a file, decompressed.

    Raises FormatError if the file is too large or cannot be read.
    """
    with usable(path), open_unpacked(path) as file:
        return _read_whole(path, file)


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write a text file, overwriting it if it exists. Raises FormatError if it cannot be written."""
    with outputs.replacing(path) as file:
        file.writelines(f"{line}\n".encode("utf-8", "replace") for line in lines)


def open_unpacked(path: str | Path) -> IO[bytes]:
    """Open a file or standard input to read bytes.

    Compressed files are decompressed. Their names end in .bz2 or .gz, or their first bytes show the
    compression. UTF-16 is converted to UTF-8.
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
    """Return ".bz2" or ".gz" if a file that begins with *head* is compressed, or else ""."""
    return next((suffix for suffix, begin in _PACKED_BEGINNINGS.items() if head.startswith(begin)), "")


class _Unpacked(io.RawIOBase):
    """A file object for reading the content of a compressed file.

    Reading raises OSError if the file is damaged, ends with other bytes, or would expand more than
    `EXPANSION` allows. It raises EOFError if the file is truncated.
    """

    def __init__(self, file: IO[bytes], unpacker: Callable[[], Any]) -> None:
        self._file, self._unpacker = file, unpacker
        self._unpack = unpacker()
        self._packed = b""
        """Compressed bytes that have been read but not yet decompressed."""
        self._taken = self._given = 0
        """Numbers of compressed bytes read and of decompressed bytes returned."""

    def readable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Close the compressed file, too."""
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        """Write at least one byte into *buffer*, except at the end of the file. Return the number written."""
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
"""Functions that return a new decompressor, by file suffix."""
_PACKED_BEGINNINGS: Final = {".bz2": b"BZh", ".gz": b"\x1f\x8b"}
PACKED_BEGINNING: Final = 3
"""How many bytes at the beginning of a file are enough to show whether it is compressed."""


class _Compatible(dict[int, str]):
    """A table for str.translate with plain characters. Entries are added on first use."""

    def __missing__(self, code: int) -> str:
        return self.setdefault(code, unicodedata.normalize("NFKC", chr(code)))


_COMPATIBLE = _Compatible()


def compatible(text: str) -> str:
    """Replace full-width and other compatibility characters in a string with plain characters (NFKC).

    Each character is converted separately. Normalizing the whole string could take quadratic time, because
    Unicode sorts the accents that follow a letter.
    """
    return text if text.isascii() else text.translate(_COMPATIBLE)


class _Unaccented(dict[int, str]):
    """A table for str.translate that removes accents from characters. Entries are added on first use."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFKD", chr(code))
        return self.setdefault(
            code, "".join(character for character in parts if not unicodedata.combining(character))
        )


_UNACCENTED = _Unaccented(str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}))
"""The table of letters without their accents. It starts with the letters that Unicode does not decompose."""


def unaccented(text: str) -> str:
    """Return a string without accents and with plain characters for compatibility characters (NFKD).

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
