"""All formats of games by name.

Formats of positions read games without moves, and write the last position of a game.
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
"""All formats by name. Of those that recognize the beginning of a text, the first decides."""
WRITTEN: Final = {name: file_format for name, file_format in FORMATS.items() if file_format.write}
"""The formats that are not only read."""


def format_named(name: str, *, is_written: bool = False) -> Format:
    """Return the format of a name, in any case; raises InvalidNotationError.

    *is_written* also refuses a format that is only read.
    """
    known = WRITTEN if is_written else FORMATS
    file_format = known.get(name.lower())
    if file_format is None:
        kind = "a format to write" if is_written else "a format"
        raise InvalidNotationError(f"{quoted(name)} is not {kind}: use one of {', '.join(known)}")
    return file_format
