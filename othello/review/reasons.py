"""Finds the reasons for a mistake and explains them in the language of Othello players.

A reason names a cause: something that the mistake allows the opponent to do, or something that the best move
would have achieved. The facts in its sentence come from the position and the best lines. A cause is confirmed
if it explains at least `SHARE` of the loss. One of three tests shows how much a cause explains:

*Without the cause*: search the position again, but forbid the opponent the replies that use the cause. The
cause explains as many discs as the opponent loses by this. If the cause is a better move that was missed, for
example a move into a corner, our own moves of this kind are forbidden instead.

*A free pass*: after the mistake and the reply, let our side pass. The pass must help our side, and it must
help our side more than the same pass in the best line.

*Among the moves*: search all other legal moves. On average, the moves that resemble the mistake in some
respect, such as mobility, must lose more discs than the moves that resemble the best move.

`othello.review.counterfactuals` performs these searches. They are shallow, so they often confirm no cause of
a mistake that only a deep search can see. The reason for such a mistake is the cause that explains the most
discs, or a fact that differs between both lines. The causes in `BARE` only name moves, so another fact
follows them or takes their place.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from othello.review import features
from othello.review.counterfactuals import Counterfactuals
from othello.review.differences import DifferenceFinder
from othello.review.mistake import (
    MORE,
    MORE_MOVES,
    NEAR,
    SHAPE_EMPTIES,
    SOON,
    Mistake,
    bit,
    bits,
    frontier_phrase,
    is_clear,
    legal,
    move_or_moves,
    named_squares,
)
from othello.review.reason import Cause, Reason
from othello.rules.mobility import mobility_bits, stable_bits
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.rules.square import CORNERS, PASS, Move, bits_of, squares_of

SHARE: Final = 0.5
"""The minimum share of the loss that a cause must explain."""
MOST: Final = 3
"""The maximum number of reasons for a move."""
ONLY: Final = 4
"""If all other moves lose at least this many discs, the best move is the only good one. For estimates, the
same number is a margin for errors."""
FEW: Final = 3
"""A side with at most this many moves is running out of moves. The same limit applies to safe moves."""
TEMPO_EMPTIES: Final = 48
"""A lack of moves counts as a cause only in positions with at most this many empty squares. Earlier in the
game, a pass changes too much."""
LARGEST_REGION: Final = 8
"""Parity is a cause only in regions of at most this many empty squares."""
BARE: Final = frozenset({Cause.KEY_SQUARE, Cause.ACCESS, Cause.MOVE_ORDER, Cause.BEST_LINE})
"""Causes that name a move but do not tell what it achieves."""
NEAR_CORNERS: Final = frozenset({Cause.X_SQUARE, Cause.C_SQUARE})
"""Causes of a move beside the corner that it gives away."""
_NEXT_CORNERS: Final = features.X_SQUARES | features.C_SQUARES


def reasons_of(mistake: Mistake, trials: Counterfactuals, *, most: int = MOST) -> tuple[Reason, ...]:
    """Return up to *most* reasons for a mistake. The first confirmed reason explains most of the loss.

    A corner that the move gives away comes before the other reasons, also if no search confirms it, because
    it is what a player must see first: the opponent can take it at once, or it is next to the move.

    If no reason is confirmed, the first one is the most plausible one, with 0 discs. If its cause is one of
    `BARE`, a fact that differs between both lines follows, if there is one. Without a fact, the reply follows
    if it makes the loss. After that comes what distinguishes the best move from the other moves, with 0
    discs. At the end come other confirmed reasons.
    """
    finder = ReasonFinder(mistake, trials)
    reasons = sorted(finder.reasons(), key=lambda reason: -reason.discs)
    confirmed = [reason for reason in reasons if reason.discs >= SHARE * mistake.loss]
    facts = [
        reason if reason in confirmed else replace(reason, discs=0.0)
        for reason in reasons
        if reason.cause not in BARE
    ]
    corners = [reason for reason in facts if reason.cause in NEAR_CORNERS or _is_corner_now(reason)]
    first = (corners or confirmed or facts or [replace(reasons[0], discs=0.0)])[0]
    following = facts[:1] if first.cause in BARE else []
    if first.cause in (Cause.MOVE_ORDER, Cause.BEST_LINE) and len(first.squares) == 1:
        following = list(finder.refutation())
        if following and first.cause is Cause.BEST_LINE:
            first = following.pop()
    others = [reason for reason in confirmed if reason not in (first, *following)]
    is_safe = Cause.ONLY_SAFE_MOVE in (reason.cause for reason in (first, *following))
    return (first, *following, *(() if is_safe else finder.alternatives()), *others)[:most]


class ReasonFinder(DifferenceFinder):
    """Looks for the reasons for a single mistake."""

    def reasons(self) -> Iterator[Reason]:
        """Yield all reasons, starting with the causes that are most instructive for a player."""
        for look in (self._wipe_outs, self._corners, self._passes, self._tempo, self._parity, self._edges):
            yield from look()
        is_midgame = self._position.empties > SHAPE_EMPTIES
        if is_midgame and not features.new_corners(self._position, self._move):
            yield from self._shapes()
        yield from self._replied()
        yield from self.differences()

    def alternatives(self) -> Iterator[Reason]:
        """Yield that the best move is the only good one, or that other moves are exactly as good."""
        lines = self._trials.lines(self._position)
        best = next(line.score for line in lines if line.move == self._better)
        others = [line for line in lines if line.move != self._better]
        equal = bits(line.move for line in others if best.is_exact and line.score == best)
        named = named_squares("{} are equally good", equal | bit(self._better))
        gap = min(best.discs - others[0].score.discs, self._loss)
        sure = int(gap if best.is_exact else gap - ONLY)
        if sure >= ONLY:
            text = f"{self._better} was {self._us}'s only good move: all others lose at least {sure} discs"
            yield from self._given(Cause.ONLY_MOVE, (self._better,), [text], 0.0, sure)
        elif equal and named:
            squares = squares_of(equal | bit(self._better))
            yield from self._given(Cause.EQUAL_MOVES, squares, [named], 0.0)

    def refutation(self) -> Iterator[Reason]:
        """Yield the opponent's reply if the move loses so much only because of it."""
        after, reply = self._after[1], self._line[1] if self._replies(SOON) else PASS
        discs = self._trials.without(after, bit(reply)) if reply is not PASS else 0.0
        if discs < SHARE * self._loss:
            return
        text = f"{self._them} punishes {self._move} with {reply}"
        lines = self._trials.lines(after)
        gap = self._trials.without_once(after, bit(reply)) if len(lines) > 1 else 0.0
        sure = int(gap if lines[0].score.is_exact else gap - ONLY)
        if sure >= ONLY:
            text = f"{text}: all other replies lose at least {sure} discs"
            yield from self._given(Cause.REFUTATION, (reply,), [text], discs, sure)
        else:
            yield from self._given(Cause.REFUTATION, (reply,), [text], discs)

    def _wipe_outs(self) -> Iterator[Reason]:
        """Yield wipe-outs: one side has no discs at the end of the line.

        These need no test, because the values of the moves prove them.
        """
        if self._mistake.played_discs == -MAX_DISCS and not self._after[-1].discs(self._own):
            text = f"After {self._move} {self._them} can take every disc"
            yield from self._given(Cause.WIPE_OUT, (self._move,), [text], self._loss)
        if self._mistake.best_discs == MAX_DISCS and not self._then[-1].discs(self._other):
            text = f"With {self._better} {self._us} could have taken every disc"
            yield from self._given(Cause.MISSED_WIPE_OUT, (self._better,), [text], self._loss)

    def _corners(self) -> Iterator[Reason]:
        """Yield the first corner that the move loses, and the corner that the best move would have taken."""
        yield from itertools.islice(self._lost_corners(), 1)
        yield from self._missed_corner()

    def _lost_corners(self) -> Iterator[Reason]:
        """Yield the corners that the opponent soon takes in the played line because of the mistake."""
        lost_anyway = self._lost_in_best_line()
        for index in self._replies(NEAR):
            corner = self._line[index]
            if CORNERS & ~lost_anyway & bit(corner) and self._is_lost_by_move(corner, index):
                discs = self._trials.without(self._after[index], bit(corner))
                yield from self._corner(corner, index, discs)

    def _lost_in_best_line(self) -> int:
        """Return the squares that the opponent also takes in the best line.

        The opponent must take them soon there or must have been able to take them even before the mistake.
        """
        replies = self._best[1::2]
        soon = replies[: NEAR // 2 + 1]  # one more reply, because merely delaying a loss does not avoid it
        return bits(soon) | bits(replies) & mobility_bits(self._position, self._other)

    def _is_lost_by_move(self, corner: Move, index: int) -> bool:
        """Return whether the mistake, rather than a later move, allows move *index* to take *corner*."""
        if _NEXT_CORNERS.get(self._move) == corner:
            return True
        is_given_up_later = any(_NEXT_CORNERS.get(move) == corner for move in self._line[2:index:2])
        return index < SOON and not is_given_up_later

    def _missed_corner(self) -> Iterator[Reason]:
        """Yield the corner that the best move takes, unless the mistake takes a corner or we soon take it."""
        own = self._position.legal_moves_bits & CORNERS
        is_soon = self._better in self._line[:NEAR:2]
        if own & bit(self._better) and not own & bit(self._move) and not is_soon:
            discs = self._trials.without_once(self._position, own)
            text = f"{self._us} could have taken the corner {self._better}"
            yield from self._given(Cause.MISSED_CORNER, (self._better,), [text], discs)

    def _passes(self) -> Iterator[Reason]:
        """Yield a pass that the opponent can soon force on us, and a pass that we could have forced."""
        if PASS not in self._best[:NEAR:2]:
            for index in self._replies(SOON):
                if PASS in self._line[index + 1 : index + 2]:  # our next move, if there is one
                    before = self._after[index]
                    discs = self._trials.without(before, _forcing(before))
                    text = f"{self._with_reply(index)}, and {self._us} must pass"
                    yield from self._given(Cause.PASS, (self._line[index],), [text], discs)
                    break
        forcing = _forcing(self._position)
        if forcing & bit(self._better) and not forcing & bit(self._move):
            discs = self._trials.without_once(self._position, forcing)
            text = f"{self._better} would have forced {self._them} to pass"
            yield from self._given(Cause.MISSED_PASS, (self._better,), [text], discs)

    def _tempo(self) -> Iterator[Reason]:
        """Yield a reason if we run out of moves, so that a pass would help us."""
        # This compares the positions before our next move, unless a line ends earlier or contains a pass.
        if min(len(self._after), len(self._then)) < 4 or PASS in (*self._line[1:3], *self._best[1:3]):
            return
        played, best = self._after[2], self._then[2]
        safe, best_safe = self._counts(2, features.safe_moves)
        count, best_count = self._counts(2, legal)
        lacks_safe_moves = safe <= FEW and best_safe >= safe + MORE_MOVES
        lacks_moves = count <= FEW and best_count >= count + MORE_MOVES
        if played.empties > TEMPO_EMPTIES or not (lacks_safe_moves or lacks_moves):
            return
        # If a pass would help us just as much in the best line, a lack of moves does not explain the loss.
        gain = self._trials.gain_of_pass(played)
        discs = min(gain, gain - self._trials.gain_of_pass(best))
        reply = self._line[1]
        if lacks_safe_moves:
            cause = Cause.SAFE_MOVES if safe else Cause.TEMPO
            left, best_left = f"{f'only {safe}' if safe else 'no'} safe {move_or_moves(safe)}", best_safe
        else:
            cause, left, best_left = Cause.FEW_MOVES, f"only {count} {move_or_moves(count)}", best_count
        counts = {Cause.TEMPO: (best_left,), Cause.SAFE_MOVES: (safe, best_left)}.get(
            cause, (count, best_left)
        )
        text = f"After {self._move} {reply} {self._us} has {left} left"
        texts = [text, f"After {self._better} {self._best[1]} {self._us} would have {best_left}"]
        yield from self._given(cause, (reply,), texts, discs, *counts)

    def _parity(self) -> Iterator[Reason]:
        """Yield a region where the opponent gets the last move, although we get it in the best line."""
        for region in features.regions(self._position):
            # The indexes of the moves in the region, for the played line and for the best line.
            played, best = (
                [index for index, move in enumerate(line) if region & bit(move)]
                for line in (self._line, self._best)
            )
            size = region.bit_count()
            is_filled = min(len(played), len(best)) >= size
            is_replied_in = 1 in played
            if not 1 < size <= LARGEST_REGION or not is_filled or not is_replied_in:
                continue
            they_move_last, we_would_move_last = played[-1] % 2 == 1, best[-1] % 2 == 0
            if they_move_last and we_would_move_last:
                discs = self._trials.without(self._after[1], region)
                we_open_it = played[0] == 0
                if we_open_it and size % 2 == 0:
                    is_only_even = all(
                        other == region or other.bit_count() % 2 for other in features.regions(self._position)
                    )
                    rank = "the last even region" if is_only_even else "an even region"
                    text = f"{self._move} opens {rank}, where {self._them} gets the last move"
                else:
                    text = f"{self._with_reply(1)} and get the last move in its region"
                texts = [text, named_squares("The region is {}", region)]
                yield from self._given(Cause.PARITY, squares_of(region), texts, discs)

    def _edges(self) -> Iterator[Reason]:
        """Yield the opponent's wedges, attacks on unbalanced edges, and new stable discs."""
        own, other = self._after[1].opponent, self._after[1].player
        if self._replies(SOON):
            yield from self._wedge(self._line[1], own)
        for edge in features.EDGES:
            if features.is_unbalanced(edge, own, other) and self._move in edge:
                yield from self._attack(edge, own)
        yield from self._stable()

    def _wedge(self, reply: Move, own: int) -> Iterator[Reason]:
        """Yield the reply if it is a wedge between two of our discs that the best move would prevent."""
        sides = features.wedged_between(reply, own)
        if sides is not None and not self._then[1].legal_moves_bits & bit(reply):
            discs = self._trials.without(self._after[1], bit(reply))
            between = f"between {sides[0]} and {sides[1]}"
            text = f"After {self._move} {self._them} can wedge at {reply} {between}"
            yield from self._given(Cause.WEDGE, (reply, *sides), [text], discs)

    def _attack(self, edge: tuple[Move, ...], own: int) -> Iterator[Reason]:
        """Yield an attack on an unbalanced edge by a move to its empty C square or the adjacent X square."""
        c_squares = edge[1], edge[6]
        gap = next(square for square in c_squares if not own & bit(square))
        corner = features.C_SQUARES[gap]
        targets = bit(gap) | bits_of(x for x, other in features.X_SQUARES.items() if other == corner)
        index = next((ply for ply in self._replies(SOON) if targets & bit(self._line[ply])), None)
        if index is not None:
            discs = self._trials.without(self._after[index], targets)
            five = [square for square in edge if own & bit(square)]
            attack = self._line[index]
            made = f"an unbalanced edge of five discs ({five[0]} to {five[-1]})"
            text = f"{self._move} makes {made}, and {self._them} can attack it with {attack}"
            yield from self._given(Cause.UNBALANCED_EDGE, (*five, attack), [text], discs)

    def _stable(self) -> Iterator[Reason]:
        """Yield discs that an opponent's move makes stable, unless the best line makes them stable, too."""
        stable_anyway = stable_bits(self._then[min(SOON, len(self._best))], self._other)
        for index in self._replies(SOON):
            move = self._line[index]
            if move is PASS or CORNERS & bit(move):
                continue
            before, now = (stable_bits(self._after[ply], self._other) for ply in (index, index + 1))
            made = now & ~before & ~stable_anyway
            if made.bit_count() >= MORE:
                discs = self._trials.without(self._after[index], bit(move))
                count = made.bit_count()
                text = f"{self._with_reply(index)} and get {count} stable discs"
                yield from self._given(Cause.STABLE_DISCS, squares_of(made), [text], discs, count)
                break

    def _shapes(self) -> Iterator[Reason]:
        """Yield reasons about mobility, quiet moves and frontier discs."""
        move, better, position = self._move, self._better, self._position
        us, them = self._us, self._them

        def among(figure: Callable[[Move], int]) -> float:
            """Return how many discs a worse *figure* explains (see `Counterfactuals.among`)."""
            return self._trials.among(position, move, better, self._loss, figure)

        def frontier(candidate: Move) -> int:
            """Return how many of our discs are adjacent to empty squares after a move."""
            return features.frontier(position.play(candidate)).bit_count()

        def openness(candidate: Move) -> int:
            """Return how many empty squares are adjacent to the discs that a move flips."""
            return features.openness(position, candidate).bit_count()

        new = legal(self._after[1]) & ~legal(self._then[1]) & ~CORNERS & ~bit(better)
        counts = self._counts(1, legal)
        if new and is_clear(counts[0] - counts[1], counts[0]):
            discs = self._trials.without(self._after[1], new)
            gives = f"{move} gives {them} {'a new move' if new.bit_count() == 1 else 'new moves'}"
            text = f"{gives}{named_squares(' at {}', new)}: {counts[0]} moves in all"
            texts = [text, f"After {better} {them} would have {counts[1]}"]
            yield from self._given(Cause.MOBILITY, squares_of(new), texts, discs, *counts)
        if not openness(better) and openness(move) >= MORE:
            texts = [
                f"The discs that {move} flips are next to {openness(move)} empty squares",
                f"{better} is a quiet move: it flips only inner discs",
            ]
            yield from self._given(Cause.QUIET_MOVE, (better,), texts, among(openness), openness(move))
        flipped = squares_of(features.frontier(self._after[1]) & position.flips_bits(move)) or (move,)
        counts = self._counts(1, features.frontier)
        if counts[0] >= counts[1] + MORE and is_clear(counts[0] - counts[1], counts[0]):
            texts = [
                f"After {move} {us} has {frontier_phrase(counts[0], them)}",
                f"After {better} {us} would have {counts[1]}",
            ]
            yield from self._given(Cause.FRONTIER, flipped, texts, among(frontier), *counts)

    def _replied(self) -> Iterator[Reason]:
        """Yield the opponent's reply if it is illegal after the best move."""
        reply = self._line[1] if self._replies(SOON) else PASS
        is_new = bit(reply) & ~self._then[1].legal_moves_bits
        if CORNERS & bit(reply) or not is_new:
            return
        discs = self._trials.without(self._after[1], bit(reply))
        if reply == self._better:
            text = f"{reply} was the best square for both sides, and now {self._them} can play it"
            yield from self._given(Cause.KEY_SQUARE, (reply,), [text], discs)
        else:
            texts = [
                f"{self._move} lets {self._them} play {reply}",
                f"After {self._better} {self._them} could not play there",
            ]
            yield from self._given(Cause.ACCESS, (reply,), texts, discs)


def _is_corner_now(reason: Reason) -> bool:
    """Return whether the reason is a corner that the opponent can take at once."""
    return reason.cause is Cause.CORNER and not reason.counts


def _forcing(position: Position) -> int:
    """Return the legal moves after which the other side must pass."""
    legal = squares_of(position.legal_moves_bits)
    return bits_of(move for move in legal if position.play_unchecked(move).must_pass)
