"""Questions about the value of a position.

In a file, each line is a question: a position in OBF, with or without scores, or a JSON object with the field
"position" and optionally "alpha", "beta" and "selectivity". Other fields are ignored, so result rows can also
be used as questions.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from othello.errors import InvalidNotationError, quoted
from othello.formats.obf import ObfProblem, parse_obf
from othello.formats.textfile import read_values
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color
from othello.storage.fields import Fields

_CLAIM: Final = re.compile(r"\s*(>=|<=|>|<)\s*([+-]?\d{1,2})\s*", re.ASCII)
WHOLE: Final = (-MAX_DISCS, MAX_DISCS)
"""The window of a question about the exact value."""
LONGEST: Final = 1000
"""Maximum number of characters in a question's position, which may be a diagram."""
WINNER: Final = (-1, 1)
"""The window of a question about who wins."""


class Terms(NamedTuple):
    """What a `Query` asks, apart from its position."""

    alpha: int = -MAX_DISCS
    beta: int = MAX_DISCS
    selectivity: int = 100


@dataclass(frozen=True, slots=True)
class Query:
    """A question about the value of a position."""

    position: Position
    """The position that `canonical` returns, with black to move."""
    alpha: int = -MAX_DISCS
    beta: int = MAX_DISCS
    """The question: is the value, in discs from the point of view of the side to move, at most alpha or at
    least beta? If neither, what is it?"""
    selectivity: int = 100
    """The required probability, in percent, that the answer is right. 100 means proved."""
    problem: ObfProblem | None = field(default=None, compare=False)
    """The position and its scores as given in the file. The search uses this position, not `position`."""

    @property
    def terms(self) -> Terms:
        """The question without the position."""
        return Terms(self.alpha, self.beta, self.selectivity)

    def is_decided(self, lower: int, upper: int) -> bool:
        """Return whether these bounds on the value answer the question."""
        return lower >= upper or lower >= self.beta or upper <= self.alpha


def canonical(position: Position) -> Position:
    """Return the position, with black to move, that represents all mirrored forms in both colors.

    If the side to move must pass, this is the position after the pass, whose value has the opposite sign.
    """
    if position.must_pass:
        position = position.pass_turn()
    return replace(position.canonical()[0], turn=Color.BLACK)


def question(problem: ObfProblem, terms: Terms) -> Query:
    """Return the question about a position that *terms* describes.

    Raises InvalidNotationError if the window is impossible.
    """
    alpha, beta, selectivity = terms
    if not -MAX_DISCS <= alpha < beta <= MAX_DISCS:
        raise InvalidNotationError(
            f"alpha is {alpha} and beta is {beta}: -64 <= alpha < beta <= 64 must hold for the side to move"
        )
    if problem.position.must_pass:
        alpha, beta = -beta, -alpha
    return Query(canonical(problem.position), alpha, beta, selectivity, problem)


def parse_claim(text: str) -> tuple[int, int]:
    """Return the window in which a search proves or refutes a claim such as ">=1" or "<0".

    Raises InvalidNotationError if *text* is not a claim, or if the claim is true or false for every value.

    >>> parse_claim(">=1"), parse_claim("<0")
    ((0, 1), (-1, 0))
    """
    match = _CLAIM.fullmatch(text)
    if match is None:
        raise InvalidNotationError(
            f"{quoted(text)} is not a claim: use a claim such as '>=1', '<=-2' or '>0'"
        )
    sign, number = match[1], int(match[2])
    low = number - (sign in (">=", "<"))
    if not -MAX_DISCS <= low < MAX_DISCS:
        raise InvalidNotationError(f"{quoted(text)} is true for all values from -64 to 64, or for none")
    return low, low + 1


def read_questions(path: str | Path, default: Terms) -> Iterator[Query]:
    """Yield the questions in a file, one per line. Raises FormatError if a line is not a question.

    *default* is the window and selectivity for lines that don't specify them. Each line of standard input is
    read as soon as it arrives.
    """

    def parse(text: str, line: int) -> Query:
        return parse_question(text, default, line)

    rule = "each line must be a position (64 cells and the side to move), or a JSON object with a position"
    return read_values(path, parse, rule=rule, on_error=None, is_stream=True)


def parse_question(text: str, default: Terms, line: int | None = None) -> Query:
    """Return the question in a line of a file (see `read_questions`).

    Raises InvalidNotationError or IllegalMoveError if the line is invalid.
    """
    if not text.startswith("{"):
        return question(parse_obf(text, line), default)
    fields = Fields.parse(text, "the question")
    terms = Terms(
        fields.whole("alpha", -MAX_DISCS, MAX_DISCS, default.alpha),
        fields.whole("beta", -MAX_DISCS, MAX_DISCS, default.beta),
        fields.whole("selectivity", 1, 100, default.selectivity),
    )
    return question(ObfProblem(Position.parse(fields.text("position", LONGEST)), line=line), terms)
