"""Facts that differ between the lines of a mistake. No search tests them, so they confirm no cause."""

from collections.abc import Iterator
from typing import Final

from othello.review import features
from othello.review.mistake import (
    MORE,
    NEAR,
    SHAPE_EMPTIES,
    SOON,
    MistakeLines,
    bit,
    bits,
    frontier_phrase,
    is_clear,
    legal,
    move_or_moves,
    short_line,
)
from othello.review.reason import Cause, Reason
from othello.rules.mobility import mobility_bits, stable_bits
from othello.rules.square import CORNERS, PASS, Move, format_moves, squares_of

WRONG: Final = 4
"""A move that loses at least this many discs in a shallow search is called a mistake."""


class DifferenceFinder(MistakeLines):
    """Looks for facts that differ between both lines of a mistake."""

    def differences(self) -> Iterator[Reason]:
        """Yield facts that differ between both lines but are not tested. The last is always available."""
        move, better = self._move, self._better
        yield from self._only_safe_move()
        for index in self._replies(NEAR):
            corner = self._line[index]
            if CORNERS & bit(corner) and self._gives(corner, index):
                yield from self._corner(corner, index, 0.0)
        yield from self._later_corner()
        yield from self._later_pass()
        yield from self._missed_stable()
        replied = {self._line[index] for index in self._replies(NEAR)}
        for edge in features.EDGES:
            is_closed = all(self._position.empty_bits & bit(square) for square in edge)
            if is_closed and move in edge and better not in edge and replied.intersection(edge):
                texts = [f"{move} opens the edge from {edge[0]} to {edge[-1]}", f"{better} keeps it closed"]
                yield from self._given(Cause.OPENED_EDGE, (edge[0], edge[-1]), texts, 0.0)
        if self._position.empties > SHAPE_EMPTIES:
            yield from self._clearest_count()
        if better in self._line[2::2]:
            yield from self._move_order()
        elif better is not PASS and better in self._line[3:NEAR:2]:
            text = f"{self._with_reply(self._line.index(better))}, which was {self._us}'s best move"
            yield from self._given(Cause.KEY_SQUARE, (better,), [text], 0.0)
        # Without numbers: their difference, each rounded, would contradict the rounded loss.
        played, best = map(self._lead, (self._mistake.played_discs, self._mistake.best_discs))
        is_same = played == best
        texts = [f"{played} after {move} as well as after {better}"] if is_same else []
        texts = texts or [f"After {move} {played}", f"After {better} {best}"]
        yield from self._given(Cause.BEST_LINE, (better,), texts, 0.0)

    def _move_order(self) -> Iterator[Reason]:
        """Yield that the best move comes too late, and that the reply would be a mistake after it."""
        move, better, reply, then = self._move, self._better, self._line[1], self._then[1]
        texts, squares = [f"The order of the moves matters: {better} must come before {move}"], [better]
        values = {line.move: line.score.discs for line in self._trials.lines(then)}
        if reply in values and max(values.values()) - values[reply] >= WRONG:
            texts.append(f"{self._them} can then play {reply}, which would be a mistake after {better}")
            squares.append(reply)
        yield from self._given(Cause.MOVE_ORDER, squares, texts, 0.0)

    def _only_safe_move(self) -> Iterator[Reason]:
        """Yield that the best move is the only safe move of several legal ones. No search tests this."""
        if features.safe_moves(self._position) == bit(self._better) and len(self._position.legal_moves) > 1:
            text = f"{self._better} was {self._us}'s only safe move"
            yield from self._given(Cause.ONLY_SAFE_MOVE, (self._better,), [text], 0.0)

    def _lead(self, discs: float) -> str:
        """Return a phrase for a value in discs, from our point of view."""
        leader = self._us if discs > 0 else self._them
        return f"{leader} is ahead" if round(discs) else "the game is even"

    def _gives(self, corner: Move, index: int) -> bool:
        """Return whether the mistake lets the opponent take *corner* with move *index*.

        After the best move, the opponent must not be able to take the corner so soon.
        """
        if index == 1 and not legal(self._then[1]) & bit(corner):
            return True  # also if the opponent takes the corner later in the best line
        soon = self._best[1::2][: index // 2 + 2]  # one more reply, as in `_lost_in_best_line`
        # A corner that the opponent could not take before our last move is given away by that move.
        is_ready = index == 1 or mobility_bits(self._after[index - 1], self._other) & bit(corner)
        return bool(is_ready) and corner not in soon

    def _later_corner(self) -> Iterator[Reason]:
        """Yield a corner that we take later in the best line, but not so soon in the played line."""
        for index in range(2, min(NEAR, len(self._best)), 2):
            corner = self._best[index]
            taken = self._line[: index + 3 : 2]  # one more move, as in `_lost_in_best_line`
            if CORNERS & bit(corner) and corner not in taken:
                first = next(ply for ply in range(0, index + 1, 2) if legal(self._then[ply]) & bit(corner))
                if first:
                    number = first // 2 + 1
                    text = f"With {self._better} {self._us} could have taken the corner {corner}"
                    texts = [f"{text} in {number} moves"]
                    yield from self._given(Cause.MISSED_CORNER, (corner,), texts, 0.0, number)
                    return

    def _later_pass(self) -> Iterator[Reason]:
        """Yield a pass that our second move forces in the best line, if the played line has none so soon."""
        if PASS in self._best[3:4] and PASS not in self._line[1:SOON:2]:
            text = f"{format_moves(self._best[:3])} would have forced {self._them} to pass"
            yield from self._given(Cause.MISSED_PASS, (self._best[2],), [text], 0.0)

    def _missed_stable(self) -> Iterator[Reason]:
        """Yield discs that our next moves in the best line make stable, unless the played line does, too."""
        plies = min(SOON - 1, len(self._best), len(self._line))
        corners = CORNERS & bits(self._best[:plies:2])
        made = stable_bits(self._then[plies], self._own) & ~stable_bits(self._position, self._own)
        missed = made & ~stable_bits(self._after[plies], self._own)
        if missed.bit_count() >= MORE and not corners:
            text = f"With {self._better} {self._us} could have got {missed.bit_count()} stable discs"
            squares, count = squares_of(missed), missed.bit_count()
            yield from self._given(Cause.MISSED_STABLE, squares, [text], 0.0, count)

    def _clearest_count(self) -> Iterator[Reason]:
        """Yield the count that differs most, if it differs clearly: replies, frontier discs or our moves."""

        def has(side: str, count: int) -> str:
            return f"{side} has {count} {move_or_moves(count)}"

        new = squares_of(legal(self._after[1]) & ~legal(self._then[1]))
        replies, discs = self._counts(1, legal), self._counts(1, features.frontier)
        mobility = f"After {self._move} {has(self._them, replies[0])}"
        frontier = f"After {self._move} {self._us} has {frontier_phrase(discs[0], self._them)}"
        facts = [
            (replies[0] - replies[1], Cause.MOBILITY, new, mobility, replies),
            (discs[0] - discs[1], Cause.FRONTIER, (self._move,), frontier, discs),
        ]
        played, best = (f"After {format_moves(line[:2])}" for line in (self._line, self._best))
        if self._has_moves(2):
            own = self._counts(2, legal)
            text = f"{played} {has(self._us, own[0])}"
            facts.append((own[1] - own[0], Cause.FEW_MOVES, self._line[1:2], text, own))
        difference, cause, squares, text, numbers = max(facts, key=lambda fact: fact[0])
        start = best if cause is Cause.FEW_MOVES else f"After {self._better}"
        side = self._them if cause is Cause.MOBILITY else self._us
        if is_clear(difference, max(numbers)):
            texts = [text, f"{start} {side} would have {numbers[1]}"]
            yield from self._given(cause, squares, texts, 0.0, *numbers)
        elif self._has_moves(4):
            own = self._counts(4, legal)
            if is_clear(own[1] - own[0], own[1]):
                played, best = (f"After {short_line(line[:4])}" for line in (self._line, self._best))
                text = f"{played} {self._us} has only {own[0]} {move_or_moves(own[0])}"
                texts = [text, f"{best} {self._us} would have {own[1]}"]
                yield from self._given(Cause.FEW_MOVES, self._line[3:4], texts, 0.0, *own)

    def _has_moves(self, plies: int) -> bool:
        """Return whether both lines continue after *plies* plies, and have no pass up to there."""
        lines = self._line, self._best
        return all(len(line) > plies and PASS not in line[:plies] for line in lines)
