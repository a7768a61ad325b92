"""OBF, the Othello Board Format: a position and the scores of its moves.

    ---------------------------OX------XO--------------------------- X; F5:+0; C4:+0; % comment

A line contains 64 cells, the side to move, fields that end with ";", and optionally a comment after "%". A
field is MOVE:SCORE, PS:SCORE for a forced pass, or a SCORE alone, which is the position's value. A score is
the final disc difference from the point of view of the side to move, with empty squares going to the winner.
If no field contains the position's value, the value is the best score of a move. Fields "--:-127" are only
padding.

Source: the problem files that come with Edax, and `obf.c`, which reads them in Edax.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from othello.errors import IllegalMoveError, InvalidNotationError, quoted
from othello.formats.format import GAMES, Format
from othello.formats.record import GameRecord
from othello.formats.textfile import OnError, read_values, write_lines
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Discs
from othello.rules.square import PASS, Move, format_move, parse_move

NO_MOVE, NO_SCORE = "--", "-127"
"""The move and score in the fields that Edax adds to lines with few moves."""
_NUMBER = re.compile(r"[+-]?\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ObfProblem:
    """A position and the known scores of its moves."""

    position: Position
    """The position to solve."""
    scores: Mapping[Move, Discs] = field(default_factory=dict, hash=False)
    """Scores of some or all legal moves from the side to move's point of view, in file order."""
    value: Discs | None = None
    """Value of the position from the side to move's point of view, or None if unknown."""
    comment: str = ""
    """The text after the "%"."""
    line: int | None = field(default=None, compare=False)
    """Number of the line in its file, from 1. None if the problem was not read from a file."""

    @property
    def best_moves(self) -> list[Move]:
        """The moves with the best known score, in the order of `scores`."""
        return [move for move, score in self.scores.items() if score == max(self.scores.values())]


def parse_obf(text: str, line: int | None = None) -> ObfProblem:
    """Return the problem described by a line. *line* is the number of the line in its file, or None.

    Raises InvalidNotationError if the string is not a valid problem description. Raises IllegalMoveError if
    it contains an illegal move.

    >>> parse_obf(f"{Position.start().format()}; F5:+0; C4:+0;").value
    0
    """
    content, _, comment = text.partition("%")
    board, *fields = content.split(";")
    if fields and fields[-1].strip():
        raise InvalidNotationError(f"{quoted(fields[-1].strip())} does not end with a semicolon")
    position = Position.parse(board)
    scores, value = _parse_fields(fields[:-1], position)
    return ObfProblem(position, scores, value, comment.strip(), line)


def format_obf(problem: ObfProblem) -> str:
    """Return a problem as a line. Moves are in capitals, as in the published files."""
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
    """Yield the problems in a file. Raises FormatError (see `othello.formats`)."""
    rule = "each line must be a position with scores, in OBF"
    return read_values(path, parse_obf, rule=rule, on_error=on_error)


def write_obf(path: str | Path, problems: Iterable[ObfProblem]) -> None:
    """Write a file with one problem per line. Raises FormatError if the file cannot be written."""
    write_lines(path, map(format_obf, problems))


def _parse_fields(fields: Iterable[str], position: Position) -> tuple[dict[Move, Discs], Discs | None]:
    """Return the moves' scores and the position's value. The value is None if there are no scores."""
    scores: dict[Move, Discs] = {}
    value = None
    for text in fields:
        name, colon, number = text.rpartition(":")
        if name.strip() == NO_MOVE and number.strip() == NO_SCORE:
            continue
        if colon:
            move = parse_move(name.strip())
            if move in scores:
                raise InvalidNotationError(f"{format_move(move)} has two scores: give only one")
            _check_legal(position, move)
            scores[move] = _parse_score(number)
        elif value is None:
            value = _parse_score(number)
        else:
            raise InvalidNotationError("the position has two values: give only one")
    return scores, max(scores.values()) if value is None and scores else value


def _parse_score(text: str) -> Discs:
    text = text.strip()
    if not _NUMBER.fullmatch(text) or abs(int(text)) > MAX_DISCS:
        raise InvalidNotationError(f"{quoted(text)} is not a score: use a number of discs from -64 to +64")
    return Discs(int(text))


def _check_legal(position: Position, move: Move) -> None:
    try:
        position.play(move)
    except IllegalMoveError as error:
        raise IllegalMoveError(f"{format_move(move).upper()} has a score, but {error}") from None


def game_of(problem: ObfProblem) -> GameRecord:
    """Return a problem as a game without moves that begins with the problem's position."""
    return GameRecord(start=problem.position, comment=problem.comment)


def problem_of(game: GameRecord) -> ObfProblem:
    """Return the last position of a game as a problem without scores."""
    return ObfProblem(game.last_position, comment=game.comment)


FORMAT: Final = Format(
    "obf",
    (".obf", ".scr"),
    lambda path, on_error: map(game_of, read_obf(path, on_error)),
    lambda path, games: write_obf(path, map(problem_of, games)),
    lambda text: game_of(parse_obf(text)),
    lambda game: format_obf(problem_of(game)),
    keeps=GAMES,
    begins=re.compile(r"(?:[-._Xx*bB@Oo0wW] ?){64}(?:[XxOo*0bwBW]| ?;)").match,
)
