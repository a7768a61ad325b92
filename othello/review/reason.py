"""A reason for a mistake: a cause with its code, squares, counts and a sentence."""

from dataclasses import dataclass
from enum import Enum

from othello.rules.square import Move, format_move


class Cause(Enum):
    """The cause of a mistake. Its value is the code for scripts."""

    WIPE_OUT = "wipe_out"
    """The opponent can take every disc."""
    MISSED_WIPE_OUT = "missed_wipe_out"
    """The best move leads to an end at which the opponent has no discs."""
    X_SQUARE = "x_square"
    """The move is on an X square and gives up the corner next to it."""
    C_SQUARE = "c_square"
    """The move is on a C square and gives up the corner next to it."""
    CORNER = "corner"
    """The move gives up a corner, or does not prevent the opponent from taking one."""
    MISSED_CORNER = "missed_corner"
    """The best move takes a corner."""
    PASS = "pass"
    """The side must pass soon."""
    MISSED_PASS = "missed_pass"
    """The best move makes the opponent pass."""
    TEMPO = "tempo"
    """The side has no safe move left."""
    SAFE_MOVES = "safe_moves"
    """The side has few safe moves left."""
    PARITY = "parity"
    """The opponent gets the last move in a region."""
    WEDGE = "wedge"
    """The opponent plays between two discs of the side on an edge."""
    UNBALANCED_EDGE = "unbalanced_edge"
    """The move makes an edge of five discs, which the opponent attacks."""
    STABLE_DISCS = "stable_discs"
    """The opponent gets stable discs without taking a corner."""
    FEW_MOVES = "few_moves"
    """The side has fewer moves after the reply."""
    MOBILITY = "mobility"
    """The move gives the opponent many moves."""
    QUIET_MOVE = "quiet_move"
    """The best move is quiet: it flips only inner discs."""
    FRONTIER = "frontier"
    """The move leaves many discs next to empty squares."""
    KEY_SQUARE = "key_square"
    """The opponent plays on the square of the best move immediately."""
    ACCESS = "access"
    """The move gives the opponent access to a square that it cannot play after the best move."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a mistake."""

    cause: Cause
    """The code."""
    squares: tuple[Move, ...]
    """The squares concerned, such as the lost corner. Never empty."""
    counts: tuple[int, ...]
    """The numbers in the sentence, in order, for translations."""
    sentence: str
    """The reason in one sentence."""
    discs: float
    """Discs of the loss that the cause explains, according to searches. At most the whole loss."""

    def object(self) -> dict[str, object]:
        """Return the reason for scripts."""
        squares = [format_move(square) for square in self.squares]
        return {
            "code": self.cause.value,
            "squares": squares,
            "counts": list(self.counts),
            "sentence": self.sentence,
            "discs": round(self.discs, 2),
        }
