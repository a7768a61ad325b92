"""All game formats by name.

Formats for positions are also formats for games. They read a position as a game without moves and write the
last position of a game.
"""

from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.formats import boards, ggf, obf, pgn, sgf, transcript, wthor_files
from othello.formats.format import Format

_ALL: Final[tuple[Format, ...]] = (
    ggf.FORMAT,
    sgf.FORMAT,
    pgn.FORMAT,
    wthor_files.FORMAT,
    transcript.FORMAT,
    obf.FORMAT,
    boards.FORMAT,
)
FORMATS: Final = {file_format.name: file_format for file_format in _ALL}
"""All formats by name. By default, a string is read in the first of these formats that recognizes its
beginning."""
WRITTEN: Final = {name: file_format for name, file_format in FORMATS.items() if file_format.write}
"""The formats that can be written."""


def format_named(name: str, *, is_written: bool = False) -> Format:
    """Return the format with this name in upper or lower case. Raises InvalidNotationError for unknown names.

    If *is_written* is true, the name of a format that cannot be written is also an error.
    """
    known = WRITTEN if is_written else FORMATS
    file_format = known.get(name.lower())
    if file_format is None:
        kind = "a format that can be written" if is_written else "a format"
        raise InvalidNotationError(f"{quoted(name)} is not {kind}: use one of {', '.join(known)}")
    return file_format
