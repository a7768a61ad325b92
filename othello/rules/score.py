"""Colors, results and scores.

The result of a game is the final disc difference, an even number from -64 to 64. The winner gets the empty
squares. Evaluations are in centidiscs, which are hundredths of a disc. A `Score` consists of a value in
centidiscs, how certain it is (`Kind`), whether it is only a bound (`Bound`), and the color whose point of
view it takes.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from othello.errors import InvalidNotationError, quoted
from othello.kernels import constants
from othello.kernels.constants import DISC as DISC
from othello.kernels.constants import MAX_DISCS as MAX_DISCS

Discs = NewType("Discs", int)
"""A disc difference, -64..64."""
Centidiscs = NewType("Centidiscs", int)
"""A disc difference in hundredths of a disc, -6400..6400."""


class Color(Enum):
    """Black or white. The value of each member is the color's number in compiled code."""

    BLACK = constants.BLACK
    WHITE = constants.WHITE

    other: "Color"
    """The opponent's color."""

    @classmethod
    def parse(cls, text: str) -> "Color":
        """Return the color with the name "black", "b", "white" or "w", in upper or lower case.

        Raises InvalidNotationError for any other string.
        """
        color = _COLORS.get(text.strip().lower())
        if color is None:
            raise InvalidNotationError(f"{quoted(text)} is not a color: use black, white, b or w")
        return color

    @classmethod
    def _missing_(cls, value: object) -> "Color | None":
        """Return the color with this name. This makes `Color("black")` the same as `Color.parse("black")`."""
        return cls.parse(value) if isinstance(value, str) else None

    def __str__(self) -> str:
        return self.name.lower()


Color.BLACK.other, Color.WHITE.other = Color.WHITE, Color.BLACK
BLACK: Final = Color.BLACK
WHITE: Final = Color.WHITE
_COLORS = {"black": Color.BLACK, "b": Color.BLACK, "white": Color.WHITE, "w": Color.WHITE}


def final_score(own: int, other: int) -> Discs:
    """Return the final score, -64..64, of a side with *own* discs against *other* discs.

    The winner gets the empty squares.

    >>> final_score(13, 0), final_score(20, 40), final_score(30, 30)
    (64, -24, 0)
    """
    if own == other:
        return Discs(0)
    empties = 64 - own - other
    return Discs(own - other + (empties if own > other else -empties))


def sign(value: float) -> int:
    """Return 1 for a positive value, 0 for 0, and -1 for a negative value."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the discs of both sides, the margin and the winner.

    >>> result = Result(13, 0)
    >>> str(result), result.winner, result.black, result.white
    ('B+64', <Color.BLACK: 0>, 64, 0)
    """

    black_discs: int
    """Black discs on the board, 0..64."""
    white_discs: int
    """White discs on the board, 0..64."""

    @property
    def margin(self) -> Discs:
        """The final score from black's point of view, -64..64. The winner gets the empty squares."""
        return final_score(self.black_discs, self.white_discs)

    @property
    def black(self) -> int:
        """Black's discs, 0..64, plus all empty squares if black won, or half of them after a draw."""
        return (MAX_DISCS + self.margin) // 2

    @property
    def white(self) -> int:
        """White's discs, 0..64, plus all empty squares if white won, or half of them after a draw."""
        return MAX_DISCS - self.black

    @property
    def winner(self) -> Color | None:
        """The side with more discs, or None for a draw."""
        if self.black_discs == self.white_discs:
            return None
        return Color.BLACK if self.black_discs > self.white_discs else Color.WHITE

    def __str__(self) -> str:
        """Return the winner's letter and the margin, as in "B+12", or "0" for a draw."""
        if self.winner is None:
            return "0"
        return f"{self.winner.name[0]}+{abs(self.margin)}"


class Kind(Enum):
    """How certain a score is."""

    EXACT = "exact"
    """The value is the proven final disc difference."""
    WLD = "wld"
    """A win, loss or draw is proved. Only the sign of the value is meaningful."""
    SELECTIVE = "selective"
    """The value is the final disc difference, but may be wrong because of the search's probabilistic cuts."""
    HEURISTIC = "heuristic"
    """The value is an estimate from a search that did not reach the end of the game."""


class Bound(Enum):
    """Whether a score is the value of a position or only a bound on that value."""

    EQUAL = "="
    """The score is the value of the position."""
    LOWER = ">="
    """The value of the position is at least the score."""
    UPPER = "<="
    """The value of the position is at most the score."""

    @property
    def flipped(self) -> "Bound":
        """The bound from the other side's point of view: LOWER becomes UPPER and vice versa."""
        return _FLIPPED[self]


