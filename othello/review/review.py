"""Reviews a game: computes the value of each move played and of the best move in its place.

The value of a move is the value of the position after the move. The positions after the played move and after
the best move are searched within the same limits. The *loss* of a move is the difference between these
values, in discs. Estimates are rounded to tenths of a disc. If the played move has the higher value, it
counts as the best move.

A game is reviewed from end to beginning. While endgame positions are being solved, the transposition table is
kept, which is much faster than solving each position separately. Before every other search, the table is
cleared, and the search begins from the canonical position. As a result, the value of a move does not depend
on later moves of the game, and mirrored moves have the same value.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from othello.formats.record import GameRecord
from othello.review.counterfactuals import TABLE_MIB, Counterfactuals
from othello.review.mistake import Mistake
from othello.review.peers import Peers, peers_of, ratings_of_peers
from othello.review.reason import Reason
from othello.review.reasons import reasons_of
from othello.rules.board import BoardLike
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.score import DISC, Bound, Centidiscs, Color, Score, sign
from othello.rules.square import PASS, Move, Symmetry, inverse, transform_move
from othello.search import levels
from othello.search.analysis import Steps, run
from othello.search.engine import Engine
from othello.search.limits import Goal, Limits
from othello.search.stop_signal import StopSignal

REVIEW_LEVEL: Final = 14
"""The level of a review if no limits are given."""
EXACT_FROM: Final = 22
"""By default, positions with at most this many empty squares are solved."""

TENTH: Final = DISC // 10
"""Estimates are rounded to multiples of this number of centidiscs."""
TRIAL_LEVEL: Final = 6
"""The maximum level of the searches that find reasons."""


class Mark(Enum):
    """The mark that a review gives a move for its loss. Each member's value is the mark as written."""

    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss: float) -> "Mark":
        """Return the mark for a move that loses *loss* discs. The loss is first rounded to tenths."""
        return next((mark for mark, min_loss in MIN_LOSS.items() if round(loss, 1) >= min_loss), cls.NONE)


MIN_LOSS: Final = {Mark.BLUNDER: 10.0, Mark.MISTAKE: 4.0, Mark.DUBIOUS: 2.0}
"""The minimum loss for each mark, in discs."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move that was played, its value, and the best move with its value."""

    ply: int
    """Number of the move, from 1, counting passes."""
    position: Position
    """The position before the move."""
    move: Move
    """The move played: a square or PASS."""
    played: Score
    """Value of the move played, from the mover's point of view."""
    best: Score
    """Value of the best move, from the mover's point of view. It is at least `played`."""
    pv: tuple[Move, ...]
    """The best line: the best move, then the best moves of both sides, including passes."""
    opening: str | None
    """Name of the opening that this move completes (see `othello.opening_names`), or None."""
    line: tuple[Move, ...] = ()
    """The played line: `move`, then the best moves of both sides, including passes."""
    reasons: tuple[Reason, ...] = ()
    """The reasons for the loss, strongest first. Empty if there is no mark."""
    peers: Peers | None = None
    """How many people with the review's rating play the move and how many find the best move. None if the
    move is a pass or forced."""

    @property
    def turn(self) -> Color:
        """The side that moved."""
        return self.position.turn

    @property
    def best_move(self) -> Move:
        """The best move, which is `move` itself if no other move is better."""
        return self.pv[0]

    @property
    def loss(self) -> float:
        """Number of discs that the move loses, 0 or more."""
        return (self.best.value - self.played.value) / DISC

    @property
    def is_exact(self) -> bool:
        """Whether `loss` is exact because both values are exact."""
        return self.best.is_exact and self.played.is_exact

    @property
    def mark(self) -> Mark:
        """The mark for `loss`."""
        return Mark.of(self.loss)

    @property
    def avoided(self) -> float:
        """The loss in discs, multiplied by the share of `peers` who would play another move."""
        return self.loss * (1 - (self.peers.played if self.peers else 1))

    def row(self) -> dict[str, object]:
        """Return the move as a dictionary of plain values, for example for pandas.

        Values are discs from the mover's point of view.
        """
        return {
            "ply": self.ply,
            "turn": str(self.turn),
            "move": str(self.move),
            "played": self.played.discs,
            "best_move": str(self.best_move),
            "best": self.best.discs,
            "loss": self.loss,
            "exact": self.is_exact,
            "mark": self.mark.value,
            "reasons": " ".join(reason.cause.value for reason in self.reasons),
            "people_played": None if self.peers is None else self.peers.played,
            "people_best": None if self.peers is None else self.peers.best,
            "opening": self.opening,
        }

    @property
    def sentences(self) -> list[str]:
        """Sentences about the reasons and about how often people play the move. Empty for unmarked moves."""
        texts = [reason.text for reason in self.reasons]
        if self.mark is not Mark.NONE and self.peers is not None:
            texts.append(self.peers.sentence(self.best_move))
        return texts

    @property
    def changes_result(self) -> bool:
        """Whether the move provably gives away a win or a draw."""
        return self.is_exact and sign(self.best.value) > sign(self.played.value)


