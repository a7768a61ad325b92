"""Players, which choose moves: the base class and the player at full strength.

A front end that must do other work while a player is thinking runs the player's `steps`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from othello.rules.board import Board, BoardLike, board_of
from othello.search.analysis import Steps, run
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import SearchInfo, SearchResult
from othello.search.stop_signal import StopSignal


class BasePlayer(ABC):
    """The base class of players, which choose moves."""

    @abstractmethod
    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move. It has not begun yet: `choose` or an `Analysis` runs it."""

    def choose(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        cancel: StopSignal | None = None,
    ) -> SearchResult:
        """Choose a move for the side to move. The board is not changed.

        limits  -- limits for the move: depth, nodes, time and clock
        on_info -- called with the search's infos, as in `Engine.play`. Human-like players never call it,
                   because it would reveal the best move.
        cancel  -- stops the search. The player then chooses a move based on the results so far.
        """
        steps = partial(self.steps, board_of(board), limits or Limits())
        return run(steps, on_info=on_info, cancel=cancel)


class EnginePlayer(BasePlayer):
    """A player at full strength or at a numbered level."""

    def __init__(self, engine: Engine, level: int | None = None) -> None:
        """Play with *engine* at *level*, 0-60. Without a level, only the limits for each move apply."""
        self.engine, self.level = engine, level

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move (see `BasePlayer.steps`)."""
        limits = limits if self.level is None else replace(limits, level=self.level)
        return self.engine.steps(board.position, limits, cancel)
