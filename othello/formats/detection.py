"""Detection of the format of a file or a text.

The suffix of a file decides, without ".bz2" or ".gz". If the suffix is ".txt", unknown or missing,
the beginning of the content decides.
"""

import re
from pathlib import Path
from typing import Final

from othello.errors import FormatError, usable
from othello.formats.registry import FORMATS, Format
from othello.formats.textfile import open_unpacked, read_content
from othello.formats.transcript import HEADING

PACKED: Final = (".bz2", ".gz")

_CELLS = r"(?:[-._Xx*bB@Oo0wW]\s*){64}"
_BEGINNINGS = [
    ("ggf", re.compile(r"\s*(?:[12]\s+)?\(;[^\]]*GM\[(?:Othello|Reversi)\]", re.IGNORECASE)),
    ("ggf", re.compile(r"\s*(?:[12]\s+)?\(;(?:[^\[\]]|\[[^\]]*\])*\bBO\[8 ")),
    ("sgf", re.compile(r"\s*\(\s*;")),
    ("pgn", re.compile(r"\s*\[\w+\s+\"")),
    ("obf", re.compile(rf"(?:\s*%[^\n]*\n)*\s*{_CELLS}[XxOo*0bwBW]?\s*;")),
    ("scr", re.compile(rf"(?:\s*%[^\n]*\n)*\s*{_CELLS}[XxOo*0bwBW]")),
    (
        "transcript",
        re.compile(
            rf"(?:\s*[%#][^\n]*\n)*\s*{HEADING}(?:\{{[^}}]*\}}\s*)?(?:1(?:\s*[.):]+\s*|\s+))?[+]?[a-h][1-8]",
            re.IGNORECASE,
        ),
    ),
]
"""The beginning of a text in each format; the first that matches decides."""


def format_to_write(path: str | Path) -> Format:
    """Return the format that belongs to a file's suffix; raises FormatError."""
    suffix = Path(path).suffix.lower()
    found = FORMATS["transcript"] if suffix == ".txt" else _format_of_suffix(suffix)
    if found is None:
        known = ", ".join(suffix for each in FORMATS.values() for suffix in each.suffixes)
        raise FormatError(path, None, f"the name of a file of games must end in one of {known}, .txt")
    return found


def format_of(path: str | Path) -> Format:
    """Return the format of an existing file; raises FormatError if it is unknown."""
    plain = Path(path)
    if plain.suffix.lower() in PACKED:
        plain = plain.with_suffix("")
    return _format_of_suffix(plain.suffix.lower()) or _format_of_content(path)


def format_of_text(text: str) -> str | None:
    """Return the name of a text's format, from its beginning; None if unknown."""
    return next((name for name, beginning in _BEGINNINGS if beginning.match(text)), None)


def _format_of_suffix(suffix: str) -> Format | None:
    return next((each for each in FORMATS.values() if suffix in each.suffixes), None)


def _format_of_content(path: str | Path) -> Format:
    with usable(path), open_unpacked(path) as file:
        content = file.read(4096)
    if _is_wthor(path, content):
        return FORMATS["wthor"]
    name = format_of_text(content.decode("utf-8-sig", "replace"))
    if name is not None:
        return FORMATS[name]
    if not content.strip():
        raise FormatError(path, None, "the file is empty")
    raise FormatError(path, None, f"this is not a file of games or positions, in {', '.join(FORMATS)}")


def _is_wthor(path: str | Path, content: bytes) -> bool:
    """Return whether the length of a file agrees with the number of games in a WTHOR header."""
    games = int.from_bytes(content[4:8], "little")
    return b"\0" in content[:16] and len(read_content(path)) == 16 + 68 * games
