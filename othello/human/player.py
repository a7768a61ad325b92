"""A player that errs as people do, and remembers what its moves have lost.

    player = HumanPlayer("casual", seed=7)
    with Engine() as engine:
        result = player.play(engine, board)
        board.push(result.move)

What a side has lost in a game is the sum over its moves that this player chose. They are known
by the position in which they were chosen: so a game may be taken back, set up again or sent anew
with each move, and the sum follows; a move that somebody else made has lost nothing.

The same seed and the same game give the same moves, in every process and on every computer,
unless a clock or a `stop` cuts the look at a position short.
"""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from othello.async_engine import AsyncEngine
from othello.board import Board
from othello.engine import Engine
from othello.human.choice import choose
from othello.human.levels import HUMAN_LEVELS, HumanLevel, named
from othello.limits import Limits
from othello.position import Position
from othello.results import SearchResult
from othello.score import DISC, Color
from othello.square import Move

REMEMBERED: Final = 100_000
"""Moves whose losses are remembered, the latest: those of some thousand games."""
SEED_BITS: Final = 31
"""A seed that is drawn has so many: every protocol has numbers of that size."""


class HumanPlayer:
    """Chooses moves at a level that errs.

    >>> with Engine(table_mib=1) as engine:
    ...     player, board = HumanPlayer("newcomer", seed=1), Board()
    ...     board.push(player.play(engine, board).move)
    >>> 0 <= player.lost(board, Color.BLACK) <= player.level.budget
    True
    """

    def __init__(self, level: HumanLevel | str = HUMAN_LEVELS[0], *, seed: int | None = None) -> None:
        """Begin without having lost anything; raises InvalidNotationError if there is no such *level*.

        Without a *seed* one is drawn, which `seed` tells.
        """
        self.level = level if isinstance(level, HumanLevel) else named(level)
        """How it plays; what it has lost counts whatever its level was."""
        self.seed = draw_seed() if seed is None else seed
        """What decides its moves, beside the position and what it has lost."""
        self._losses_cd: dict[tuple[Position, Move], int] = {}

    def play(self, engine: Engine, board: Board, limits: Limits | None = None) -> SearchResult:
        """The move that it plays, with the value of that move and its `loss`; the board stays as it is.

        The *limits* may bound depth, nodes and time. Raises ValueError if they have a level.
        """
        found = engine.evaluate_moves(board.position, self.limits(limits or Limits()))
        return self.choose(board.position, found, self.lost_cd(moves_of(board), board.turn))

    async def play_async(
        self, engine: AsyncEngine, board: Board, limits: Limits | None = None
    ) -> SearchResult:
        """The same for an engine whose methods are awaited; the board must not change meanwhile."""
        found = await engine.evaluate_moves(board.position, self.limits(limits or Limits()))
        return self.choose(board.position, found, self.lost_cd(moves_of(board), board.turn))

    def lost(self, board: Board, color: Color) -> float:
        """Discs that *color* has lost in this game by moves that this player chose."""
        return self.lost_cd(moves_of(board), color) / DISC

    # For those who keep a game in another way.

    def limits(self, limits: Limits) -> Limits:
        """What bounds a look at a position: these and the own level; raises ValueError if they have one."""
        if limits.level is not None:
            raise ValueError(f"limits have level {limits.level}, but {self.level} looks with its own")
        return replace(limits, level=self.level.look)

    def choose(self, position: Position, found: SearchResult, lost_cd: int) -> SearchResult:
        """Return the move that it plays, with its `loss`, after a loss of *lost_cd* centidiscs so far.

        *found* is what `Engine.evaluate_moves` has returned for *position*.
        """
        chosen = choose(self.level, position, found, seed=self.seed, lost_cd=lost_cd)
        if chosen.move is not None:
            self._losses_cd.pop((position, chosen.move), None)
            self._losses_cd[position, chosen.move] = round(DISC * chosen.loss)
        if len(self._losses_cd) > REMEMBERED:
            del self._losses_cd[next(iter(self._losses_cd))]
        return chosen

    def loss_cd(self, position: Position, move: Move) -> int:
        """Centidiscs that a move lost when this player chose it; 0 if it never did."""
        return self._losses_cd.get((position, move), 0)

    def lost_cd(self, moves: Iterable[tuple[Position, Move]], color: Color) -> int:
        """Centidiscs that *color* has lost by *moves*, each with the position before it."""
        return sum(self.loss_cd(position, move) for position, move in moves if position.turn is color)


def moves_of(board: Board) -> Iterator[tuple[Position, Move]]:
    """The moves of a game, each with the position before it."""
    position = board.first_position
    for move in board.move_stack:
        yield position, move
        position = position.apply(move)


def draw_seed() -> int:
    """A seed that nobody can know."""
    return secrets.randbits(SEED_BITS)
