"""A mistake with the lines that begin with it and with the best move, and the words about them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from othello.review import features
from othello.review.counterfactuals import Counterfactuals
from othello.review.reason import Cause, Reason
from othello.rules.mobility import mobility_bits
from othello.rules.position import Position
from othello.rules.square import PASS, Move, bits_of, format_moves, squares_of

NEAR: Final = 8
"""If a move to an X or C square is the cause, the opponent takes the corner within this many plies."""
SOON: Final = 4
"""Other causes must take effect in the played line within this many plies."""
MORE: Final = 3
"""A difference in frontier discs, openness or stable discs must be at least this large to be a cause."""
MORE_MOVES: Final = 2
"""A difference in mobility or safe moves must be at least this large to be a cause."""
CLEAR: Final = 0.25
"""A difference in mobility or frontier discs must be at least this share of the larger count."""
NAMED: Final = 3
"""A sentence names at most this many squares. If there are more squares, the board shows them better."""
SHAPE_EMPTIES: Final = 16
"""Mobility, openness and frontier count as causes only if more squares than this are empty."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that loses discs, the line that begins with it, and the line that begins with the best move."""

    position: Position
    """The position before the move."""
    line: tuple[Move, ...]
    """The played line: the move played, then the best moves of both sides, including passes."""
    best: tuple[Move, ...]
    """The best line: the best move, then the best moves of both sides, including passes."""
    played_discs: float
    """Value of the move played, in discs from the mover's point of view."""
    best_discs: float
    """Value of the best move, in discs from the mover's point of view."""

    @property
    def loss(self) -> float:
        """Number of discs that the move loses, rounded to hundredths."""
        return round(self.best_discs - self.played_discs, 2)


class MistakeLines:
    """Both lines of a mistake, for classes that look for reasons in them.

    *We* are the side that made the mistake. Both lines begin with our move, so in a line, our moves have even
    indexes, and the opponent's moves have odd indexes.
    """

    def __init__(self, mistake: Mistake, trials: Counterfactuals) -> None:
        self._position, self._line, self._best = mistake.position, mistake.line, mistake.best
        self._mistake, self._trials = mistake, trials
        self._loss = mistake.loss
        self._move, self._better = mistake.line[0], mistake.best[0]
        self._own, self._other = mistake.position.turn, mistake.position.turn.other
        self._us, self._them = str(self._own).capitalize(), str(self._other).capitalize()
        self._after, self._then = along(self._position, self._line), along(self._position, self._best)
        """The positions along the played line and the best line, as returned by `along`."""

    def _given(
        self, cause: Cause, squares: Iterable[Move], texts: Iterable[str], discs: float, *counts: int
    ) -> Iterator[Reason]:
        """Yield a reason whose cause explains *discs* discs.

        *texts* are its sentences without full stops. Empty ones are left out. *counts* are their numbers.
        """
        sentences = tuple(f"{text}." for text in texts if text)
        yield Reason(cause, tuple(squares), counts, sentences, max(0.0, min(discs, self._loss)))

    def _replies(self, plies: int) -> range:
        """Return the indexes of the opponent's moves in the first *plies* plies of the played line."""
        return range(1, min(plies, len(self._line)), 2)

    def _counts(self, plies: int, squares: Callable[[Position], int]) -> tuple[int, int]:
        """Return how many *squares* there are after *plies* moves of the played line and of the best line."""
        return squares(self._after[plies]).bit_count(), squares(self._then[plies]).bit_count()

    def _with_reply(self, index: int) -> str:
        """Return the beginning of a sentence: the played line up to the opponent's move *index*."""
        return f"After {short_line(self._line[:index])} {self._them} can play {self._line[index]}"

    def _corner(self, corner: Move, index: int, discs: float) -> Iterator[Reason]:
        """Yield the reason for a corner that the opponent takes with move *index*, or could take earlier."""
        first = next(ply for ply in self._replies(index + 1) if legal(self._after[ply]) & bit(corner))
        if first == 1 and mobility_bits(self._position, self._other) & bit(corner):
            text = f"{self._them} can still take the corner {corner} after {self._move}"
            yield from self._given(Cause.CORNER, (corner,), [text], discs)
            return
        cause, name = Cause.CORNER, f"{self._move}"
        if features.X_SQUARES.get(self._move) == corner:
            cause, name = Cause.X_SQUARE, f"The X square {self._move}"
        elif features.C_SQUARES.get(self._move) == corner:
            cause, name = Cause.C_SQUARE, f"The C square {self._move}"
        counts = () if first == 1 else (first // 2 + 1,)
        when = f"in {counts[0]} moves" if counts else "at once"
        text = f"{name} lets {self._them} take the corner {corner} {when}"
        yield from self._given(cause, (corner,), [text], discs, *counts)


def along(position: Position, line: Iterable[Move]) -> list[Position]:
    """Return the position before each move of a line, followed by the position after the last move."""
    positions = [position]
    for move in line:
        positions.append(positions[-1].play(move))
    return positions


def short_line(line: Sequence[Move]) -> str:
    """Return the moves of a line, or only the first and the last one if there are more than `NAMED`."""
    return format_moves(line) if len(line) <= NAMED else f"{line[0]} … {line[-1]}"


def legal(position: Position) -> int:
    """Return the bitboard of the legal moves."""
    return position.legal_moves_bits


def is_clear(difference: int, larger: int) -> bool:
    """Return whether the difference between two counts, of which *larger* is the larger, is worth telling."""
    return difference >= max(MORE_MOVES, CLEAR * larger)


def move_or_moves(count: int) -> str:
    """Return the noun that follows *count*."""
    return "move" if count == 1 else "moves"


def frontier_phrase(count: int, other: str) -> str:
    """Return a phrase about *count* frontier discs. *other* is the side that can move next to them."""
    return f"{count} discs next to empty squares, where {other} may find moves"


def named_squares(form: str, squares: int) -> str:
    """Return *form* with the names of squares, such as "a1, b1 and c2". Return "" for more than `NAMED`."""
    names = [str(square) for square in squares_of(squares)]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return form.format(listed) if len(names) <= NAMED else ""


def bit(move: Move) -> int:
    """Return the bitboard of a square, or 0 for a pass."""
    return 0 if move is PASS else 1 << move


def bits(moves: Iterable[Move]) -> int:
    """Return the bitboard of the moves' squares, without passes."""
    return bits_of(move for move in moves if move is not PASS)
