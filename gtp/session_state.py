"""The state of a GTP session: the game, the player, the clocks."""

import time
from collections.abc import Callable
from dataclasses import replace

from othello.engine import Engine
from othello.gtp.game import Game
from othello.gtp.late import Late
from othello.gtp.pondering import Pondering, likely, without_clock
from othello.gtp.time_control import TimeControl
from othello.human.level_player import LevelPlayer
from othello.limits import Clock, Limits
from othello.results import SearchResult
from othello.score import Color
from othello.search.cancel import Cancel
from othello.square import PASS, Move


class State:
    """The state of a session, which the handlers of commands change."""

    def __init__(
        self,
        engine: Late[Engine],
        *,
        player: LevelPlayer | None = None,
        ponders: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a session.

        engine   -- the engine, which is made when it is first needed
        player   -- chooses the moves; None means a player at the default level
        ponders  -- whether the engine searches on the opponent's time
        now      -- clock: returns seconds since any fixed time
        """
        self._engine = engine
        self.game = Game()
        """The game."""
        self.player = LevelPlayer() if player is None else player
        """Chooses the moves of the engine."""
        self.opening = self.player.opening
        """The book that `othello-book on` turns on again."""
        self.depth: int | None = None
        """Maximum search depth in plies; None means unlimited."""
        self.now = now
        self.time = TimeControl(now)
        """The clocks."""
        self.last_search: SearchResult | None = None
        """The search for the last move; None if there was no move, or no search for it."""
        self.pondering = Pondering(is_wanted=ponders)
        """The search on the opponent's time."""

    @property
    def engine(self) -> Engine:
        """The engine; raises GtpError if it does not start."""
        return self._engine.get()

    def limits(self, clock: Clock | None) -> Limits:
        """Return the limits of a move on this clock; None means no time limit."""
        return Limits(depth=self.depth, clock=clock)

    def new_game(self) -> None:
        """Reset the player, the clocks and the last search; the caller has set up the board."""
        self.player.new_game()
        self.time.new_game()
        self.last_search = None

    def choose(self, color: Color, clock: Clock | None, cancel: Cancel) -> Move:
        """Return the best move of *color* as if it were to move; PASS if it has no legal square.

        *cancel* stops the search.
        """
        board = self.game.board_of(color)
        self.last_search = None
        if not board.position.legal_moves_bits:
            return PASS
        self.last_search = self.player.choose(self.engine, board, self.limits(clock), cancel=cancel)
        assert self.last_search.move is not None, "there is a legal move"
        return self.last_search.move

    def play_own(self, color: Color, move: Move) -> None:
        """Make a move that was chosen for *color*, and prepare to ponder the reply."""
        self.game.play(color, move)
        after = self.game.position
        self.pondering.expect((after,), likely(after, self.last_search))

    def ponder(self, cancel: Cancel) -> None:
        """Ponder until *cancel* is set, if that is wanted and it is the opponent's turn.

        A human-like level does not ponder, because each of its searches has a fresh table.
        """
        if self._engine.ready is None or self.player.is_human:
            return
        position = self.game.position
        if self.pondering.is_due(position):
            limits = self.limits(self.time.clock(position.turn.other, self.now()))
            limits = without_clock(replace(limits, level=self.player.number))
            self.pondering.begin(self.engine, limits, cancel)

    def stop_search(self, older_than: float = 0.0) -> bool:
        """Stop a search that is older than *older_than* seconds; return whether there was one.

        May be called from any thread. Pondering ends, too, but does not count as a search.
        """
        engine = self._engine.ready
        if engine is None or self.pondering.halt():
            return False
        return engine.stop(older_than=older_than)
