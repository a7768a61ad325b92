"""Opponents for environments: random moves, greedy moves, and the engine at any level."""

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
"""Size of the engine's transposition table, which all games share."""
Games = NDArray[np.intp]


class Opponent(Protocol):
    """Chooses moves in many simultaneous games. A subclass needs to override only `choose`."""

    def begin(self, count: int, seed: int, start: Words) -> None:
        """Forget all games and begin *count* new games from the board *start*."""
        return

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return a legal action, 0 to 64, for each game in which the opponent is to move.

        *games* contains the indexes of these games. The other arrays contain their boards and masks of legal
        actions.
        """

    def see(self, actions: NDArray[np.int64], terminated: Bits) -> None:
        """Observe the action in each game, or -1 for no action, and observe which games ended."""
        return


class RandomOpponent(Opponent):
    """Plays all legal moves with equal probability."""

    def begin(self, count: int, seed: int, start: Words) -> None:
        """Begin a new sequence of random numbers."""
        self._random = np.random.default_rng(seed)

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return a random legal action for each game."""
        return (self._random.random(masks.shape, np.float32) * masks).argmax(axis=1)


class GreedyOpponent(Opponent):
    """Plays the move that flips the most discs (see `greedy`)."""

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return the action of `greedy` for each game."""
        return greedy(players, opponents)


def greedy(players: Words, opponents: Words) -> Bytes:
    """Return, for each board, the move that flips the most discs, or a pass (64) if no square is legal.

    If there are several such moves, the move to the lowest square is returned.

    >>> greedy(np.array([1], np.uint64), np.array([2], np.uint64)).tolist()
    [2]
    """
    turned = np.bitwise_count(flips(players[:, None], opponents[:, None], np.arange(PASS)))
    return np.where(turned.any(axis=1), turned.argmax(axis=1), PASS).astype(np.uint8)


class LevelOpponent:
    """The engine at a level, which is a number from 0 to 60 or the name of a human-like level."""

    def __init__(self, level: str | int) -> None:
        """Create the opponent. Raises InvalidNotationError if the level is unknown."""
        self._player = LevelPlayer(str(level), engine=cache(partial(Engine, table_mib=TABLE_MIB)))

    def begin(self, count: int, seed: int, start: Words) -> None:
        """Begin games. At human-like levels, a game's seed is *seed* plus the index of the game."""
        self._seed = seed
        self._start = Board(Position(int(start[0]), int(start[1]), Color.BLACK))
        self._boards = [self._start.copy() for _ in range(count)]

    def choose(self, players: Words, opponents: Words, masks: Bits, games: Games) -> Any:
        """Return the engine's move for each game."""
        moves = []
        for game in games.tolist():
            self._player.seed = self._seed + game
            result = self._player.choose(self._boards[game])
            assert result.move is not None, "the game is not over"
            moves.append(int(result.move))
        return moves

    def see(self, actions: NDArray[np.int64], terminated: Bits) -> None:
        """Apply the actions to this opponent's boards."""
        for game in np.flatnonzero((actions >= 0) | terminated).tolist():
            if terminated[game]:
                self._boards[game] = self._start.copy()
            else:
                self._boards[game].push(MOVES[int(actions[game])])


def opponent_of(name: Opponent | str | int | None) -> Opponent | None:
    """Return the opponent with this name or level. An `Opponent` or None is returned unchanged.

    Raises OthelloError if the name is unknown.
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
