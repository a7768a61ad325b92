"""The state of a GTP session: the engine, the board and the clocks.

"Consecutive moves of the same color are not considered illegal from the protocol point of view." Therefore a
move is made as if it were its color's turn, and then it is the other color's turn. This also supports
controllers that omit passes. If a controller sends a pass, the pass is a move, which can be taken back.
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
    """The state of a session, which the handlers of commands change."""

    board: Board = field(default_factory=Board)
    """The game: the position, and the moves that can be taken back."""
    depth: int | None = None
    """Maximum search depth in plies, or None for unlimited."""
    last_search: SearchResult | None = None
    """The search for the last move. None if there was no move, or if the move needed no search."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.opening = self.player.opening
        """The book that `othello-book on` turns on again."""
        self.time = TimeControl(self.now)
        """The clocks."""

    def limits(self, clock: Clock | None) -> Limits:
        """Return the limits of a move on this clock. None means no time limit."""
        return Limits(depth=self.depth, clock=clock)

    def board_of(self, color: Color | None) -> Board:
        """Return the board with *color* to move. None leaves the side to move unchanged."""
        return self.board if color is None else self.board.with_turn(color)

    def begin(self, board: Board) -> None:
        """Begin a game at *board*: reset the player, the clocks and the last search."""
        self.board = board
        self.player.new_game()
        self.time.new_game()
        self.last_search = None

    def choose_for(self, color: Color, clock: Clock | None, cancel: StopSignal) -> Move:
        """Return the best move of *color* as if it were to move, or PASS if it has no legal square.

        *cancel* stops the search.
        """
        board = self.board_of(color)
        self.last_search = None
        if not board.position.legal_moves_bits:
            return PASS
        self.last_search = self.run(partial(self.player.steps, board, self.limits(clock)), cancel)
        assert self.last_search.move is not None, "there is a legal move"
        return self.last_search.move

    def play_own(self, color: Color, move: Move) -> None:
        """Make a move that was chosen for *color*, and prepare to ponder the reply."""
        self.board.push(move, color)
        after = self.board.position
        self.expect((after,), after, self.last_search)

    def idle(self, cancel: StopSignal) -> None:
        """Ponder until the next command, which sets *cancel*."""
        position = self.board.position
        self.ponder(position, lambda: self.limits(self.time.clock(position.turn.other, self.now())), cancel)
