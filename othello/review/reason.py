"""A reason for a mistake: its cause, squares, counts and its sentences."""

from dataclasses import dataclass
from enum import Enum

from othello.rules.square import Move, format_move


class Cause(Enum):
    """The cause of a mistake. The value of each member is its code in JSON."""

    WIPE_OUT = "wipe_out"
    """The opponent can take every disc."""
    MISSED_WIPE_OUT = "missed_wipe_out"
    """The best move would have taken every disc in the end."""
    X_SQUARE = "x_square"
    """The move is on an X square and gives up the corner next to it."""
    C_SQUARE = "c_square"
    """The move is on a C square and gives up the corner next to it."""
    CORNER = "corner"
    """The move gives up a corner, or fails to prevent the opponent from taking one."""
    MISSED_CORNER = "missed_corner"
    """The best move takes a corner."""
    PASS = "pass"
    """The mover must pass soon."""
    MISSED_PASS = "missed_pass"
    """The best move forces the opponent to pass."""
    TEMPO = "tempo"
    """The mover has no safe move left."""
    SAFE_MOVES = "safe_moves"
    """The mover has few safe moves left."""
    PARITY = "parity"
    """The opponent gets the last move in a region."""
    WEDGE = "wedge"
    """The opponent plays between two of the mover's discs on an edge."""
    UNBALANCED_EDGE = "unbalanced_edge"
    """The move creates an edge of five discs, which the opponent attacks."""
    STABLE_DISCS = "stable_discs"
    """The opponent gets stable discs with a move that does not take a corner."""
    MISSED_STABLE = "missed_stable"
    """The best line soon gives the mover stable discs without a corner. No search confirms this cause."""
    ONLY_SAFE_MOVE = "only_safe_move"
    """The best move is the mover's only safe move. No search confirms this cause."""
    FEW_MOVES = "few_moves"
    """The mover has few moves left after the reply."""
    MOBILITY = "mobility"
    """The move gives the opponent many moves."""
    QUIET_MOVE = "quiet_move"
    """The best move is quiet: it flips only inner discs."""
    FRONTIER = "frontier"
    """The move leaves many of the mover's discs next to empty squares."""
    KEY_SQUARE = "key_square"
    """The opponent's reply is on the square of the best move."""
    ACCESS = "access"
    """The opponent's reply is on a square where it could not play after the best move."""
    MOVE_ORDER = "move_order"
    """The best move comes too late in the line. Searches do not confirm this cause."""
    OPENED_EDGE = "opened_edge"
    """The move is the first move on an edge that the best move leaves empty, and the opponent plays there."""
    REFUTATION = "refutation"
    """The opponent's reply makes the loss. The reason is given only if no fact tells more."""
    BEST_LINE = "best_line"
    """No other cause is known, so the sentences compare who is ahead after both moves."""
    ONLY_MOVE = "only_move"
    """All other moves lose many discs. This cause and the next one follow another reason."""
    EQUAL_MOVES = "equal_moves"
    """Other moves are exactly as good as the best move."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a mistake."""

    cause: Cause
    """The kind of reason."""
    squares: tuple[Move, ...]
    """The squares that the reason concerns, such as the lost corner. There is at least one square."""
    counts: tuple[int, ...]
    """The numbers in the sentences, in order, for translations."""
    sentences: tuple[str, ...]
    """The reason in words. The first sentence tells what is wrong. Others compare it with the best move, or
    name squares."""
    discs: float
    """Number of discs that the cause explains according to searches, at most the whole loss.

    0 if searches do not confirm the cause. The facts in the sentences are true in any case.
    """

    @property
    def text(self) -> str:
        """The sentences as one text."""
        return " ".join(self.sentences)

    def object(self) -> dict[str, object]:
        """Return the reason as a JSON object."""
        squares = [format_move(square) for square in self.squares]
        return {
            "code": self.cause.value,
            "squares": squares,
            "counts": list(self.counts),
            "sentences": list(self.sentences),
            "discs": round(self.discs, 2),
        }
