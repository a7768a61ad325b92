"""Reviews: the value of each move of a game, and that of the best move.

A game is searched from its end to its beginning with one transposition table. So each search uses the
results about the later positions, and solving the endgame takes much less time than solving its
positions separately.

If the played move is not the best one, its value comes from a search to the same depth, so both values
can be compared. The *loss* of a move is the difference, in discs. If the played move then has a higher
value than the best move, it counts as the best.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from othello.documented import documented
from othello.engine import Engine
from othello.formats.record import GameRecord
from othello.limits import Goal, Limits
from othello.opening_names import name_of
from othello.position import Position
from othello.results import SearchResult
from othello.score import Bound, Color, Kind, Score, sign
from othello.square import PASS, Move

LEVEL: Final = 14
"""Default level of the searches."""
EXACT_FROM: Final = 22
"""Default for the greatest number of empty squares of positions that are solved."""


@documented
class Mark(Enum):
    """The annotation mark of a move."""

    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss: float) -> "Mark":
        """Return the mark of a move that loses *loss* discs."""
        return next((mark for mark, least in LEAST_LOSS.items() if loss >= least), cls.NONE)


LEAST_LOSS: Final = {Mark.BLUNDER: 10.0, Mark.MISTAKE: 4.0, Mark.DUBIOUS: 2.0}
"""The least loss for each mark, in discs."""


@documented
@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game with its value and that of the best move."""

    ply: int
    """Number of the move, from 1, passes counted."""
    position: Position
    """The position before the move."""
    move: Move
    """The move played: a square or PASS."""
    played: Score
    """Value of the move played, the mover's view."""
    best: Score
    """Value of the best move, the mover's view; never less than `played`."""
    pv: tuple[Move, ...]
    """The best move and the best moves of both sides after it, passes included."""
    opening: str | None
    """Name of the opening after this move, see `othello.opening_names`; None if it has none."""

    @property
    def turn(self) -> Color:
        """The side that moved."""
        return self.position.turn

    @property
    def best_move(self) -> Move:
        """The best move; `move` itself if no other is better."""
        return self.pv[0]

    @property
    def loss(self) -> float:
        """Discs that the move loses, 0 or more."""
        return self.best.discs - self.played.discs

    @property
    def is_exact(self) -> bool:
        """Whether the loss is exact."""
        return is_exact(self.best) and is_exact(self.played)

    @property
    def mark(self) -> Mark:
        """The mark of the loss."""
        return Mark.of(self.loss)

    @property
    def changes_result(self) -> bool:
        """Whether the move provably gives away a win or a draw."""
        return self.is_exact and sign(self.best.value) > sign(self.played.value)


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts and the total loss of one side's moves."""

    moves: int
    """Number of reviewed moves, passes not counted."""
    best: int
    """Number of moves that lost nothing."""
    loss: float
    """Total loss in discs."""
    marks: dict[Mark, int]
    """Number of moves with each mark except `Mark.NONE`."""


def review_game(
    game: GameRecord, engine: Engine, limits: Limits | None = None, *, exact_from: int = EXACT_FROM
) -> Iterator[ReviewedMove]:
    """Yield the moves of a game with their values, from the last one to the first.

    *limits* are for each position, by default those of `LEVEL`. Positions with at most *exact_from*
    empty squares, 0..60, are solved instead. The transposition table of the engine is cleared first.
    """
    engine.new_game()
    searcher = _Searcher(engine, limits or Limits(level=LEVEL), exact_from)
    positions = game.positions()
    after = _Value.of(searcher.search(positions[-1]))
    for ply in range(len(game.moves), 0, -1):
        position, move = positions[ply - 1], game.moves[ply - 1]
        played = best = after.before(move)
        if move != PASS:
            found = searcher.search(position)
            played = searcher.comparable(played, found, positions[ply])
            best = played if played.score.value >= found.score.value else _Value.of(found)
        opening = name_of(positions[ply])
        yield ReviewedMove(ply, position, move, played.score, best.score, best.pv, opening)
        after = best


def tally(moves: Iterable[ReviewedMove], color: Color) -> Tally:
    """Return the counts and the total loss of one side's moves."""
    own = [move for move in moves if move.turn is color and move.move != PASS]
    marks = [move.mark for move in own]
    return Tally(
        moves=len(own),
        best=sum(move.loss == 0 for move in own),
        loss=sum(move.loss for move in own),
        marks={mark: marks.count(mark) for mark in Mark if mark is not Mark.NONE},
    )


def is_exact(score: Score) -> bool:
    """Return whether a score is exact and is not a bound."""
    return score.kind is Kind.EXACT and score.bound is Bound.EQUAL


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a position, the view of the side to move, and its best line."""

    score: Score
    pv: tuple[Move, ...]

    @classmethod
    def of(cls, result: SearchResult) -> "_Value":
        return cls(result.score, result.pv)

    def before(self, move: Move) -> "_Value":
        """Return the value of the position from which a move leads to this one."""
        return _Value(-self.score, (move, *self.pv))


@dataclass(frozen=True, slots=True)
class _Searcher:
    """An engine with the limits of a review."""

    engine: Engine
    limits: Limits
    exact_from: int

    def search(self, position: Position) -> SearchResult:
        """Search a position, or solve it if it has few enough empty squares."""
        is_solvable = position.empties <= self.exact_from
        return self.engine.go(position, Limits(goal=Goal.EXACT) if is_solvable else self.limits)

    def comparable(self, played: _Value, best: SearchResult, after: Position) -> _Value:
        """Return the value of the played move, from a search as deep as that of the best move.

        *played* is the value from the search of *after*, the position after the move.
        """
        if best.move == played.pv[0]:
            return _Value.of(best)
        if is_exact(played.score) or best.score.kind is not Kind.HEURISTIC:
            return played
        limits = Limits(depth=max(1, best.depth - 1), seconds=self.limits.seconds)
        return _Value.of(self.engine.go(after, limits)).before(played.pv[0])
