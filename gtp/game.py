"""A game as GTP sees it: the position, the way back, and the engine that is asked.

GTP does not make the colors alternate: "Consecutive moves of the same color are not
considered illegal from the protocol point of view." So a move names its color, and counts
as if it were that color's turn; afterwards it is the other one's. This also covers the
passes that some controllers never send, since the turn of a side that cannot move is just
left out. A pass that is sent is a move of its own: it is made, kept and taken back.
"""

from collections.abc import Mapping
from dataclasses import replace

from gtp.pondering import likely
from othello import mobility
from othello.engine import Engine
from othello.errors import IllegalMoveError
from othello.formats.sgf import load_sgf
from othello.human.levels import HumanLevel
from othello.human.player import HumanPlayer, draw_seed
from othello.limits import Limits
from othello.position import Position
from othello.results import Line, SearchResult
from othello.score import Color, Result
from othello.search.cancel import Cancel
from othello.square import MAX_MOVES, PASS, Move, Square, bits_of, squares_of


class Game:
    """A position with its past, and an engine to find moves in it."""

    def __init__(self, engine: Engine, seed: int | None = None) -> None:
        """Begin at the start of a game; *seed* is for levels that err, and drawn for each game if None."""
        self.engine = engine
        """Finds moves; `stop` may be called from any thread."""
        self._position = Position.start()
        self._before: list[Position] = []
        self._lost_cd: list[tuple[Color, int]] = []
        """What the moves lost, in centidiscs, and whose they were: as many as there are positions before."""
        self._player = HumanPlayer(seed=seed)
        self._draws_seeds = seed is None
        self._own: Position | None = None
        self._likely: tuple[Position, ...] = ()
        """What `genmove` left, and what may be to search when the other side has replied."""
        self.last_search: SearchResult | None = None
        """The search that found the last move; None if that needed none, or there is no move yet."""

    @property
    def position(self) -> Position:
        """The position now; the side to move is the other one than that of the last move."""
        return self._position

    @property
    def seed(self) -> int:
        """What decides the moves of levels that err, beside the position and what they have lost."""
        return self._player.seed

    def set_seed(self, seed: int) -> None:
        """Let these moves follow from *seed*, in this game and in those to come."""
        self._player.seed, self._draws_seeds = seed, False

    @property
    def result(self) -> Result | None:
        """How the game ended; None while a side can move."""
        return self._position.result

    def clear(self) -> None:
        """Begin at the start of a game, with nothing to take back.

        The engine keeps what it knows: some controllers begin anew for every move they look at.
        """
        self._begin(Position.start())

    def set_up(self, text: str) -> None:
        """Begin with a position, as `Position.parse` reads it; raises InvalidNotationError."""
        self._begin(Position.parse(text))

    def load_sgf(self, path: str, move_number: int | None) -> None:
        """Begin with the first game of a file, before a move or after all; the moves can be taken back.

        Passes count as moves, written or not. Raises FormatError, and changes nothing then.
        """
        board = load_sgf(path, move_number)
        self._begin(board.first_position)
        for move in board.move_stack:
            self.play(self._position.turn, move)

    def set_discs(self, discs: Mapping[Square, Color]) -> None:
        """Begin with these discs and no others; black is to move."""
        black, white = (bits_of(at for at, color in discs.items() if color is each) for each in Color)
        self._begin(Position.from_discs(black, white, Color.BLACK))

    def set_turn(self, color: Color) -> None:
        """Let *color* be to move; the moves before can still be taken back."""
        self._position = self.seen_by(color)

    def play(self, color: Color, move: Move) -> None:
        """Make a move of *color*, whosever turn it was; raises IllegalMoveError, and changes nothing then.

        PASS is legal whenever *color* can turn nothing, after the end of the game too.
        """
        position = self.seen_by(color)
        lost_cd = self._player.loss_cd(position, move)
        if move != PASS:
            after = position.play(move)
        elif position.legal_moves_bits():
            raise IllegalMoveError(f"{color} cannot pass: it has a legal move")
        else:
            after = Position(position.opponent, position.player, color.other)
        self._before.append(self._position)
        self._lost_cd.append((color, lost_cd))
        self._position = after

    def undo(self, moves: int = 1) -> None:
        """Take back moves, sent passes among them; raises IndexError, and does nothing, if they are fewer."""
        if moves > len(self._before):
            raise IndexError(f"{moves} moves to take back, of {len(self._before)}")
        if moves:
            self._position = self._before[-moves]
            del self._before[-moves:], self._lost_cd[-moves:]

    def choose(
        self,
        color: Color,
        limits: Limits,
        cancel: Cancel | None = None,
        human: HumanLevel | None = None,
    ) -> Move:
        """The move of *color*, as if it were its turn; PASS if, and only if, it can turn nothing.

        *cancel* stops the search. A *human* level chooses the move as people do, within the
        limits if these have no level.
        """
        position = self.seen_by(color)
        self.last_search = None
        if not position.legal_moves_bits():
            return PASS
        if human is None:
            self.last_search = self.engine.go(position, limits, cancel=cancel)
        else:
            self._player.level = human
            found = self.engine.evaluate_moves(position, self._player.limits(limits), cancel=cancel)
            self.last_search = self._player.choose(position, found, self.lost_cd(color))
        move = self.last_search.move
        assert move is not None, "there is a legal move"
        return move

    def lost_cd(self, color: Color) -> int:
        """Centidiscs that *color* has lost in this game by moves that a human level chose."""
        return sum(lost_cd for side, lost_cd in self._lost_cd if side is color)

    def genmove(
        self,
        color: Color,
        limits: Limits,
        cancel: Cancel | None = None,
        human: HumanLevel | None = None,
    ) -> Move:
        """Choose a move of *color* and make it."""
        move = self.choose(color, limits, cancel, human)
        self.play(color, move)
        self._own = self._position
        self._likely = likely(self._own, () if self.last_search is None else self.last_search.pv)
        return move

    @property
    def pondered(self) -> tuple[Position, ...]:
        """What to search while the other side thinks about our move, see `pondering.likely`.

        Nothing if the last move of the game is not one of `genmove`.
        """
        return self._likely if self._position is self._own else ()

    def values(self, color: Color, limits: Limits, cancel: Cancel) -> tuple[Line, ...]:
        """All moves of *color* with their values, best first, as if it were its turn; none if it has none."""
        position = self.seen_by(color)
        if not position.legal_moves_bits():
            return ()
        every = replace(limits, multipv=MAX_MOVES)
        return self.engine.go(position, every, cancel=cancel).lines

    def stable_discs(self, color: Color) -> list[Square]:
        """Discs of *color* that can never be turned."""
        return squares_of(mobility.stable_bits(self._position, color))

    def mobility(self, color: Color) -> int:
        """How many moves *color* has, as if it were its turn."""
        return mobility.mobility_bits(self._position, color).bit_count()

    def replies(self, color: Color) -> dict[Square, int]:
        """How many moves the other side has after each move of *color*, as if it were its turn."""
        position = self.seen_by(color)
        after = {move: position.play_unchecked(move) for move in position.legal_moves()}
        return {move: len(each.legal_moves()) for move, each in after.items()}

    def seen_by(self, color: Color) -> Position:
        """The position with *color* to move, whosever turn it is."""
        now = self._position
        return now if now.turn is color else Position(now.opponent, now.player, color)

    def _begin(self, position: Position) -> None:
        self._position = position
        self._before.clear()
        self._lost_cd.clear()
        self.last_search = None
        if self._draws_seeds:
            self._player.seed = draw_seed()
