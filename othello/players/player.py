"""Players return a move for a board.

Front ends that do other work while a player thinks run its `steps`.
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
    """Chooses moves."""

    @abstractmethod
    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move, not yet begun, for `choose` or an `Analysis` to run."""

    def choose(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        cancel: StopSignal | None = None,
    ) -> SearchResult:
        """Return a move for the side to move. The board stays unchanged.

        limits  -- depth, nodes, time and clock of the move
        on_info -- called with reports of the search, as by `Engine.play`. A human-like player does not
                   report, because its search would show the best move.
        cancel  -- stops the search. The player then uses the results so far.
        """
        steps = partial(self.steps, board_of(board), limits or Limits())
        return run(steps, on_info=on_info, cancel=cancel)


class EnginePlayer(BasePlayer):
    """Plays at full strength, or at a numbered level."""

    def __init__(self, engine: Engine, level: int | None = None) -> None:
        """Play with an engine at a level from 0 to 60. Without a level, the limits of each move count."""
        self.engine, self.level = engine, level

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move, see `BasePlayer.steps`."""
        limits = limits if self.level is None else replace(limits, level=self.level)
        return self.engine.steps(board.position, limits, cancel)
