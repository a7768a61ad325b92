"""Scripts of positions (.scr), as the solver scrzebra takes them: 64 cells and the side to move in a line.

    ---------------------------OX------XO--------------------------- X % comment

Lines that begin with "%" are comments; by custom the last one is.

Source: the FFO test positions, as they were published for scrzebra.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from othello.errors import InvalidNotationError
from othello.formats.obf import ObfProblem, parse_obf_line
from othello.formats.textfile import OnError, read_values, write_lines


def parse_scr_line(text: str, line: int | None = None) -> ObfProblem:
    """The position of one line, without scores; raises InvalidNotationError.

    >>> parse_scr_line("---------------------------O*------*O--------------------------- *").position.empties
    60
    """
    if ";" in text.partition("%")[0]:
        raise InvalidNotationError("a semicolon follows the position: a line with scores is OBF")
    return parse_obf_line(text, line)


def format_scr_line(problem: ObfProblem) -> str:
    """The position in one line, with its comment."""
    comment = " ".join(problem.comment.split())
    return problem.position.format() + (f" % {comment}" if comment else "")


def read_scr(path: str | Path, on_error: OnError | None = None) -> Iterator[ObfProblem]:
    """The positions of a file; raises FormatError, see `othello.formats`."""
    return read_values(path, parse_scr_line, kind="a position", on_error=on_error)


def write_scr(path: str | Path, problems: Iterable[ObfProblem]) -> None:
    """Write a file with one position in each line; raises FormatError."""
    write_lines(path, map(format_scr_line, problems))