def review_game(
    game: GameRecord | BoardLike,
    engine: Engine,
    limits: Limits | None = None,
    *,
    exact_from: int = EXACT_FROM,
    peers: int | None = None,
    has_reasons: bool = True,
    cancel: StopSignal | None = None,
) -> Iterator[ReviewedMove]:
    """Return an iterator over the reviewed moves of a game, from last to first.

    game        -- a record, a board whose sides moved in turn, or a string that `Board.parse` can read
    limits      -- limits for the search of each position, by default level REVIEW_LEVEL
    exact_from  -- positions with at most this many empty squares, 0..60, are solved, whatever the limits
    peers       -- rating of the people with whom moves are compared, clamped to 1000..2300. By default, it is
                   the rating that each side's moves in this game suggest (see `othello.players.rate`).
    has_reasons -- whether to find reasons for marked moves, which takes about 20 % more time
    cancel      -- set this signal to end the review. The move being searched is then omitted.

    The engine's transposition table is cleared first. Raises TypeError if *game* is of another type, and the
    same exceptions as `GameRecord.from_board`.
    """
    record = game if isinstance(game, GameRecord) else GameRecord.from_board(game)
    reviews = _reviews(record, engine, limits, exact_from=exact_from, peers=peers, has_reasons=has_reasons)
    return _run(reviews, cancel or StopSignal())


def _run(
    reviews: Iterable[Callable[[StopSignal], Steps[ReviewedMove]]], cancel: StopSignal
) -> Iterator[ReviewedMove]:
    """Perform the searches and yield the reviewed moves until *cancel* is set."""
    for steps in reviews:
        move = run(steps, cancel=cancel)
        if cancel.is_set():
            return
        yield move


def review_steps(
    game: GameRecord,
    engine: Engine,
    limits: Limits,
    on_move: Callable[[ReviewedMove], None],
    cancel: StopSignal,
    peers: int | None = None,
) -> Steps[None]:
    """Return the steps of a review for an `Analysis`. *on_move* is called with each reviewed move.

    For the other parameters, see `review_game`.
    """
    for steps in _reviews(game, engine, limits, peers=peers):
        move = yield from steps(cancel)
        if cancel.is_set():
            return
        on_move(move)


def _reviews(
    game: GameRecord,
    engine: Engine,
    limits: Limits | None,
    *,
    exact_from: int = EXACT_FROM,
    peers: int | None = None,
    has_reasons: bool = True,
) -> Iterator[Callable[[StopSignal], Steps[ReviewedMove]]]:
    """For each move of a game, from last to first, yield a function that reviews it.

    For the parameters, see `review_game`.
    """
    engine.new_game()
    positions, ratings = game.positions(), ratings_of_peers(game.board(), peers)
    with Engine(table_mib=TABLE_MIB, evaluation=engine.evaluation) as trial_engine:
        searcher = _Searcher(engine, trial_engine, limits or Limits(level=REVIEW_LEVEL), exact_from)
        for ply in range(len(game.moves), 0, -1):
            # The first move has index 0 in the list, but ply 1.
            last, move = game.moves[ply - 2] if ply > 1 else None, game.moves[ply - 1]
            position, after = positions[ply - 1], positions[ply]
            peers_for_best = partial(peers_of, position, last, move, rating=ratings[position.turn])
            yield partial(searcher.reviewed, ply, position, move, after, peers_for_best, has_reasons)


@dataclass(frozen=True, slots=True)
class _Value:
    """A position's value from the point of view of the side to move, and its best line."""

    score: Score
    pv: tuple[Move, ...]

    def before(self, move: Move) -> "_Value":
        """Return the value of the position before *move* if *move* leads to this position."""
        return _Value(-self.score, (move, *self.pv))

    def transformed(self, symmetry: Symmetry) -> "_Value":
        """Return the value of the mirrored or rotated position."""
        return _Value(self.score, tuple(transform_move(move, symmetry) for move in self.pv))

    def at_least(self) -> "_Value":
        """Return this value for a position of which only some moves were searched.

        An exact value becomes a lower bound, because another move may be better.
        """
        return replace(self, score=replace(self.score, bound=Bound.LOWER)) if self.score.is_exact else self


