"""Parses the lines and arguments of GTP, and formats its replies.

A command is a line `[id] name [arguments]`. A reply is `=[id] result` on success or `?[id] message` on
failure. It ends with an empty line.

Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002),
<http://www.lysator.liu.se/~gunnar/gtp/>. Comments in quotation marks quote this draft.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from othello.errors import InvalidNotationError
from othello.rules.score import Color
from othello.rules.square import PASS, Move, format_move, parse_move

PROTOCOL_VERSION: Final = 2
MAX_INT: Final = 2**31 - 1
SYNTAX_ERROR: Final = "syntax error"
UNKNOWN_COMMAND: Final = "unknown command"

_CONTROLS: Final = {code: None for code in (*range(32), 127) if chr(code) not in "\t\n"}
_COMMAND: Final = re.compile(r"([0-9]*) *([^ ]*)(.*)")
_INT: Final = re.compile(r"[0-9]+")
_FLOAT: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


class GtpError(Exception):
    """Raised by a handler whose command fails. The error's text becomes the reply's message."""


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed command."""

    id: str
    """The digits before the name, exactly as sent. Empty if the line begins with the name."""
    name: str
    """The first word after the id. Empty if the line contains only an id."""
    arguments: tuple[str, ...]
    """The words after the name."""


def parse(line: str) -> Command | None:
    """Parse a line. Return None for empty lines and comments, which get no reply.

    >>> parse("7 play black F5  # the usual")
    Command(id='7', name='play', arguments=('black', 'F5'))
    """
    # "Remove all occurrences of CR and other control characters except for HT and LF."
    line = line.translate(_CONTROLS)
    # "For each line with a hash sign (#), remove all text following and including this character."
    line = line.partition("#")[0]
    # "Convert all occurrences of HT to SPACE."
    line = line.replace("\t", " ").strip(" \n")
    # "Discard any empty or white-space only lines."
    if not line:
        return None
    # "A command is exactly one line long, with the syntax [id] command_name [arguments]."
    match = _COMMAND.fullmatch(line)
    assert match is not None, f"{line!r} has a line end"
    number, name, rest = match.groups()
    # Without an argument, str.split() would also split at other white space.
    return Command(number, name, tuple(word for word in rest.split(" ") if word))


def format_reply(number: str, text: str, *, is_success: bool) -> str:
    r"""Format the reply to the command with the id *number*, which may be empty.

    *text* may contain several lines. Spaces and empty lines at its beginning and end are dropped. An empty
    line inside would end the reply, so a period replaces it.

    >>> format_reply("7", "F5", is_success=True)
    '=7 F5\n\n'
    """
    text = text.translate(_CONTROLS).replace("\t", " ").strip(" \n")
    lines = "\n".join(line.rstrip(" ") or "." for line in text.split("\n")) if text else ""
    # "If successful, the engine returns a response of the form =[id] result."
    # "If unsuccessful, the engine returns a response of the form ?[id] error_message."
    mark = "=" if is_success else "?"
    # Both responses end "with two consecutive newlines".
    return f"{mark}{number} {lines}\n\n" if lines else f"{mark}{number}\n\n"


def format_next_line(text: str) -> str:
    """Format a line of a longer reply. An empty line would end the reply, so it becomes a period."""
    text = text.translate(_CONTROLS).replace("\t", " ").replace("\n", " ").rstrip(" ")
    return f"{text or '.'}\n"


def parse_int(word: str) -> int:
    """Parse a whole number from 0 to 2**31 - 1, the range of the GTP draft."""
    # Check the length first, because `int` raises its own error for very long numbers.
    if not _INT.fullmatch(word) or len(word) > 10 or int(word) > MAX_INT:
        raise GtpError(SYNTAX_ERROR)
    return int(word)


def parse_float(word: str) -> float:
    """Parse a number from -(2**31 - 1) to 2**31 - 1, with or without a fraction."""
    if not _FLOAT.fullmatch(word) or not abs(float(word)) <= MAX_INT:
        raise GtpError(SYNTAX_ERROR)
    return float(word)


def parse_seconds(word: str) -> float:
    """Parse a time of 0 or more seconds. Unlike in the GTP draft, it may have a fraction."""
    seconds = parse_float(word)
    if seconds < 0:
        raise GtpError(SYNTAX_ERROR)
    return seconds


def parse_color(word: str) -> Color:
    """Parse `b`, `black`, `w` or `white`, in upper or lower case."""
    try:
        return Color.parse(word)
    except InvalidNotationError:
        raise GtpError(SYNTAX_ERROR) from None


def parse_vertex(word: str) -> Move:
    """Parse a square (row 1 is at the top) or `pass`, in upper or lower case."""
    try:
        return parse_move(word)
    except InvalidNotationError:
        raise GtpError(SYNTAX_ERROR) from None


def format_vertex(move: Move) -> str:
    """Format a square in upper case, such as "F5", or a pass as "pass"."""
    name = format_move(move)
    return name if move == PASS else name.upper()


def format_vertices(moves: Iterable[Move]) -> str:
    """Format moves on one line, separated by spaces."""
    return " ".join(map(format_vertex, moves))


def parse_colored_moves(words: Sequence[str]) -> list[tuple[Color, Move]]:
    """Parse words that alternate between a color and a vertex.

    >>> [(str(color), move) for color, move in parse_colored_moves(["b", "f5"])]
    [('black', Move('f5'))]
    """
    if len(words) % 2:
        raise GtpError(SYNTAX_ERROR)
    colors, moves = map(parse_color, words[::2]), map(parse_vertex, words[1::2])
    return list(zip(colors, moves, strict=True))
