"""Detects the format of a file or text.

The suffix of a file, without ".bz2" or ".gz", determines its format. If the suffix is ".txt", unknown or
missing, the beginning of the file's content determines the format.
"""

from itertools import dropwhile
from pathlib import Path
from typing import Final

from othello.errors import FormatError, usable
from othello.formats.boards import begins_board, is_like_cells, is_other_board
from othello.formats.format import Format
from othello.formats.registry import FORMATS, WRITTEN
from othello.formats.textfile import UNPACKERS, numbered_lines, open_unpacked, read_content
from othello.formats.transcript import begins_transcript, is_comment, is_sheet

PACKED: Final = tuple(UNPACKERS)

LONGEST_BEGINNING: Final = 4096
"""How many characters are examined after the leading comments of a string."""


def format_to_write(path: str | Path) -> Format:
    """Return the format in which to write a file with this suffix. Raises FormatError if it is unknown."""
    suffix = Path(path).suffix.lower()
    # Only the first suffix of a format is used to write files. No suffix is reserved for transcripts.
    by_suffix = {written.suffixes[0]: written for written in WRITTEN.values() if written.suffixes}
    by_suffix[".txt"] = FORMATS["transcript"]
    if suffix not in by_suffix:
        names = ", ".join(by_suffix)
        raise FormatError(path, None, f"the name of a file of games must end in one of {names}")
    return by_suffix[suffix]


def format_of(path: str | Path) -> Format:
    """Return the format of an existing file. Raises FormatError if it is unknown."""
    plain = Path(path)
    if plain.suffix.lower() in PACKED:
        plain = plain.with_suffix("")
    file_format = _format_of_suffix(plain.suffix.lower())
    if file_format is FORMATS["pgn"] and is_sheet(_beginning_of(path)):
        return FORMATS["transcript"]
    return file_format or _format_of_content(path)


def format_of_text(text: str) -> str | None:
    """Return the name of a string's format, or None if the beginning of the string does not reveal it."""
    lines = dropwhile(_is_comment, iter(text.split("\n")))
    beginning = "\n".join(lines)[:LONGEST_BEGINNING]
    plain = " ".join(beginning.split())
    name = next(
        (
            file_format.name
            for file_format in FORMATS.values()
            if file_format.begins and file_format.begins(plain)
        ),
        None,
    )
    if name in (None, "obf") and begins_board(beginning):
        first_line = beginning.partition("\n")[0]
        is_scored = ":" in first_line or "%" in first_line
        return "obf" if name and is_scored else "board"
    if name is None and is_other_board(text):
        return "board"
    return name or ("transcript" if begins_transcript(beginning) else None)


def _is_comment(line: str) -> bool:
    line = line.lstrip()
    return not line or is_comment(line)


def _format_of_suffix(suffix: str) -> Format | None:
    return next((file_format for file_format in FORMATS.values() if suffix in file_format.suffixes), None)


def _format_of_content(path: str | Path) -> Format:
    """Return the format revealed by the content of a file. Raises FormatError if it cannot be detected."""
    with usable(path), open_unpacked(path) as file:
        head = file.read(16)
        if _is_wthor(path, head):
            return FORMATS["wthor"]
    text = _beginning_of(path)
    name = format_of_text(text)
    if name is not None:
        return FORMATS[name]
    if not text:
        reason = "the file has only blank lines and comments" if head else "the file is empty"
        raise FormatError(path, None, reason)
    if "\0" in text:
        raise FormatError(
            path, None, f"this is not a file of games or positions: use one of {', '.join(FORMATS)}"
        )
    # The reader of transcripts looks for moves in any text and raises the exception if there are none.
    return FORMATS["board" if is_like_cells(text) else "transcript"]


def _beginning_of(path: str | Path) -> str:
    """Return the beginning of a text file, from the first line that is neither blank nor a comment."""
    with usable(path), open_unpacked(path) as file:
        lines = (
            line.decode("utf-8-sig" if number == 1 else "utf-8", "replace")
            for number, line in numbered_lines(path, file)
        )
        line = next(dropwhile(_is_comment, lines), "")
        return line[:LONGEST_BEGINNING] + file.read(LONGEST_BEGINNING).decode("utf-8", "replace")


def _is_wthor(path: str | Path, content: bytes) -> bool:
    """Return whether the length of a file matches its first bytes if they are the header of a WTHOR file."""
    games = int.from_bytes(content[4:8], "little")
    return b"\0" in content and len(read_content(path)) == 16 + 68 * games
