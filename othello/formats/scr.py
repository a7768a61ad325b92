"""Scripts of positions (.scr) for the solver scrzebra.

    ---------------------------OX------XO--------------------------- X % comment

A line has 64 cells, the side to move, and optionally a comment. Lines that begin with "%" are
comments; the last line of a script is usually one.

Source: the FFO test positions in the form published for scrzebra.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from othello.errors import InvalidNotationError
from othello.formats.obf import ObfProblem, parse_obf
from othello.formats.textfile import OnError, read_values, write_lines


def parse_scr(text: str, line: int | None = None) -> ObfProblem:
    """Return the position of one line, without scores; raises InvalidNotationError.

    *line* is the number of the line in its file, for `ObfProblem.line`.

    >>> parse_scr("---------------------------O*------*O--------------------------- *").position.empties
    60
    """
    if ";" in text.partition("%")[0]:
        raise InvalidNotationError("a semicolon follows the position: a line with scores is OBF")
    return parse_obf(text, line)


def format_scr(problem: ObfProblem) -> str:
    """Return the position in one line, with its comment."""
    comment = " ".join(problem.comment.split())
    return problem.position.format() + (f" % {comment}" if comment else "")


def read_scr(path: str | Path, on_error: OnError | None = None) -> Iterator[ObfProblem]:
    """Yield the positions of a file; raises FormatError, see `othello.formats`."""
    rule = "each line must be a position of 64 cells and the side to move"
    return read_values(path, parse_scr, rule=rule, on_error=on_error)


def write_scr(path: str | Path, problems: Iterable[ObfProblem]) -> None:
    """Write a file with one position in each line; raises FormatError."""
    write_lines(path, map(format_scr, problems))
