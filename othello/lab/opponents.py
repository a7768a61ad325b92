"""Opponents in environments: random, greedy, and the engine at any level."""

from functools import cache, partial
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from othello.errors import OthelloError
from othello.kernels.batch_boards import PASS
from othello.lab.boards import Bits, flips
from othello.lab.checks import Bytes, Words
from othello.players.level_player import LevelPlayer
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import MOVES
from othello.search.engine import Engine

TABLE_MIB: Final = 16.0
"""Size of the engine's table, which all games share."""
Games = NDArray[np.intp]


class Opponent(Protocol):
    """Chooses moves in many games. A subclass needs to override only `choose`."""

    def begin(self, count: int, seed: int, start: Words) -> None:
        """Forget all games, and begin *count* new games from the board *start*."""
        return

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return a legal action, 0 to 64, for each of *games*, which have these boards and masks."""

    def see(self, actions: NDArray[np.int64], terminated: Bits) -> None:
        """Record the actions in all games (-1 for none), and the games that ended."""
        return


class RandomOpponent(Opponent):
    """Plays all legal moves with the same probability."""

    def begin(self, count: int, seed: int, start: Words) -> None:
        """Begin with a seed."""
        self._random = np.random.default_rng(seed)

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return legal actions."""
        return (self._random.random(masks.shape, np.float32) * masks).argmax(axis=1)


class GreedyOpponent(Opponent):
    """Plays the move that flips the most discs. Among equal moves, the lowest square is played."""

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return legal actions."""
        return greedy(players, opponents)


def greedy(players: Words, opponents: Words) -> Bytes:
    """Return for each board the move that flips the most discs, or a pass if there is no move.

    >>> greedy(np.array([1], np.uint64), np.array([2], np.uint64)).tolist()
    [2]
    """
    turned = np.bitwise_count(flips(players[:, None], opponents[:, None], np.arange(PASS)))
    return np.where(turned.any(axis=1), turned.argmax(axis=1), PASS).astype(np.uint8)


class LevelOpponent:
    """The engine at a level, a number from 0 to 60 or a human-like level."""

    def __init__(self, level: str | int) -> None:
        """Raise InvalidNotationError for an unknown level."""
        self._player = LevelPlayer(str(level), engine=cache(partial(Engine, table_mib=TABLE_MIB)))

    def begin(self, count: int, seed: int, start: Words) -> None:
        """Begin games. At human-like levels, *seed* plus the number of the game is its seed."""
        self._seed = seed
        self._start = Board(Position(int(start[0]), int(start[1]), Color.BLACK))
        self._boards = [self._start.copy() for _ in range(count)]

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return the moves of the engine."""
        moves = []
        for game in games.tolist():
            self._player.seed = self._seed + game
            result = self._player.choose(self._boards[game])
            assert result.move is not None, "the game is not over"
            moves.append(int(result.move))
        return moves

    def see(self, actions: NDArray[np.int64], terminated: Bits) -> None:
        """Make the moves on the boards."""
        for game in np.flatnonzero((actions >= 0) | terminated).tolist():
            if terminated[game]:
                self._boards[game] = self._start.copy()
            else:
                self._boards[game].push(MOVES[int(actions[game])])


def opponent_of(name: Opponent | str | int | None) -> Opponent | None:
    """Return the opponent with this name or level.

    Return an `Opponent` or None unchanged. Raises OthelloError.
    """
    if not isinstance(name, str | int):
        return name
    if name == "random":
        return RandomOpponent()
    if name == "greedy":
        return GreedyOpponent()
    try:
        return LevelOpponent(name)
    except OthelloError:
        raise OthelloError(f"{name!r} is not an opponent: use 'random', 'greedy', or a level") from None
