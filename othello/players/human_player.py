"""A player at a human-like level.

    player = HumanPlayer("casual", seed=7)
    board.push(player.choose(board).move)

The same seed and the same game give the same moves, in every process and on every computer, unless a clock
or a `StopSignal` stops a search early.
"""

import itertools
import os
from dataclasses import replace
from functools import cached_property
from typing import Final

from othello.players.choice import choose, random_number
from othello.players.human_model import shipped
from othello.players.levels import DEFAULT, HumanLevel, human_level
from othello.players.player import BasePlayer
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.square import MAX_MOVES, PASS
from othello.search.analysis import Steps, changed
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.network import Network
from othello.search.results import SearchResult
from othello.search.stop_signal import StopSignal

TABLE_MIB: Final = 1
"""Size, in MiB, of the transposition table.

A table of this size is large enough for the searches of human-like levels and quick to clear.
"""
SEED_BITS: Final = 31
"""Number of bits of a randomly drawn seed. Such a seed fits in the integer type of every protocol."""


class HumanPlayer(BasePlayer):
    """Chooses moves at a human-like level.

    The `loss` of a result is the number of discs that the move loses. The principal variation of a result may
    contain only the move itself.

    >>> from othello import Board
    >>> result = HumanPlayer("1450", seed=1).choose("f5")
    >>> result.move in Board("f5").legal_moves, result.loss >= 0
    (True, True)
    """

    def __init__(
        self, level: HumanLevel | str = DEFAULT, *, seed: int | None = None, evaluation: Network | None = None
    ) -> None:
        """Play at a level, which is a name or a rating. Raises InvalidNotationError if the level is unknown.

        seed       -- determines the moves, by default drawn at random
        evaluation -- the network for searches, by default the package's own network
        """
        self._evaluation = evaluation
        self.level = level if isinstance(level, HumanLevel) else human_level(level)
        """The level at which the player plays."""
        self.seed = draw_seed() if seed is None else seed
        """The seed. A move depends on the seed and the position."""

    def __str__(self) -> str:
        return self.level.name

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move (see `BasePlayer.steps`).

        Raises ValueError if *limits* contains a level.
        """
        all_moves = replace(self._search_limits(board.position, limits), multipv=MAX_MOVES)
        self._engine.new_game()
        search = self._engine.steps(board.position, all_moves, cancel, values_only=True)
        result = yield from changed(search, lambda info: None)
        if result.move is None or result.move == PASS:
            return result
        prediction = shipped().predict(board)
        logarithms = itertools.chain(*prediction.log_probabilities([self.level.rating]))
        scores = dict(zip(prediction.moves, logarithms, strict=True))
        number = random_number(self.seed, board.position, "move")
        return choose(self.level, board.position, result, scores, number)

    @cached_property
    def _engine(self) -> Engine:
        """The engine. Clear its table before each search, so that earlier searches don't affect the move."""
        return Engine(table_mib=TABLE_MIB, evaluation=self._evaluation)

    def _search_limits(self, position: Position, limits: Limits) -> Limits:
        if limits.level is not None:
            raise ValueError(
                f"limits.level is {limits.level}, but must be None: the player's level is {self.level}"
            )
        number = random_number(self.seed, position, "search")
        return replace(limits, level=self.level.search_level(number))


def draw_seed() -> int:
    """Return an unpredictable random seed."""
    # This avoids `secrets`, whose import takes longer than all other imports here.
    return int.from_bytes(os.urandom(4), "big") >> (32 - SEED_BITS)
