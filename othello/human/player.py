"""A human-like player, which remembers what its moves lost.

    player = HumanPlayer("casual", seed=7)
    with Engine() as engine:
        result = player.choose(engine, board)
        board.push(result.move)

What a side has lost in a game is the sum over those of its moves that this player chose. The
player recognizes a move by the position before it. So the losses stay right when moves are taken
back, and when a game is set up again or sent anew with every move. A move that somebody else
made has lost nothing.

The same seed and the same game give the same moves, in every process and on every computer,
unless a clock or a `Cancel` cuts a search short.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from othello.human.levels import HUMAN_LEVELS, HumanLevel, named
from othello.limits import Limits
from othello.results import Info, SearchResult
from othello.score import DISC, Color
from othello.search.cancel import Cancel
from othello.square import Move

if TYPE_CHECKING:  # GTP makes its player before the engine is imported, which takes half a second
    from othello.async_engine import AsyncEngine
    from othello.board import Board
    from othello.engine import Engine
    from othello.position import Position

REMEMBERED: Final = 100_000
"""Moves whose losses are remembered, the latest ones: those of several thousand games."""
SEED_BITS: Final = 31
"""Size of a drawn seed; every protocol has numbers of this size."""


class HumanPlayer:
    """A `Player` at a human-like level.

    >>> from othello import Board, Engine
    >>> with Engine(table_mib=1) as engine:
    ...     player, board = HumanPlayer("newcomer", seed=1), Board()
    ...     board.push(player.choose(engine, board).move)
    >>> 0 <= player.lost(board, Color.BLACK) <= player.level.max_loss
    True
    """

    def __init__(self, level: HumanLevel | str = HUMAN_LEVELS[0], *, seed: int | None = None) -> None:
        """Begin without losses; raise InvalidNotationError if there is no such *level*.

        Without a *seed* one is drawn.
        """
        self.level = level if isinstance(level, HumanLevel) else named(level)
        """How it plays; a change of the level does not change what was lost before."""
        self.seed = draw_seed() if seed is None else seed
        """Decides its moves, together with the position and the losses so far."""
        self._losses_cd: dict[tuple[Position, Move], int] = {}

    def __str__(self) -> str:
        return self.level.name

    def choose(
        self,
        engine: "Engine",
        board: "Board",
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Return the move that it plays, with the value of that move and its `loss`.

        It never calls *on_info*, since the reports would give its errors away. Raises ValueError
        if the limits have a level. For the rest, see `othello.player.Player.choose`.
        """
        found = engine.evaluate_moves(board.position, self._search_limits(limits), cancel=cancel)
        return self._chosen(board, found)

    async def choose_async(
        self, engine: "AsyncEngine", board: "Board", limits: Limits | None = None
    ) -> SearchResult:
        """Return the move as `choose` does; the board must not change meanwhile."""
        return self._chosen(board, await engine.evaluate_moves(board.position, self._search_limits(limits)))

    def lost(self, board: "Board", color: Color) -> float:
        """Return the discs that *color* has lost in this game by moves that this player chose."""
        return self._lost_cd(board, color) / DISC

    def _search_limits(self, limits: Limits | None) -> Limits:
        limits = limits or Limits()
        if limits.level is not None:
            raise ValueError(f"limits have level {limits.level}, but {self.level} searches at its own")
        return replace(limits, level=self.level.search_level)

    def _chosen(self, board: "Board", found: SearchResult) -> SearchResult:
        """Choose among all moves that were *found*, and remember the loss."""
        from othello.human.choice import choose  # late, because a position needs Numba

        lost_cd = self._lost_cd(board, board.turn)
        chosen = choose(self.level, board.position, found, seed=self.seed, lost_cd=lost_cd)
        if chosen.move is not None:
            self._losses_cd.pop((board.position, chosen.move), None)
            self._losses_cd[board.position, chosen.move] = round(DISC * chosen.loss)
        if len(self._losses_cd) > REMEMBERED:
            del self._losses_cd[next(iter(self._losses_cd))]
        return chosen

    def _lost_cd(self, board: "Board", color: Color) -> int:
        moves = zip(board.positions(), board.move_stack, strict=False)
        return sum(self._losses_cd.get(each, 0) for each in moves if each[0].turn is color)


def draw_seed() -> int:
    """Return an unpredictable seed."""
    # Not by the module `secrets`: importing it would take longer than all else here.
    return int.from_bytes(os.urandom(4), "big") >> (32 - SEED_BITS)
