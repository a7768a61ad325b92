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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from othello.review import features
from othello.review.counterfactuals import Counterfactuals
from othello.review.reason import Cause, Reason
from othello.rules.mobility import mobility_bits, stable_bits
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.rules.square import CORNERS, PASS, Move, bits_of, format_moves, squares_of

SHARE: Final = 0.5
"""The minimum share of the loss that a cause must explain."""
MOST: Final = 3
"""The maximum number of reasons for a move."""
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
ONLY: Final = 8
"""If all other moves lose at least this many discs, the best move is the only good one."""
ONLY_EXACT: Final = 4
"""The same as `ONLY` for exact values, which need no margin for errors."""
FEW: Final = 3
"""A side with at most this many moves is running out of moves. The same limit applies to safe moves."""
SHAPE_EMPTIES: Final = 16
"""Mobility, openness and frontier count as causes only if more squares than this are empty."""
TEMPO_EMPTIES: Final = 48
"""A lack of moves counts as a cause only in positions with at most this many empty squares. Earlier in the
game, a pass changes too much."""
NAMED: Final = 3
"""A sentence names at most this many squares. If there are more squares, the board shows them better."""
LARGEST_REGION: Final = 8
"""Parity is a cause only in regions of at most this many empty squares."""
BARE: Final = frozenset({Cause.KEY_SQUARE, Cause.ACCESS, Cause.MOVE_ORDER, Cause.BEST_LINE})
"""Causes that name a move but do not tell what it achieves."""
NEAR_CORNERS: Final = frozenset({Cause.X_SQUARE, Cause.C_SQUARE})
"""Causes of a move beside the corner that it gives away."""
_NEXT_CORNERS: Final = features.X_SQUARES | features.C_SQUARES


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


def reasons_of(mistake: Mistake, trials: Counterfactuals, *, most: int = MOST) -> tuple[Reason, ...]:
    """Return up to *most* reasons for a mistake. The first confirmed reason explains most of the loss.

    A corner that the move gives away comes before the other reasons, also if no search confirms it, because
    it is what a player must see first: the opponent can take it at once, or it is next to the move.

    If no reason is confirmed, the first one is the most plausible one, with 0 discs. If its cause is one of
    `BARE`, a fact that differs between both lines follows, if there is one. After that comes what
    distinguishes the best move from the other moves, with 0 discs. At the end come other confirmed reasons.
    """
    finder = ReasonFinder(mistake, trials)
    reasons = sorted(finder.reasons(), key=lambda reason: -reason.discs)
    loss = round(mistake.best_discs - mistake.played_discs, 2)
    confirmed = [reason for reason in reasons if reason.discs >= SHARE * loss]
    facts = [
        reason if reason in confirmed else replace(reason, discs=0.0)
        for reason in reasons
        if reason.cause not in BARE
    ]
    corners = [reason for reason in facts if reason.cause in NEAR_CORNERS or _is_corner_now(reason)]
    first = (corners or confirmed or facts or [replace(reasons[0], discs=0.0)])[0]
    following = facts[:1] if first.cause in BARE else []
    others = [reason for reason in confirmed if reason not in (first, *following)]
    is_safe = Cause.ONLY_SAFE_MOVE in (reason.cause for reason in (first, *following))
    return (first, *following, *(() if is_safe else finder.alternatives()), *others)[:most]


