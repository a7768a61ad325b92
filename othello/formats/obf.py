"""OBF, the Othello Board Format: a position, and what its moves are worth, in one line.

    ---------------------------OX------XO--------------------------- X; F5:+0; C4:+0; % comment

64 cells and the side to move, then fields that end with ";", then perhaps a comment. A
field is MOVE:SCORE, PS:SCORE for a forced pass, or SCORE alone for the position itself. A
score is the final difference of discs with the empty squares given to the winner, in the
view of the side to move; the position's value is the best of them.

Source: the problem files that come with Edax, and its reader `obf.c`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.formats.textfile import OnError, read_values, write_lines
from othello.position import Position
from othello.score import MOST_DISCS, Discs
from othello.square import PASS, Move, format_move, parse_move

_NUMBER = re.compile(r"[+-]?\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ObfProblem:
    """A position with what is known about it."""

    position: Position
    """The position to solve."""
    scores: Mapping[Move, Discs] = field(default_factory=dict, hash=False)
    """What each move is worth for the side to move, in the order of the file; not always all moves."""
    value: Discs | None = None
    """What the position is worth for the side to move; None if the line says nothing about it."""
    comment: str = ""
    """What follows the "%"."""
    line: int | None = field(default=None, compare=False)
    """Number of the line in its file, from 1; None if it was not read from one."""

    @property
    def best_moves(self) -> list[Move]:
        """The moves that reach the best score of those known."""
        return [move for move, score in self.scores.items() if score == max(self.scores.values())]


def parse_obf_line(text: str, line: int | None = None) -> ObfProblem:
    """The problem of one line; raises InvalidNotationError or IllegalMoveError.

    >>> parse_obf_line(f"{Position.start().format()}; F5:+0; C4:+0;").value
    0
    """
    content, _, comment = text.partition("%")
    board, *fields = content.split(";")
    if fields and fields[-1].strip():
        raise InvalidNotationError(f"{quoted(fields[-1].strip())} does not end with a semicolon")
    position = Position.parse(board)
    scores: dict[Move, Discs] = {}
    value = None
    for each in fields[:-1]:
        name, colon, number = each.rpartition(":")
        if not colon:
            if value is not None:
                raise InvalidNotationError("the value of the position is given twice")
            value = _parse_score(number)
            continue
        move = parse_move(name.strip())
        if move in scores:
            raise InvalidNotationError(f"{format_move(move)} is given twice")
        _check_legal(position, move)
        scores[move] = _parse_score(number)
    if value is None and scores:
        value = max(scores.values())
    return ObfProblem(position, scores, value, comment.strip(), line)


def format_obf_line(problem: ObfProblem) -> str:
    """The problem in one line, moves in capitals as in the published files."""
    fields = [problem.position.format()]
    best = max(problem.scores.values(), default=None)
    if problem.value is not None and problem.value != best:
        fields.append(f"{problem.value:+d}")
    for move, score in problem.scores.items():
        name = "PS" if move == PASS else format_move(move).upper()
        fields.append(f"{name}:{score:+d}")
    comment = " ".join(problem.comment.splitlines())
    return f"{'; '.join(fields)};" + (f" % {comment}" if comment else "")


def read_obf(path: str | Path, on_error: OnError | None = None) -> Iterator[ObfProblem]:
    """The problems of a file; raises FormatError, see `othello.formats`."""
    return read_values(path, parse_obf_line, kind="an OBF problem", on_error=on_error)


def write_obf(path: str | Path, problems: Iterable[ObfProblem]) -> None:
    """Write a file with one problem in each line; raises FormatError."""
    write_lines(path, map(format_obf_line, problems))


def _parse_score(text: str) -> Discs:
    text = text.strip()
    if not _NUMBER.fullmatch(text) or abs(int(text)) > MOST_DISCS:
        raise InvalidNotationError(f"{quoted(text)} is not a score: write a number of discs from -64 to +64")
    return Discs(int(text))


def _check_legal(position: Position, move: Move) -> None:
    try:
        position.apply(move)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"{format_move(move).upper()} has a score, but {error}") from None