_FLIPPED = {Bound.EQUAL: Bound.EQUAL, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """The value of a position, how certain it is, and the color whose point of view it takes.

    To create a score, call `exact`, `wld`, `selective` or `heuristic`.

    >>> score = Score.heuristic(Centidiscs(341), Color.BLACK, depth=12, probability=73)
    >>> print(score, "for", score.turn)
    +3.41 (depth 12, 73%) for black
    >>> score.pov(Color.WHITE), float(score)
    (<Score -3.41 (depth 12, 73%) for white>, 3.41)

    The operators `<`, `<=`, `>` and `>=` compare only values, from the point of view of the first score. `==`
    compares all fields, so two scores with the same value aren't necessarily equal.
    """

    value: Centidiscs
    """Discs of `turn` minus the other side's discs, in centidiscs, -6400..6400."""
    kind: Kind
    """How certain the value is."""
    turn: Color
    """The color whose point of view the value takes: a positive value is good for that side."""
    bound: Bound = Bound.EQUAL
    """Whether `value` is the value of the position or only a bound on it."""
    depth: int = 0
    """Number of plies that the search looked ahead, not counting passes. 0 means a static evaluation.

    If the search reached the end of the game, this is the number of empty squares, or 0 if unknown.
    """
    probability: int | None = None
    """Probability in percent, 1..99, that the search's probabilistic cuts were right. None if there were no
    cuts."""

    def __post_init__(self) -> None:
        assert abs(self.value) <= MAX_DISCS * DISC, f"{self.value} centidiscs: a value is -6400..6400"
        assert self.depth >= 0, f"{self.depth} is not a depth: use 0 or more"
        if self.probability is not None:
            assert 0 < self.probability < 100, f"{self.probability} is not a probability: use 1..99"
        assert self.kind is not Kind.SELECTIVE or self.probability, "a selective score needs a probability"
        assert not self.is_proved or self.probability is None, "a proved score cannot have a probability"
        if self.kind is not Kind.HEURISTIC:
            assert self.value % DISC == 0, "the score of a finished game is in whole discs"

    @classmethod
    def exact(cls, discs: Discs, turn: Color, *, bound: Bound = Bound.EQUAL, depth: int = 0) -> "Score":
        """Return a proven final disc difference, or a proven bound on it."""
        return cls(Centidiscs(DISC * discs), Kind.EXACT, turn, bound, depth)

    @classmethod
    def wld(cls, outcome: int, turn: Color, *, bound: Bound = Bound.EQUAL, depth: int = 0) -> "Score":
        """Return a proven win if *outcome* is positive, a draw if it is 0, or a loss if it is negative.

        The value of a win is one disc, and the value of a loss is minus one disc.
        """
        return cls(Centidiscs(DISC * sign(outcome)), Kind.WLD, turn, bound, depth)

    @classmethod
    def selective(
        cls, discs: Discs, turn: Color, probability: int, *, bound: Bound = Bound.EQUAL, depth: int = 0
    ) -> "Score":
        """Return a final disc difference that is right with a probability of *probability* percent."""
        return cls(Centidiscs(DISC * discs), Kind.SELECTIVE, turn, bound, depth, probability)

    @classmethod
    def heuristic(
        cls,
        value: Centidiscs,
        turn: Color,
        depth: int,
        probability: int | None = None,
        *,
        bound: Bound = Bound.EQUAL,
    ) -> "Score":
        """Return an estimate from a search of *depth* plies."""
        return cls(value, Kind.HEURISTIC, turn, bound, depth, probability)

    @property
    def discs(self) -> float:
        """The value in discs, -64..64."""
        return self.value / DISC

    @property
    def is_exact(self) -> bool:
        """Whether the score is the proven final disc difference rather than a bound on it."""
        return self.kind is Kind.EXACT and self.bound is Bound.EQUAL

    @property
    def is_proved(self) -> bool:
        """Whether the kind is EXACT or WLD. The score may be only a bound, but then the bound is proved."""
        return self.kind in (Kind.EXACT, Kind.WLD)

    def pov(self, color: Color) -> "Score":
        """Return the score from *color*'s point of view."""
        return self if Color(color) is self.turn else -self

    def __neg__(self) -> "Score":
        """Return the score from the other side's point of view."""
        value, bound = Centidiscs(-self.value), self.bound.flipped
        return Score(value, self.kind, self.turn.other, bound, self.depth, self.probability)

    def __float__(self) -> float:
        """Return the value in discs."""
        return self.discs

    def __lt__(self, other: "Score") -> bool:
        return self.value < other.pov(self.turn).value

    def __le__(self, other: "Score") -> bool:
        return self.value <= other.pov(self.turn).value

    def __gt__(self, other: "Score") -> bool:
        return self.value > other.pov(self.turn).value

    def __ge__(self, other: "Score") -> bool:
        return self.value >= other.pov(self.turn).value

    def __repr__(self) -> str:
        return f"<Score {self} for {self.turn}>"

    def __str__(self) -> str:
        """Return the score as a string such as "+12", "win" or ">= +3.41 (depth 12, 73%)"."""
        return self.amount if self.is_proved else f"{self.amount} ({self.certainty})"

    @property
    def amount(self) -> str:
        """The score without its certainty, such as "+12", "win" or ">= +3.41"."""
        limit = "" if self.bound is Bound.EQUAL else f"{self.bound.value} "
        return f"{limit}{self._number()}"

    @property
    def certainty(self) -> str:
        """How certain the score is: "exact" if it is proved, or a string such as "87%" or "depth 12, 73%"."""
        if self.is_proved:
            return "exact"
        depth = [f"depth {self.depth}"] if self.kind is Kind.HEURISTIC else []
        return ", ".join(depth + ([] if self.probability is None else [f"{self.probability}%"]))

    def _number(self) -> str:
        if self.kind is Kind.WLD:
            return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"
        if self.kind is Kind.HEURISTIC:
            return f"{self.discs:+.2f}"
        return f"{self.value // DISC:+d}"


def format_discs(value: float) -> str:
    """Return a number of discs as a label for pictures, such as "+3", "-1.5" or "0"."""
    rounded = round(value, 1)
    if not rounded:
        return "0"
    return f"{rounded:+.0f}" if rounded == round(rounded) else f"{rounded:+.1f}"
