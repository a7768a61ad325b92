"""Players: objects that choose the moves of a game with the help of an engine.

Front ends play a game with a `Player` and do not depend on how the player chooses.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from othello.board import Board
from othello.engine import Engine
from othello.limits import Limits
from othello.results import Info, SearchResult
from othello.search.cancel import Cancel


class Player(Protocol):
    """Chooses moves in a game."""

    def choose(
        self,
        engine: Engine,
        board: Board,
        limits: Limits,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Return the move of the side to move; the board stays as it is.

        limits   -- depth, nodes, time and clock of the move
        on_info  -- called with reports of the search, as by `Engine.go`; some players do not call it
        cancel   -- stops the search; the player then uses the results so far
        """


@dataclass(frozen=True, slots=True)
class EnginePlayer:
    """Plays the best move that the engine finds.

    >>> from othello import Board, Engine
    >>> with Engine(table_mib=1) as engine:
    ...     EnginePlayer(level=3).choose(engine, Board(), Limits()).depth
    3
    """

    level: int | None = None
    """Level of the search, 0-60; None means that of the limits."""

    def choose(
        self,
        engine: Engine,
        board: Board,
        limits: Limits,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Return the best move that the engine finds; see `Player.choose`."""
        if self.level is not None:
            limits = replace(limits, level=self.level)
        return engine.go(board.position, limits, on_info=on_info, cancel=cancel)
