"""Text files of games or boards as blocks of lines.

A folder stands for the text files in it and in its folders, and a .zip file for the text files in it. Of
these, files whose first line is neither a game nor a board are passed over. Archives and files are read
as streams.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final

from othello.errors import FormatError, usable
from othello.formats import egaroucid
from othello.formats.detection import PACKED
from othello.formats.textfile import numbered_lines, read_raw_lines
from othello.rules.square import MAX_MOVES

ARCHIVE: Final = ".zip"
SUFFIXES: Final = (".txt", *(f".txt{each}" for each in PACKED))
"""Ends of the names of text files."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text file."""

    path: Path
    """Its path, for messages; of a file in an archive, the path of the archive and then that in it."""
    size: int
    """Its bytes; of a file that ends in .gz or .bz2, before it is unpacked."""
    archive: Path | None = None
    """The archive that has the file."""
    member: str = ""
    """Its name in the archive."""
    is_named: bool = False
    """Whether the caller named the file itself."""

    @property
    def name(self) -> str:
        """Its name without suffixes."""
        return self.path.name.partition(".")[0]

    @property
    def folder(self) -> str:
        """The name of the folder that has the file."""
        return (self.path if self.archive else self.path.absolute()).parent.name

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines, numbered from 1; raises FormatError."""
        if self.archive is None:
            yield from read_raw_lines(self.path)
            return
        with _opened(self.archive) as archive, archive.open(self.member) as file:
            yield from numbered_lines(self.path, file)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Lines of a text file."""

    text: Text
    kind: str
    """GAMES or BOARDS of `formats.egaroucid`."""
    first: int
    """Number of the first line."""
    lines: list[bytes]
    done: int
    """Bytes of the file up to the end of the block, but never more than the size of the file."""

    @property
    def name(self) -> str:
        """The name of the file, the place of the block in it, and a checksum of its lines."""
        return f"{self.text.name}-{self.first}-{zlib.crc32(b''.join(self.lines)):08x}"

    @property
    def random_plies(self) -> int:
        """The random moves at the start of each game: the number that names the folder, or 0.

        Egaroucid's games are in such folders.
        """
        folder = self.text.folder
        return int(folder) if folder.isascii() and folder.isdecimal() and int(folder) < MAX_MOVES else 0


def find(source: Path) -> list[Text]:
    """Return the text files of a source, sorted: a file, an archive, or a folder of both.

    Raises FormatError. A file with another suffix is not a source.
    """
    if not source.is_dir():
        return list(_of_file(source, is_named=True))
    return list(chain.from_iterable(_of_file(path) for path in sorted(source.rglob("*")) if path.is_file()))


def _of_file(path: Path, *, is_named: bool = False) -> Iterator[Text]:
    """Yield the text files that a file is or has."""
    if path.suffix.lower() == ARCHIVE:
        with _opened(path) as archive:
            members = sorted(archive.infolist(), key=lambda each: each.filename)
        for each in members:
            if each.filename.lower().endswith(SUFFIXES):
                yield Text(path / each.filename, each.file_size, path, each.filename)
    elif path.name.lower().endswith(SUFFIXES):
        with usable(path):
            yield Text(path, path.stat().st_size, is_named=is_named)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive; raises FormatError for a damaged or encrypted one, also while it is read."""
    try:
        with usable(path), zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, RuntimeError) as error:  # encryption is a RuntimeError
        raise FormatError(path, None, f"the archive cannot be read: {error}") from None


def blocks(
    texts: Iterable[Text], sizes: Mapping[str, int], on_other: Callable[[Path], None]
) -> Iterator[TextBlock]:
    """Yield the lines of text files in blocks, in order; *sizes* has the lines of a block by its kind.

    *on_other* is called with the path of a file that is passed over. Raises FormatError, also for a named
    file whose first line is neither a game nor a board.
    """
    for text in texts:
        lines, done = text.lines(), 0
        head = list(islice(lines, min(sizes.values())))
        kind = _kind(text, head)
        if kind is None:
            on_other(text.path)
            continue
        lines = chain(head, lines)
        while numbered := list(islice(lines, sizes[kind])):
            content = [line for _, line in numbered]
            done += sum(map(len, content))
            yield TextBlock(text, kind, numbered[0][0], content, min(done, text.size))


def _kind(text: Text, head: list[tuple[int, bytes]]) -> str | None:
    """Return the kind of a text file, from its first lines; None for one that is passed over."""
    kept = egaroucid.stripped([line for _, line in head], 1)
    kind = egaroucid.kind_of(kept[0][1]) if kept else None
    if kind is None and text.is_named:
        if kept:
            raise FormatError(text.path, kept[0][0], egaroucid.RULE)
        raise FormatError(text.path, None, f"the file has no entries: {egaroucid.RULE}")
    return kind