class ReasonFinder:
    """Looks for the reasons for a single mistake.

    *We* are the side that made the mistake. Both lines begin with our move, so in a line, our moves have even
    indexes, and the opponent's moves have odd indexes.
    """

    def __init__(self, mistake: Mistake, trials: Counterfactuals) -> None:
        self._position, self._line, self._best = mistake.position, mistake.line, mistake.best
        self._mistake, self._trials = mistake, trials
        self._loss = round(mistake.best_discs - mistake.played_discs, 2)
        self._move, self._better = mistake.line[0], mistake.best[0]
        self._own, self._other = mistake.position.turn, mistake.position.turn.other
        self._us, self._them = str(self._own).capitalize(), str(self._other).capitalize()
        self._after, self._then = _along(self._position, self._line), _along(self._position, self._best)
        """The positions along the played line and the best line, as returned by `_along`."""

    def reasons(self) -> Iterator[Reason]:
        """Yield all reasons, starting with the causes that are most instructive for a player."""
        for look in (self._wipe_outs, self._corners, self._passes, self._tempo, self._parity, self._edges):
            yield from look()
        is_midgame = self._position.empties > SHAPE_EMPTIES
        if is_midgame and not features.new_corners(self._position, self._move):
            yield from self._shapes()
        yield from self._replied()
        yield from self._differences()

    def alternatives(self) -> Iterator[Reason]:
        """Yield that the best move is the only good one, or that other moves are exactly as good."""
        lines = self._trials.lines(self._position)
        best = next(line.score for line in lines if line.move == self._better)
        others = [line for line in lines if line.move != self._better]
        equal = _bits(line.move for line in others if best.is_exact and line.score == best)
        named = _named("{} are equally good", equal | _bit(self._better))
        gap = min(best.discs - others[0].score.discs, self._loss)
        if gap >= (ONLY_EXACT if best.is_exact else ONLY):
            text = f"{self._better} was {self._us}'s only good move"
            yield from self._given(Cause.ONLY_MOVE, (self._better,), [text], 0.0)
        elif equal and named:
            squares = squares_of(equal | _bit(self._better))
            yield from self._given(Cause.EQUAL_MOVES, squares, [named], 0.0)

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
        return f"After {format_moves(self._line[:index])} {self._them} can play {self._line[index]}"

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
            if CORNERS & ~lost_anyway & _bit(corner) and self._is_lost_by_move(corner, index):
                discs = self._trials.without(self._after[index], _bit(corner))
                yield from self._corner(corner, index, discs)

    def _lost_in_best_line(self) -> int:
        """Return the squares that the opponent also takes in the best line.

        The opponent must take them soon there or must have been able to take them even before the mistake.
        """
        replies = self._best[1::2]
        soon = replies[: NEAR // 2 + 1]  # one more reply, because merely delaying a loss does not avoid it
        return _bits(soon) | _bits(replies) & mobility_bits(self._position, self._other)

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
        if own & _bit(self._better) and not own & _bit(self._move) and not is_soon:
            discs = self._trials.without_once(self._position, own)
            text = f"{self._us} could have taken the corner {self._better}"
            yield from self._given(Cause.MISSED_CORNER, (self._better,), [text], discs)

    def _corner(self, corner: Move, index: int, discs: float) -> Iterator[Reason]:
        """Yield the reason for a corner that the opponent takes with move *index*, or could take earlier."""
        first = next(ply for ply in self._replies(index + 1) if _legal(self._after[ply]) & _bit(corner))
        if first == 1 and mobility_bits(self._position, self._other) & _bit(corner):
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
        if forcing & _bit(self._better) and not forcing & _bit(self._move):
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
        count, best_count = self._counts(2, _legal)
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
            left, best_left = f"{f'only {safe}' if safe else 'no'} safe {_moves(safe)}", best_safe
        else:
            cause, left, best_left = Cause.FEW_MOVES, f"only {count} {_moves(count)}", best_count
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
                [index for index, move in enumerate(line) if region & _bit(move)]
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
                texts = [text, _named("The region is {}", region)]
                yield from self._given(Cause.PARITY, squares_of(region), texts, discs)

    def _only_safe_move(self) -> Iterator[Reason]:
        """Yield that the best move is the only safe move of several legal ones. No search tests this."""
        if features.safe_moves(self._position) == _bit(self._better) and len(self._position.legal_moves) > 1:
            text = f"{self._better} was {self._us}'s only safe move"
            yield from self._given(Cause.ONLY_SAFE_MOVE, (self._better,), [text], 0.0)

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
        if sides is not None and not self._then[1].legal_moves_bits & _bit(reply):
            discs = self._trials.without(self._after[1], _bit(reply))
            between = f"between {sides[0]} and {sides[1]}"
            text = f"After {self._move} {self._them} can wedge at {reply} {between}"
            yield from self._given(Cause.WEDGE, (reply, *sides), [text], discs)

    def _attack(self, edge: tuple[Move, ...], own: int) -> Iterator[Reason]:
        """Yield an attack on an unbalanced edge by a move to its empty C square or the adjacent X square."""
        c_squares = edge[1], edge[6]
        gap = next(square for square in c_squares if not own & _bit(square))
        corner = features.C_SQUARES[gap]
        targets = _bit(gap) | bits_of(x for x, other in features.X_SQUARES.items() if other == corner)
        index = next((ply for ply in self._replies(SOON) if targets & _bit(self._line[ply])), None)
        if index is not None:
            discs = self._trials.without(self._after[index], targets)
            five = [square for square in edge if own & _bit(square)]
            attack = self._line[index]
            made = f"an unbalanced edge of five discs ({five[0]} to {five[-1]})"
            text = f"{self._move} makes {made}, and {self._them} can attack it with {attack}"
            yield from self._given(Cause.UNBALANCED_EDGE, (*five, attack), [text], discs)

    def _stable(self) -> Iterator[Reason]:
        """Yield discs that an opponent's move makes stable, unless the best line makes them stable, too."""
        stable_anyway = stable_bits(self._then[min(SOON, len(self._best))], self._other)
        for index in self._replies(SOON):
            move = self._line[index]
            if move is PASS or CORNERS & _bit(move):
                continue
            before, now = (stable_bits(self._after[ply], self._other) for ply in (index, index + 1))
            made = now & ~before & ~stable_anyway
            if made.bit_count() >= MORE:
                discs = self._trials.without(self._after[index], _bit(move))
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

        new = _legal(self._after[1]) & ~_legal(self._then[1]) & ~CORNERS & ~_bit(better)
        counts = self._counts(1, _legal)
        if new and _is_clear(counts[0] - counts[1], counts[0]):
            discs = self._trials.without(self._after[1], new)
            gives = f"{move} gives {them} {'a new move' if new.bit_count() == 1 else 'new moves'}"
            text = f"{gives}{_named(' at {}', new)}: {counts[0]} moves in all"
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
        if counts[0] >= counts[1] + MORE and _is_clear(counts[0] - counts[1], counts[0]):
            texts = [
                f"After {move} {us} has {_frontier(counts[0], them)}",
                f"After {better} {us} would have {counts[1]}",
            ]
            yield from self._given(Cause.FRONTIER, flipped, texts, among(frontier), *counts)

    def _replied(self) -> Iterator[Reason]:
        """Yield the opponent's reply if it is illegal after the best move."""
        reply = self._line[1] if self._replies(SOON) else PASS
        is_new = _bit(reply) & ~self._then[1].legal_moves_bits
        if CORNERS & _bit(reply) or not is_new:
            return
        discs = self._trials.without(self._after[1], _bit(reply))
        if reply == self._better:
            text = f"{reply} was the best square for both sides, and now {self._them} can play it"
            yield from self._given(Cause.KEY_SQUARE, (reply,), [text], discs)
        else:
            texts = [
                f"{self._move} lets {self._them} play {reply}",
                f"After {self._better} {self._them} could not play there",
            ]
            yield from self._given(Cause.ACCESS, (reply,), texts, discs)

    def _differences(self) -> Iterator[Reason]:
        """Yield facts that differ between both lines but are not tested. The last is always available."""
        move, better, replies = self._move, self._better, self._best[1::2]
        yield from self._only_safe_move()
        for index in self._replies(NEAR):
            corner = self._line[index]
            soon = replies[: index // 2 + 2]  # one more reply, as in `_lost_in_best_line`
            if CORNERS & _bit(corner) and corner not in soon:
                yield from self._corner(corner, index, 0.0)
        yield from self._later_corner()
        yield from self._later_pass()
        yield from self._missed_stable()
        for edge in features.EDGES:
            is_closed = all(self._position.empty_bits & _bit(square) for square in edge)
            if is_closed and move in edge and better not in edge:
                texts = [f"{move} opens the edge from {edge[0]} to {edge[-1]}", f"{better} keeps it closed"]
                yield from self._given(Cause.OPENED_EDGE, (edge[0], edge[-1]), texts, 0.0)
        if self._position.empties > SHAPE_EMPTIES:
            yield from self._clearest_count()
        if better in self._line[2::2]:
            text = f"The order of the moves matters: {better} must come before {move}"
            yield from self._given(Cause.MOVE_ORDER, (better,), [text], 0.0)
        elif better is not PASS and better in self._line[3:NEAR:2]:
            text = f"Later {self._them} can play {better}, which was {self._us}'s best move"
            yield from self._given(Cause.KEY_SQUARE, (better,), [text], 0.0)
        texts = [
            f"After {move} {self._lead(self._mistake.played_discs)}",
            f"After {better} {self._lead(self._mistake.best_discs)}",
        ]
        yield from self._given(Cause.BEST_LINE, (better,), texts, 0.0)

    def _lead(self, discs: float) -> str:
        """Return a phrase for a value in discs, from our point of view."""
        count = abs(round(discs))
        leader = self._us if discs > 0 else self._them
        return (
            f"{leader} is ahead by {count} disc{'' if count == 1 else 's'}" if count else "the game is even"
        )

    def _later_corner(self) -> Iterator[Reason]:
        """Yield a corner that we take later in the best line, but not so soon in the played line."""
        for index in range(2, min(NEAR, len(self._best)), 2):
            corner = self._best[index]
            taken = self._line[: index + 3 : 2]  # one more move, as in `_lost_in_best_line`
            if CORNERS & _bit(corner) and corner not in taken:
                first = next(ply for ply in range(0, index + 1, 2) if _legal(self._then[ply]) & _bit(corner))
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
        corners = CORNERS & _bits(self._best[:plies:2])
        made = stable_bits(self._then[plies], self._own) & ~stable_bits(self._position, self._own)
        missed = made & ~stable_bits(self._after[plies], self._own)
        if missed.bit_count() >= MORE and not corners:
            text = f"With {self._better} {self._us} could have got {missed.bit_count()} stable discs"
            squares, count = squares_of(missed), missed.bit_count()
            yield from self._given(Cause.MISSED_STABLE, squares, [text], 0.0, count)

    def _clearest_count(self) -> Iterator[Reason]:
        """Yield the count that differs most, if it differs clearly: replies, frontier discs or our moves."""

        def has(side: str, count: int) -> str:
            return f"{side} has {count} {_moves(count)}"

        new = squares_of(_legal(self._after[1]) & ~_legal(self._then[1]))
        replies, discs = self._counts(1, _legal), self._counts(1, features.frontier)
        mobility = f"After {self._move} {has(self._them, replies[0])}"
        frontier = f"After {self._move} {self._us} has {_frontier(discs[0], self._them)}"
        facts = [
            (replies[0] - replies[1], Cause.MOBILITY, new, mobility, replies),
            (discs[0] - discs[1], Cause.FRONTIER, (self._move,), frontier, discs),
        ]
        played, best = (f"After {format_moves(line[:2])}" for line in (self._line, self._best))
        if self._has_moves(2):
            own = self._counts(2, _legal)
            text = f"{played} {has(self._us, own[0])}"
            facts.append((own[1] - own[0], Cause.FEW_MOVES, self._line[1:2], text, own))
        difference, cause, squares, text, numbers = max(facts, key=lambda fact: fact[0])
        start = best if cause is Cause.FEW_MOVES else f"After {self._better}"
        side = self._them if cause is Cause.MOBILITY else self._us
        if _is_clear(difference, max(numbers)):
            texts = [text, f"{start} {side} would have {numbers[1]}"]
            yield from self._given(cause, squares, texts, 0.0, *numbers)
        elif self._has_moves(4):
            own = self._counts(4, _legal)
            if _is_clear(own[1] - own[0], own[1]):
                text = f"After {self._move} {self._us} soon has only {own[0]} {_moves(own[0])}"
                texts = [text, f"After {self._better} {self._us} would have {own[1]}"]
                yield from self._given(Cause.FEW_MOVES, self._line[3:4], texts, 0.0, *own)

    def _has_moves(self, plies: int) -> bool:
        """Return whether both lines continue after *plies* plies, and have no pass up to there."""
        lines = self._line, self._best
        return all(len(line) > plies and PASS not in line[:plies] for line in lines)


def _along(position: Position, line: Iterable[Move]) -> list[Position]:
    """Return the position before each move of a line, followed by the position after the last move."""
    positions = [position]
    for move in line:
        positions.append(positions[-1].play(move))
    return positions


def _legal(position: Position) -> int:
    return position.legal_moves_bits


def _is_corner_now(reason: Reason) -> bool:
    """Return whether the reason is a corner that the opponent can take at once."""
    return reason.cause is Cause.CORNER and not reason.counts


def _is_clear(difference: int, larger: int) -> bool:
    """Return whether the difference between two counts, of which *larger* is the larger, is worth telling."""
    return difference >= max(MORE_MOVES, CLEAR * larger)


def _moves(count: int) -> str:
    return "move" if count == 1 else "moves"


def _frontier(count: int, other: str) -> str:
    """Return a phrase about *count* frontier discs. *other* is the side that can move next to them."""
    return f"{count} discs next to empty squares, where {other} may find moves"


def _named(form: str, squares: int) -> str:
    """Return *form* with the names of squares, such as "a1, b1 and c2". Return "" for more than `NAMED`."""
    names = [str(square) for square in squares_of(squares)]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return form.format(listed) if len(names) <= NAMED else ""


def _bit(move: Move) -> int:
    """Return the bitboard of a square, or 0 for a pass."""
    return 0 if move is PASS else 1 << move


def _bits(moves: Iterable[Move]) -> int:
    """Return the bitboard of the moves' squares, without passes."""
    return bits_of(move for move in moves if move is not PASS)


def _forcing(position: Position) -> int:
    """Return the legal moves after which the other side must pass."""
    legal = squares_of(position.legal_moves_bits)
    return bits_of(move for move in legal if position.play_unchecked(move).must_pass)
