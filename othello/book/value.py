"""Values with their certainty, and negamax, which computes a position's value from its moves.

A `Value` is from the point of view of the side to move, but does not contain the side's color. Its *trust* is
a number that represents how certain the value is. A larger number means that the value is more certain. The
number consists of three parts with 2, 7 and 7 bits:

    estimate     0, depth in plies, probability in percent (100 without probabilistic cuts)
    selective    1, probability in percent, depth
    exact        2, 0, depth

`negamaxed` gives a position the value of its best move. The position's trust is the lowest trust among the
moves that this value depends on. These are the best move and all moves that may be better because their
proved upper bound is above the value. If the value is an estimate, moves that look worse by more than
CLOSE_CD are ignored, because such large errors are rare. As a result, a value is exact only if all moves
together prove it, and a weak search at the end of a line lowers the trust of every position before it.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from othello.rules.score import DISC, Bound, Centidiscs, Color, Discs, Kind, Score
from othello.search.results import MAX_SCORE, MIN_SCORE

CLOSE_CD: Final = 400
"""If the best value is an estimate, moves that look worse by more centidiscs than this don't affect trust."""
NO_CUTS: Final = 100
"""The probability, in percent, that is stored for a search without probabilistic cuts."""
_KINDS: Final = (Kind.HEURISTIC, Kind.SELECTIVE, Kind.EXACT)
_EXACT, _SELECTIVE = 2 << 14, 1 << 14
_PART: Final = 0x7F
MAX_DEPTH: Final = _PART
"""The greatest depth that a value can have."""


class Value(NamedTuple):
    """A value from the point of view of the side to move."""

    cd: int
    """The value in centidiscs, -6400..6400."""
    trust: int
    """How certain the value is (see `othello.book.value`). Larger numbers are more certain."""
    lower: int = MIN_SCORE
    """Proved lower bound in discs."""
    upper: int = MAX_SCORE
    """Proved upper bound in discs. It equals `lower` if and only if the value is exact."""

    def __neg__(self) -> "Value":
        return Value(-self.cd, self.trust, -self.upper, -self.lower)

    @property
    def estimate_depth(self) -> int | None:
        """The depth in plies if this is an estimate, or else None."""
        return self.trust >> 7 & _PART if self.trust < _SELECTIVE else None

    @property
    def is_exact(self) -> bool:
        """Whether the value is the proven final score."""
        return self.lower == self.upper


def exact(discs: int, depth: int = 0) -> Value:
    """Return a proven final score. *depth* is the number of empty squares, or 0 if unknown."""
    return Value(DISC * discs, _EXACT | depth, discs, discs)


def heuristic(cd: int, depth: int, probability: int | None = None) -> Value:
    """Return an estimate from a *depth*-ply search. *probability* is None without probabilistic cuts."""
    return Value(cd, depth << 7 | (probability or NO_CUTS))


def selective(discs: int, probability: int, depth: int = 0) -> Value:
    """Return a final score that is right with this probability in percent.

    *depth* is the number of empty squares, or 0 if unknown.
    """
    return Value(DISC * discs, _SELECTIVE | probability << 7 | depth)


def value_of(score: Score) -> Value:
    """Return a score as a value. Raises ValueError if it is only a bound, or only a win, draw or loss."""
    if score.bound is not Bound.EQUAL or score.kind is Kind.WLD:
        raise ValueError(f"{score}: a book stores values, not bounds or outcomes")
    if score.kind is Kind.EXACT:
        return exact(score.value // DISC, score.depth)
    if score.kind is Kind.SELECTIVE:
        return selective(score.value // DISC, score.probability or NO_CUTS, score.depth)
    return heuristic(score.value, score.depth, score.probability)


def score_of(value: Value, turn: Color) -> Score:
    """Return a value as a score for *turn*, the side to move."""
    high, low = value.trust >> 7 & _PART, value.trust & _PART
    match _KINDS[value.trust >> 14]:
        case Kind.EXACT:
            return Score.exact(Discs(value.cd // DISC), turn, depth=low)
        case Kind.SELECTIVE:
            return Score.selective(Discs(value.cd // DISC), turn, high, depth=low)
    return Score.heuristic(Centidiscs(value.cd), turn, high, low if low < NO_CUTS else None)


def negamaxed(
    options: Iterable[Value],
    empties: int,
    *,
    is_complete: bool,
    lower: int = MIN_SCORE,
    upper: int = MAX_SCORE,
) -> Value | None:
    """Return the value of a position computed from its moves, or None if no move has a value or a bound.

    options      -- the values of the links and of the best outside move, all for the side to move
    empties      -- number of empty squares in the position
    is_complete  -- whether the options cover all legal moves. The best outside move stands for all others
                    that leave the book.
    lower, upper -- bounds on the value of the position that are already proved
    """
    values = list(options)
    lower = max([lower, *(value.lower for value in values)])
    if values and is_complete:
        upper = min(upper, max(value.upper for value in values))
    if lower >= upper:
        return exact(lower, empties)
    if not values:
        return None
    best = max(value.cd for value in values)
    decisive = [value for value in values if DISC * value.upper > best or value.cd == best]
    is_estimate = min(value.trust for value in decisive if value.cd == best) < _SELECTIVE
    if is_estimate:
        decisive = [value for value in decisive if value.cd >= best - CLOSE_CD]
    trust = min(value.trust for value in decisive)
    if trust >= (_EXACT if is_complete else _SELECTIVE):
        trust = heuristic(0, trust & _PART).trust  # a move without a value may be better
    return Value(min(max(best, DISC * lower), DISC * upper), trust, lower, upper)
