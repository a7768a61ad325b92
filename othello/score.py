"""Colors, results and scores: a value that says what it is.

A game is counted in discs: the difference at its end, with the empty squares given to the
winner, so it is even and lies within -64..64. An evaluation is counted in centidiscs, 100
to a disc. A `Score` carries a number of centidiscs together with how far it can be
trusted (`Kind`), whether it is the value or a limit of it (`Bound`), and whose view it is.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

from othello.errors import InvalidNotationError, quoted
from othello.kernels import constants
from othello.kernels.constants import DISC as DISC
from othello.kernels.constants import MOST_DISCS as MOST_DISCS

Discs = NewType("Discs", int)
"""A difference of discs, -64..64."""
Centidiscs = NewType("Centidiscs", int)
"""A difference in hundredths of a disc, -6400..6400."""


class Color(Enum):
    """Black or white; the value is the number that stands for it in compiled code."""

    BLACK = constants.BLACK
    WHITE = constants.WHITE

    other: "Color"
    """The opponent's color."""

    @classmethod
    def parse(cls, text: str) -> "Color":
        """The color of "black", "b", "white" or "w", in any case."""
        color = _COLORS.get(text.strip().lower())
        if color is None:
            raise InvalidNotationError(f"{quoted(text)} is not a color: write black or white, or b or w")
        return color

    def __str__(self) -> str:
        return self.name.lower()


Color.BLACK.other, Color.WHITE.other = Color.WHITE, Color.BLACK
_COLORS = {"black": Color.BLACK, "b": Color.BLACK, "white": Color.WHITE, "w": Color.WHITE}


def final_score(own: int, other: int) -> Discs:
    """The score of a finished game for the side with *own* discs: the winner gets the empty squares.

    >>> final_score(13, 0), final_score(20, 40), final_score(30, 30)
    (64, -24, 0)
    """
    if own == other:
        return Discs(0)
    empties = 64 - own - other
    return Discs(own - other + (empties if own > other else -empties))


def sign(value: float) -> int:
    """Return 1 for a positive value, -1 for a negative one, and 0 for 0: a win, a loss, a draw."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, or would end here.

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
        """The final score in black's view: the winner gets the empty squares."""
        return final_score(self.black_discs, self.white_discs)

    @property
    def black(self) -> int:
        """Black's discs with the empty squares if black won, or half of them after a draw, 0..64."""
        return (MOST_DISCS + self.margin) // 2

    @property
    def white(self) -> int:
        """White's discs with the empty squares if white won, or half of them after a draw, 0..64."""
        return MOST_DISCS - self.black

    @property
    def winner(self) -> Color | None:
        """The side with more discs; None is a draw."""
        if self.black_discs == self.white_discs:
            return None
        return Color.BLACK if self.black_discs > self.white_discs else Color.WHITE

    def __str__(self) -> str:
        """The margin after the winner's letter, as in "B+12" and "W+4"; "0" for a draw."""
        if self.winner is None:
            return "0"
        return f"{self.winner.name[0]}+{abs(self.margin)}"


class Kind(Enum):
    """What a score is worth."""

    EXACT = "exact"
    """The difference of discs at the end of the game, proved."""
    WLD = "wld"
    """Win, loss or draw, proved; only the sign of the value means anything."""
    SELECTIVE = "selective"
    """The difference at the end of the game, true with a probability: cuts on the way were statistical."""
    HEURISTIC = "heuristic"
    """An evaluation, some plies deep."""


class Bound(Enum):
    """Whether the value of a score is what was sought, or a limit of it."""

    EQUAL = "="
    LOWER = ">="
    UPPER = "<="

    @property
    def flipped(self) -> "Bound":
        """The same bound on the negated value."""
        return _FLIPPED[self]


