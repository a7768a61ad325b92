"""Lines, replies and words of GTP. Nothing here reads, writes or knows a game.

A command is a line, `[id] name [arguments]`. A reply is `=[id] result` for success or
`?[id] message` for failure, and ends with an empty line.

Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002),
<http://www.lysator.liu.se/~gunnar/gtp/>. What is in quotes below is its text.
"""

import re
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError
from othello.score import Color
from othello.square import PASS, Move, format_move, parse_move

PROTOCOL_VERSION: Final = 2
MAX_INT: Final = 2**31 - 1
SYNTAX_ERROR: Final = "syntax error"
UNKNOWN_COMMAND: Final = "unknown command"

_CONTROLS: Final = {code: None for code in (*range(32), 127) if chr(code) not in "\t\n"}
_COMMAND: Final = re.compile(r"([0-9]*) *([^ ]*)(.*)")
_INT: Final = re.compile(r"[0-9]+")
_INTERRUPT: Final = re.compile(r"\s*#\s*interrupt\s*")
_FLOAT: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


class GtpError(Exception):
    """A command fails; the text is the message of the reply."""


class GtpQuit(Exception):
    """A command succeeds, and is the last one."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a line asks for."""

    id: str
    """The number before the name, digit by digit as it came; empty if there was none."""
    name: str
    """The first word; empty if there was only a number."""
    arguments: tuple[str, ...]
    """The words after it."""


def parse(line: str) -> Command | None:
    """The command of a line; None if the line holds none and gets no reply.

    >>> parse("7 play black F5  # the usual")
    Command(id='7', name='play', arguments=('black', 'F5'))
    """
    # "Remove all occurences of CR and other control characters except for HT and LF."
    line = line.translate(_CONTROLS)
    # "For each line with a hash sign (#), remove all text following and including this character."
    line = line.partition("#")[0]
    # "Convert all occurences of HT to SPACE."
    line = line.replace("\t", " ").strip(" \n")
    # "Discard any empty or white-space only lines."
    if not line:
        return None
    # "A command is exactly one line long, with the syntax [id] command_name [arguments]."
    match = _COMMAND.fullmatch(line)
    assert match is not None, f"{line!r} holds a line end"
    number, name, rest = match.groups()
    # Blanks only: str.split() would also split at characters that are no blanks in GTP.
    return Command(number, name, tuple(word for word in rest.split(" ") if word))


def is_interrupt(line: str) -> bool:
    """Whether a line is the comment "# interrupt", by which GoGui ends the search that runs."""
    return _INTERRUPT.fullmatch(line) is not None


def format_reply(number: str, text: str, *, is_success: bool) -> str:
    r"""The reply to the command with the id *number*, which may be empty, with its line ends.

    *text* may have several lines. Blanks and empty lines at its ends are dropped, and an
    empty line inside, which would end the reply, becomes a full stop.

    >>> format_reply("7", "F5", is_success=True)
    '=7 F5\n\n'
    """
    text = text.translate(_CONTROLS).replace("\t", " ").strip(" \n")
    lines = "\n".join(line.rstrip(" ") or "." for line in text.split("\n")) if text else ""
    # "If successful, the engine returns a response of the form =[id] result."
    # "If unsuccessful, the engine returns a response of the form ?[id] error_message."
    mark = "=" if is_success else "?"
    # Both end "with two consecutive newlines".
    return f"{mark}{number} {lines}\n\n" if lines else f"{mark}{number}\n\n"


def format_first_line(number: str) -> str:
    """How a reply begins whose lines follow one by one."""
    return f"={number}\n"


def format_next_line(text: str) -> str:
    """A line of such a reply; one without text would end it."""
    text = text.translate(_CONTROLS).replace("\t", " ").replace("\n", " ").rstrip(" ")
    return f"{text or '.'}\n"


def parse_int(word: str) -> int:
    """A number from 0 to 2**31 - 1, as the draft has them."""
    if not _INT.fullmatch(word) or len(word) > 10 or int(word) > MAX_INT:
        raise GtpError(SYNTAX_ERROR)
    return int(word)


def parse_float(word: str) -> float:
    """A number with or without a fraction, of no more than 2**31 - 1 in size."""
    if not _FLOAT.fullmatch(word) or not abs(float(word)) <= MAX_INT:
        raise GtpError(SYNTAX_ERROR)
    return float(word)


def parse_seconds(word: str) -> float:
    """A time of 0 or more seconds. The draft has whole seconds; a fraction is read as well."""
    seconds = parse_float(word)
    if seconds < 0:
        raise GtpError(SYNTAX_ERROR)
    return seconds


def parse_color(word: str) -> Color:
    """Black or white: `b`, `black`, `w` or `white`, in any case."""
    try:
        return Color.parse(word)
    except InvalidNotationError:
        raise GtpError(SYNTAX_ERROR) from None


def format_color(color: Color) -> str:
    """The color in full, in lower case."""
    return str(color)


def parse_vertex(word: str) -> Move:
    """A square, row 1 being the top one, or a pass; in any case."""
    try:
        return parse_move(word)
    except InvalidNotationError:
        raise GtpError(SYNTAX_ERROR) from None


def format_vertex(move: Move) -> str:
    """The square in upper case, or `pass`."""
    name = format_move(move)
    return name if move == PASS else name.upper()
