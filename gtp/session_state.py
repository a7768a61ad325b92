"""The state of a GTP session: the game, the clocks, and the engine's seat."""

import time
from collections.abc import Callable

from othello.gtp.game import Game
from othello.gtp.late import Late
from othello.gtp.seat import Seat
from othello.gtp.time_control import TimeControl
from othello.human.level_player import LevelPlayer
from othello.rules.score import Color
from othello.rules.square import PASS, Move
from othello.search.cancel import Cancel
from othello.search.engine import Engine
from othello.search.limits import Clock, Limits
from othello.search.results import SearchResult


class GtpState(Seat):
    """The state of a session, which the handlers of commands change."""

    def __init__(
        self,
        engine: Late[Engine],
        *,
        player: LevelPlayer | None = None,
        ponders: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a session; the arguments are those of `Seat`."""
        super().__init__(engine, player=player, ponders=ponders, now=now)
        self.game = Game()
        """The game."""
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

    def new_game(self) -> None:
        """Reset the player, the clocks and the last search; the caller has set up the board."""
        self.player.new_game()
        self.time.new_game()
        self.last_search = None

    def choose_for(self, color: Color, clock: Clock | None, cancel: Cancel) -> Move:
        """Return the best move of *color* as if it were to move; PASS if it has no legal square.

        *cancel* stops the search.
        """
        board = self.game.board_of(color)
        self.last_search = None
        if not board.position.legal_moves_bits:
            return PASS
        self.last_search = self.choose(board, self.limits(clock), cancel)
        assert self.last_search.move is not None, "there is a legal move"
        return self.last_search.move

    def play_own(self, color: Color, move: Move) -> None:
        """Make a move that was chosen for *color*, and prepare to ponder the reply."""
        self.game.play(color, move)
        after = self.game.position
        self.expect((after,), after, self.last_search)

    def idle(self, cancel: Cancel) -> None:
        """Do what there is to do until the next command, which sets *cancel*: ponder."""
        position = self.game.position
        self.ponder(position, lambda: self.limits(self.time.clock(position.turn.other, self.now())), cancel)
