"""A player at a human-like level.

    player = HumanPlayer("casual", seed=7)
    with Engine() as engine:
        result = player.choose(engine, board)
        board.push(result.move)

The same seed and the same game give the same moves, in every process and on every computer,
unless a clock or a `StopSignal` cuts a search short.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from othello.players.choice import chance, choose
from othello.players.human_model import move_probabilities
from othello.players.levels import DEFAULT, HumanLevel, human_level
from othello.rules.board import Board, BoardLike, board_of
from othello.rules.position import Position
from othello.rules.square import MAX_MOVES
from othello.search.analysis import Steps, changed, run
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import SearchInfo, SearchResult
from othello.search.stop_signal import StopSignal

SEED_BITS: Final = 31
"""Size of a drawn seed, which fits into the numbers of every protocol."""


class AsyncSearches(Protocol):
    """What `HumanPlayer.choose_async` needs of an `AsyncEngine`, whose import takes long."""

    async def evaluate_moves(self, board: BoardLike, limits: Limits, /) -> SearchResult:
        """Search every move of a position."""


class HumanPlayer:
    """Chooses moves at a human-like level.

    >>> from othello import Board, Engine
    >>> with Engine(table_mib=1) as engine:
    ...     found = HumanPlayer("1450", seed=1).choose(engine, Board("f5"))
    >>> found.move in Board("f5").legal_moves, found.loss >= 0
    (True, True)
    """

    def __init__(self, level: HumanLevel | str = DEFAULT, *, seed: int | None = None) -> None:
        """Take a level, by name or rating; raise InvalidNotationError if it is unknown.

        Without *seed*, a seed is drawn.
        """
        self.level = level if isinstance(level, HumanLevel) else human_level(level)
        """The level."""
        self.seed = draw_seed() if seed is None else seed
        """The seed; moves depend on it and on the position."""

    def __str__(self) -> str:
        return self.level.name

    def choose(
        self,
        engine: Engine,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        cancel: StopSignal | None = None,
    ) -> SearchResult:
        """Return the chosen move, its value and its `loss`; the arguments are those of `LevelPlayer`.

        *on_info* is never called, because the reports would show the best move. Raises ValueError if
        the limits have a level.
        """
        board = board_of(board)
        return run(partial(self.steps, engine, board, limits), cancel=cancel)

    def steps(
        self, engine: Engine, board: Board, limits: Limits | None, cancel: StopSignal
    ) -> Steps[SearchResult]:
        """Return the choice of a move for an `Analysis` to run, without infos, see `choose`."""
        every = replace(self._search_limits(board.position, limits), multipv=MAX_MOVES)
        search = engine.steps(board.position, every, cancel, is_fresh=True)
        return self._chosen(board, (yield from changed(search, lambda info: None)))

    async def choose_async(
        self, engine: AsyncSearches, board: BoardLike, limits: Limits | None = None
    ) -> SearchResult:
        """Do the same as `choose`; the board must not change until the search ends."""
        board = board_of(board)
        position = board.position
        return self._chosen(
            board, await engine.evaluate_moves(position, self._search_limits(position, limits))
        )

    def _search_limits(self, position: Position, limits: Limits | None) -> Limits:
        limits = limits or Limits()
        if limits.level is not None:
            raise ValueError(f"limits have level {limits.level}, but {self.level} searches at its own")
        return replace(limits, level=self.level.search_level(chance(self.seed, position, "search")))

    def _chosen(self, board: Board, found: SearchResult) -> SearchResult:
        """Choose among all moves of *found*."""
        chances = move_probabilities(board, self.level.rating)
        return choose(self.level, board.position, found, chances, chance(self.seed, board.position, "move"))


def draw_seed() -> int:
    """Return an unpredictable seed."""
    # The module `secrets` would take longer to import than everything else here.
    return int.from_bytes(os.urandom(4), "big") >> (32 - SEED_BITS)
