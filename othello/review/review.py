"""Reviewing a game: what each move was worth, and what the best one would have been.

A game is gone through from its end to its beginning with one transposition table: each
position then knows what follows, and the end game is solved exactly for a small part of what
its positions would cost alone.

Where a move is not the one that the search would have played, its own value is found by
looking as far ahead as the search of the best move did, so that both can be compared. The
*loss* of a move is the difference, in discs. If the move turns out better than the one that
was thought best, it is the best.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from othello.engine import Engine
from othello.formats.record import GameRecord
from othello.limits import Goal, Limits
from othello.opening_names import name_of
from othello.position import Position
from othello.results import SearchResult
from othello.score import Bound, Color, Kind, Score, sign
from othello.square import PASS, Move

LEVEL: Final = 14
"""How well a game is reviewed unless asked otherwise."""
EXACT_FROM: Final = 22
"""Empty squares from which values are exact unless asked otherwise."""


class Mark(Enum):
    """What a move deserves, as annotators write it."""

    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss: float) -> "Mark":
        """The mark for so many discs lost."""
        return next((mark for mark, least in LEAST_LOSS.items() if loss >= least), cls.NONE)


LEAST_LOSS: Final = {Mark.BLUNDER: 10.0, Mark.MISTAKE: 4.0, Mark.DUBIOUS: 2.0}
"""Discs that a move loses at least, to be marked so."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game with its value and the best one's."""

    ply: int
    """Number of the move, passes counted, from 1."""
    position: Position
    """The position before it."""
    move: Move
    """What was played: a square or PASS."""
    played: Score
    """What that is worth, the mover's view."""
    best: Score
    """What the best move is worth, the mover's view; never less than `played`."""
    pv: tuple[Move, ...]
    """The best move, and the best moves of both sides after it, passes included."""
    opening: str | None
    """Name of the opening after this move, see `opening_names`; None if it has none."""

    @property
    def turn(self) -> Color:
        """Whose move it was."""
        return self.position.turn

    @property
    def best_move(self) -> Move:
        """The best move; `move` itself where that is as good."""
        return self.pv[0]

    @property
    def loss(self) -> float:
        """Discs that the move loses, 0 or more."""
        return self.best.discs - self.played.discs

    @property
    def is_exact(self) -> bool:
        """Whether the loss is proved."""
        return is_proved(self.best) and is_proved(self.played)

    @property
    def mark(self) -> Mark:
        """What the move deserves."""
        return Mark.of(self.loss)

    @property
    def changes_result(self) -> bool:
        """Whether the move provably gives away a win or a draw."""
        return self.is_exact and sign(self.best.value) > sign(self.played.value)


@dataclass(frozen=True, slots=True)
class Tally:
    """What the moves of one side come to."""

    moves: int
    """Moves that were reviewed, passes not among them."""
    best: int
    """Moves that lost nothing."""
    loss: float
    """Discs that they lost, all together."""
    marks: dict[Mark, int]
    """How many moves have each mark; `Mark.NONE` is left out."""


@dataclass(frozen=True, slots=True)
class _Value:
    """What a position is worth to the side to move, and why."""

    score: Score
    pv: tuple[Move, ...]

    def before(self, move: Move) -> "_Value":
        """What a position is worth to the side that leads to this one by a move."""
        return _Value(-self.score, (move, *self.pv))


def review(
    game: GameRecord, engine: Engine, limits: Limits | None = None, *, exact_from: int = EXACT_FROM
) -> Iterator[ReviewedMove]:
    """The moves of a game with their values, from the last one to the first.

    *limits* are for each position, by default those of `LEVEL`; with *exact_from* (0..60) empty
    squares or fewer the position is solved instead. The engine forgets what it knew before.
    """
    limits = limits or Limits(level=LEVEL)
    engine.new_game()
    positions = game.positions()
    after = _value_of(positions[-1], engine, limits, exact_from)
    for ply in range(len(game.moves), 0, -1):
        position, move = positions[ply - 1], game.moves[ply - 1]
        played = after.before(move)
        if move == PASS:
            best = played
        else:
            found = engine.go(position, _limits_of(position, limits, exact_from))
            best = _Value(found.score, found.pv)
            played = _comparable(played, found, positions[ply], engine, limits, move)
            if played.score.value >= best.score.value:
                best = played
        opening = name_of(positions[ply])
        yield ReviewedMove(ply, position, move, played.score, best.score, best.pv, opening)
        after = best


def tally(moves: Iterable[ReviewedMove], color: Color) -> Tally:
    """What the moves of one side come to."""
    own = [move for move in moves if move.turn is color and move.move != PASS]
    marks = [move.mark for move in own]
    return Tally(
        moves=len(own),
        best=sum(move.loss == 0 for move in own),
        loss=sum(move.loss for move in own),
        marks={mark: marks.count(mark) for mark in Mark if mark is not Mark.NONE},
    )


def is_proved(score: Score) -> bool:
    """Whether a score is the very end of the game, not a limit of it where time ran out, nor likely."""
    return score.kind is Kind.EXACT and score.bound is Bound.EQUAL


def _limits_of(position: Position, limits: Limits, exact_from: int) -> Limits:
    return Limits(goal=Goal.EXACT) if position.empties <= exact_from else limits


def _value_of(position: Position, engine: Engine, limits: Limits, exact_from: int) -> _Value:
    """The value of the position after the last move."""
    found = engine.go(position, _limits_of(position, limits, exact_from))
    return _Value(found.score, found.pv)


def _comparable(
    played: _Value, best: SearchResult, after: Position, engine: Engine, limits: Limits, move: Move
) -> _Value:
    """The value of the move that was played, as good as that of the best one."""
    if best.move == move:
        return _Value(best.score, best.pv)
    if is_proved(played.score) or best.score.kind is not Kind.HEURISTIC:
        return played
    found = engine.go(after, Limits(depth=max(1, best.depth - 1), seconds=limits.seconds))
    return _Value(found.score, found.pv).before(move)
