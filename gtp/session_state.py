"""The state of a GTP session: the engine, the board and the clocks.

GTP lets a color move twice in a row: "Consecutive moves of the same color are not considered illegal from the
protocol point of view." Therefore either color can always move, and afterward it is the other color's turn. A
controller may therefore omit passes. If it sends a pass, the pass counts as a move, which `undo` takes back.
"""

from dataclasses import dataclass, field
from functools import partial

from othello.gtp.engine_session import EngineSession
from othello.gtp.time_control import TimeControl
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, Move
from othello.search.limits import Clock, Limits
from othello.search.results import SearchResult
from othello.search.stop_signal import StopSignal


@dataclass(eq=False)
class GtpState(EngineSession):
    """The state of a GTP session, which command handlers read and change."""

    board: Board = field(default_factory=Board)
    """The current position and the moves that led to it, which can be taken back."""
    depth: int | None = None
    """Maximum search depth in plies. None means no limit."""
    last_search: SearchResult | None = None
    """The search that chose the last move. None if there was no move or the move needed no search."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.opening = self.player.opening
        """The opening book, which `othello-book on` restores after `othello-book off`."""
        self.time = TimeControl(self.now)
        """The clocks of both colors."""

    def limits(self, clock: Clock | None) -> Limits:
        """Return the limits for a move chosen on *clock*. If *clock* is None, there is no time limit."""
        return Limits(depth=self.depth, clock=clock)

    def board_of(self, color: Color | None) -> Board:
        """Return the board as if it were *color*'s turn. If *color* is None, return the board itself."""
        return self.board if color is None else self.board.with_turn(color)

    def begin(self, board: Board) -> None:
        """Begin a game from *board*: reset the player and the clocks, and forget the last search."""
        self.board = board
        self.player.new_game()
        self.time.new_game()
        self.last_search = None

    def choose_for(self, color: Color, clock: Clock | None, cancel: StopSignal) -> Move:
        """Return the best move for *color*, as if it were this color's turn.

        If it has no legal move, return PASS.

        The search ends early if *cancel* is set.
        """
        board = self.board_of(color)
        self.last_search = None
        if not board.position.legal_moves_bits:
            return PASS
        self.last_search = self.run(partial(self.player.steps, board, self.limits(clock)), cancel)
        assert self.last_search.move is not None, "there is a legal move"
        return self.last_search.move

    def play_own(self, color: Color, move: Move) -> None:
        """Make the move that the engine chose for *color* and prepare pondering."""
        self.board.push(move, color)
        after = self.board.position
        self.expect((after,), after, self.last_search)

    def idle(self, cancel: StopSignal) -> None:
        """Ponder until the next command, which sets *cancel*."""
        position = self.board.position
        self.ponder(position, lambda: self.limits(self.time.clock(position.turn.other, self.now())), cancel)