_FLIPPED = {Bound.EQUAL: Bound.EQUAL, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


@dataclass(frozen=True, slots=True)
class Score:
    """A value that says what it is, and whose.

    Make one by `exact`, `wld`, `selective` or `heuristic`.

    >>> score = Score.heuristic(Centidiscs(341), Color.BLACK, depth=12, selectivity=73)
    >>> print(score, "for", score.turn)
    +3.41 (depth 12, 73%) for black
    >>> print(score.pov(Color.WHITE))
    -3.41 (depth 12, 73%)
    """

    value: Centidiscs
    """Discs of *turn* minus discs of the other side, in hundredths: -6400..6400."""
    kind: Kind
    """What the value is worth."""
    turn: Color
    """Whose view it is: a positive value is good for this side."""
    bound: Bound = Bound.EQUAL
    """Whether the value is meant, or that it is at least or at most so much."""
    depth: int = 0
    """Plies that were searched, passes not counted; 0 is a static evaluation. Where the search
    reached the end of the game it is the number of empty squares, or 0 if that is not known."""
    selectivity: int | None = None
    """Probability, in percent, 1..99, that the cuts of the search were right; None if it made none
    that could be wrong."""

    def __post_init__(self) -> None:
        assert abs(self.value) <= MOST_DISCS * DISC, f"{self.value} centidiscs are more than a board holds"
        assert self.depth >= 0, f"{self.depth} is not a depth"
        assert self.selectivity is None or 0 < self.selectivity < 100, f"{self.selectivity} % is no doubt"
        assert self.kind is not Kind.SELECTIVE or self.selectivity, "a selective score needs its probability"
        assert not self.is_proved or self.selectivity is None, "a proved score has no probability"
        if self.kind is not Kind.HEURISTIC:
            assert self.value % DISC == 0, "a score of a finished game is in whole discs"

    @classmethod
    def exact(cls, discs: Discs, turn: Color, *, bound: Bound = Bound.EQUAL, depth: int = 0) -> "Score":
        """A difference at the end of the game, or a bound of it, that is proved."""
        return cls(Centidiscs(DISC * discs), Kind.EXACT, turn, bound, depth)

    @classmethod
    def wld(cls, outcome: int, turn: Color, *, bound: Bound = Bound.EQUAL, depth: int = 0) -> "Score":
        """Return a proved win (*outcome* > 0), draw (0) or loss (< 0); a win has the value of one disc."""
        return cls(Centidiscs(DISC * sign(outcome)), Kind.WLD, turn, bound, depth)

    @classmethod
    def selective(
        cls, discs: Discs, turn: Color, selectivity: int, *, bound: Bound = Bound.EQUAL, depth: int = 0
    ) -> "Score":
        """A difference at the end of the game that is right with a probability of *selectivity* percent."""
        return cls(Centidiscs(DISC * discs), Kind.SELECTIVE, turn, bound, depth, selectivity)

    @classmethod
    def heuristic(
        cls,
        value: Centidiscs,
        turn: Color,
        depth: int,
        selectivity: int | None = None,
        *,
        bound: Bound = Bound.EQUAL,
    ) -> "Score":
        """An evaluation, *depth* plies deep."""
        return cls(value, Kind.HEURISTIC, turn, bound, depth, selectivity)

    @property
    def discs(self) -> float:
        """The value in discs, -64..64."""
        return self.value / DISC

    @property
    def is_proved(self) -> bool:
        """Whether the value, as far as it goes, cannot be wrong."""
        return self.kind in (Kind.EXACT, Kind.WLD)

    def pov(self, color: Color) -> "Score":
        """The same score seen by *color*."""
        return self if color is self.turn else -self

    def __neg__(self) -> "Score":
        """The same score seen by the other side."""
        value, bound = Centidiscs(-self.value), self.bound.flipped
        return Score(value, self.kind, self.turn.other, bound, self.depth, self.selectivity)

    def __str__(self) -> str:
        """The score in short, in the view of *turn*; "+12" is exact, what is not says so in brackets."""
        limit = "" if self.bound is Bound.EQUAL else f"{self.bound.value} "
        return f"{limit}{self._number()}{self._doubts()}"

    def _number(self) -> str:
        if self.kind is Kind.WLD:
            return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"
        if self.kind is Kind.HEURISTIC:
            return f"{self.discs:+.2f}"
        return f"{self.value // DISC:+d}"

    def _doubts(self) -> str:
        doubts = [f"depth {self.depth}"] if self.kind is Kind.HEURISTIC else []
        if self.selectivity is not None:
            doubts.append(f"{self.selectivity}%")
        return f" ({', '.join(doubts)})" if doubts else ""