class _Searcher:
    """Searches the positions of a review and remembers their values."""

    def __init__(self, engine: Engine, trial_engine: Engine, limits: Limits, exact_from: int) -> None:
        self._engine, self._limits, self._exact_from = engine, limits, exact_from
        self._trial_engine, self._trial_limits = trial_engine, _for_trials(limits)
        self._values: dict[Position, _Value] = {}
        """The values of canonical positions."""

    def reviewed(
        self,
        ply: int,
        position: Position,
        move: Move,
        after: Position,
        peers: Callable[[Move], Peers | None],
        has_reasons: bool,
        cancel: StopSignal,
    ) -> Steps[ReviewedMove]:
        """Return the reviewed move. If *has_reasons* is true and the move has a mark, find the reasons.

        *peers* takes the best move. It returns how often people play the move and how often they play the
        best move.
        """
        value = yield from self._value(after, cancel)
        played = value.before(move)
        best = yield from self._best(position, played, cancel)
        review = ReviewedMove(
            ply, position, move, played.score, best.score, best.pv, name_of(after), played.pv
        )
        if not cancel.is_set():
            review = replace(review, peers=peers(review.best_move))
        if not has_reasons or cancel.is_set() or review.mark is Mark.NONE:
            return review
        mistake = Mistake(position, review.line, review.pv, review.played.discs, review.best.discs)
        question = partial(reasons_of, mistake)
        reasons = yield from Counterfactuals().answer(
            question, self._trial_engine, self._trial_limits, cancel
        )
        return replace(review, reasons=reasons)

    def _value(self, position: Position, cancel: StopSignal, depth: int | None = None) -> Steps[_Value]:
        """Return the value of a position. If the limits include a time, *depth* also limits the search."""
        canonical, symmetry = position.canonical()
        if canonical not in self._values:
            if self._is_solvable(position):  # not the canonical position, so that table entries match
                value = yield from self._search(position, Limits(goal=Goal.EXACT), cancel)
                entry = value.transformed(symmetry)
            else:
                self._engine.new_game()
                entry = yield from self._search(canonical, self._limits_for(position, depth), cancel)
            self._values[canonical] = entry
        return self._values[canonical].transformed(inverse(symmetry))

    def _best(self, position: Position, played: _Value, cancel: StopSignal) -> Steps[_Value]:
        """Return the value of the best move. If the played move is not worse, it counts as the best move."""
        move = played.pv[0]
        if move is PASS:
            return played
        best = yield from self._value(position, cancel)
        if self._is_solvable(position):
            return played if played.score.value >= best.score.value else best
        if best.pv[0] != move:
            # Search the position after the best move within the same limits as after the played move.
            after = position.play(best.pv[0])
            value = yield from self._value(after, cancel, played.score.depth)
            other = value.before(best.pv[0])
            if other.score.value > played.score.value:
                return other.at_least()
        return played.at_least()

    def _is_solvable(self, position: Position) -> bool:
        return position.empties <= self._exact_from

    def _limits_for(self, position: Position, depth: int | None) -> Limits:
        limits = _with_even_end(self._limits, position.empties)
        if depth and limits.seconds is not None:
            limits = replace(limits, depth=min(depth, limits.depth or depth))
        return limits

    def _search(self, position: Position, limits: Limits, cancel: StopSignal) -> Steps[_Value]:
        with cancel.part() as part:
            result = yield from self._engine.steps(position, limits, part)
        # In tenths of a disc, as readers see it: the shown values differ by the shown loss.
        value = Centidiscs(TENTH * round(result.score.value / TENTH))
        return _Value(replace(result.score, value=value), result.pv)


def _for_trials(limits: Limits) -> Limits:
    """Return the limits for the searches that find reasons: a review's limits, up to level TRIAL_LEVEL."""
    level = TRIAL_LEVEL if limits.level is None else min(limits.level, TRIAL_LEVEL)
    return replace(limits, level=level)


def _with_even_end(limits: Limits, empties: int) -> Limits:
    """Return limits that make a search evaluate positions with an even number of empty squares.

    The evaluation may favor the side to move. If one search evaluated positions with black to move and the
    next search positions with white to move, the values of successive positions would differ for this reason
    alone.
    """
    depths = [] if limits.depth is None else [limits.depth]
    if limits.level is not None:
        depths.append(levels.depth_and_selectivity(limits.level, empties)[0])
    depth = min(depths, default=empties)
    if depth >= empties:
        return limits
    return replace(limits, depth=max(1, depth - (empties - depth) % 2))
