"""The state of a GTP session: the board, the clocks, and the engine's seat.

"Consecutive moves of the same color are not considered illegal from the protocol point of view." So a
move names its color, as if it were that color's turn, and gives the turn to the other color. This also
supports controllers that omit passes. A pass that is sent is a move, which can be taken back.
"""

import time
from collections.abc import Callable
from functools import partial

from othello.gtp.engine_session import EngineSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.time_control import TimeControl
from othello.players.level_player import LevelPlayer
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, Move
from othello.search.engine import Engine
from othello.search.limits import Clock, Limits
from othello.search.results import SearchResult
from othello.search.stop_signal import StopSignal


class GtpState(EngineSession):
    """The state of a session, which the handlers of commands change."""

    def __init__(
        self,
        engine: LazyEngine[Engine],
        *,
        player: LevelPlayer | None = None,
        ponders: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a session; the arguments are those of `EngineSession`."""
        super().__init__(engine, player=player, ponders=ponders, now=now)
        self.board = Board()
        """The game: the position, and the moves that can be taken back."""
        self.opening = self.player.opening
        """The book that `othello-book on` turns on again."""
        self.depth: int | None = None
        """Maximum search depth in plies; None means unlimited."""
        self.time = TimeControl(now)
        """The clocks."""
        self.last_search: SearchResult | None = None
        """The search for the last move; None if there was no move, or no search for it."""

    def limits(self, clock: Clock | None) -> Limits:
        """Return the limits of a move on this clock; None means no time limit."""
        return Limits(depth=self.depth, clock=clock)

    def board_of(self, color: Color | None) -> Board:
        """Return the board with *color* to move; None leaves the side to move as it is."""
        return self.board if color is None else self.board.with_turn(color)

    def begin(self, board: Board) -> None:
        """Begin a game at *board*: reset the player, the clocks and the last search."""
        self.board = board
        self.player.new_game()
        self.time.new_game()
        self.last_search = None

    def choose_for(self, color: Color, clock: Clock | None, cancel: StopSignal) -> Move:
        """Return the best move of *color* as if it were to move; PASS if it has no legal square.

        *cancel* stops the search.
        """
        board = self.board_of(color)
        self.last_search = None
        if not board.position.legal_moves_bits:
            return PASS
        self.last_search = self.run(
            partial(self.player.steps, self.engine, board, self.limits(clock)), cancel
        )
        assert self.last_search.move is not None, "there is a legal move"
        return self.last_search.move

    def play_own(self, color: Color, move: Move) -> None:
        """Make a move that was chosen for *color*, and prepare to ponder the reply."""
        self.board.push(move, color)
        after = self.board.position
        self.expect((after,), after, self.last_search)

    def idle(self, cancel: StopSignal) -> None:
        """Do what there is to do until the next command, which sets *cancel*: ponder."""
        position = self.board.position
        self.ponder(position, lambda: self.limits(self.time.clock(position.turn.other, self.now())), cancel)
