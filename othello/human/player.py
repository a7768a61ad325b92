"""A human-like player, which remembers the losses of its moves.

    player = HumanPlayer("casual", seed=7)
    with Engine() as engine:
        result = player.choose(engine, board)
        board.push(result.move)

The loss of a side in a game is the sum over its moves that this player chose. The player recognizes a
move by the position before it. So the losses stay correct if moves are taken back, and if a game is set
up again, even before every move. Moves that this player did not choose have no loss.

The same seed and the same game give the same moves, in every process and on every computer,
unless a clock or a `Cancel` cuts a search short.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from othello.human.choice import allowance_cd, choose
from othello.human.levels import HUMAN_LEVELS, HumanLevel, named
from othello.human.people import move_chances
from othello.rules.board import Board, BoardLike, board_of
from othello.rules.position import Position
from othello.rules.score import DISC, Color
from othello.rules.square import MAX_MOVES, Move
from othello.search.analysis import Steps, changed, run
from othello.search.cancel import Cancel
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import Info, SearchResult

REMEMBERED: Final = 100_000
"""Number of moves whose losses are remembered, the latest ones; enough for several thousand games."""
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
    ...     player, board = HumanPlayer("newcomer", seed=1), Board()
    ...     board.push(player.choose(engine, board).move)
    >>> 0 <= player.lost(board, Color.BLACK) <= player.level.max_loss
    True
    """

    def __init__(self, level: HumanLevel | str = HUMAN_LEVELS[0], *, seed: int | None = None) -> None:
        """Begin without losses; raise InvalidNotationError if there is no such *level*.

        Without *seed*, a seed is drawn.
        """
        self.level = level if isinstance(level, HumanLevel) else named(level)
        """The level; a change keeps the earlier losses."""
        self.seed = draw_seed() if seed is None else seed
        """The seed; moves depend on it, on the position and on the losses so far."""
        self._losses_cd: dict[tuple[Position, Move], int] = {}

    def __str__(self) -> str:
        return self.level.name

    def choose(
        self,
        engine: Engine,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Return the chosen move, its value and its `loss`; the arguments are those of `LevelPlayer`.

        *on_info* is never called, because the reports would show the best move. Raises ValueError if
        the limits have a level.
        """
        board = board_of(board)
        return run(partial(self.steps, engine, board, limits), cancel=cancel)

    def steps(
        self, engine: Engine, board: Board, limits: Limits | None, cancel: Cancel
    ) -> Steps[SearchResult]:
        """Return the choice of a move for an `Analysis` to run, without infos, see `choose`."""
        every = replace(self._search_limits(limits), multipv=MAX_MOVES)
        search = engine.steps(board.position, every, cancel, is_fresh=True)
        return self._chosen(board, (yield from changed(search, lambda info: None)))

    async def choose_async(
        self, engine: AsyncSearches, board: BoardLike, limits: Limits | None = None
    ) -> SearchResult:
        """Do the same as `choose`; the board must not change until the search ends."""
        board = board_of(board)
        return self._chosen(board, await engine.evaluate_moves(board.position, self._search_limits(limits)))

    def lost(self, board: BoardLike, color: Color) -> float:
        """Return the discs that *color* has lost in this game by moves that this player chose."""
        return self._lost_cd(board_of(board), color) / DISC

    def allowance(self, board: BoardLike) -> float:
        """Return the discs that the next move may lose."""
        board = board_of(board)
        allowed: int = allowance_cd(self.level, board.empties, self._lost_cd(board, board.turn))
        return allowed / DISC

    def remember(self, board: BoardLike, chosen: SearchResult) -> None:
        """Count the loss of a move that was chosen for the side to move."""
        if chosen.move is not None:
            played = board_of(board).position, chosen.move
            self._losses_cd.pop(played, None)
            self._losses_cd[played] = round(DISC * chosen.loss)
        if len(self._losses_cd) > REMEMBERED:
            del self._losses_cd[next(iter(self._losses_cd))]

    def _search_limits(self, limits: Limits | None) -> Limits:
        limits = limits or Limits()
        if limits.level is not None:
            raise ValueError(f"limits have level {limits.level}, but {self.level} searches at its own")
        return replace(limits, level=self.level.search_level)

    def _chosen(self, board: Board, found: SearchResult) -> SearchResult:
        """Choose among all moves of *found*, and remember the loss."""
        lost_cd = self._lost_cd(board, board.turn)
        rating = self.level.rating
        chosen: SearchResult = choose(
            self.level,
            board.position,
            found,
            seed=self.seed,
            lost_cd=lost_cd,
            chances=None if rating is None else move_chances(board, rating),
        )
        self.remember(board, chosen)
        return chosen

    def _lost_cd(self, board: Board, color: Color) -> int:
        moves = zip(board.positions(), board.move_stack, strict=False)
        return sum(self._losses_cd.get(each, 0) for each in moves if each[0].turn is color)


def draw_seed() -> int:
    """Return an unpredictable seed."""
    # The module `secrets` would take longer to import than everything else here.
    return int.from_bytes(os.urandom(4), "big") >> (32 - SEED_BITS)
