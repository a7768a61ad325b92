"""The player of all front ends: at a numbered or human-like level, which may change."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.players.book_player import OpeningBook
from othello.players.human_player import HumanPlayer, draw_seed
from othello.players.levels import CHOICES as HUMAN_CHOICES
from othello.players.levels import human_level
from othello.rules.board import Board
from othello.search import levels
from othello.search.analysis import Steps, run
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import SearchInfo, SearchResult
from othello.search.stop_signal import StopSignal

CHOICES: Final = f"a number from 0 to {levels.STRONGEST}, {HUMAN_CHOICES}"
"""The levels in words, for messages."""


class LevelPlayer:
    """Chooses moves at the level that a user chooses, by number, rating or name.

    >>> player = LevelPlayer("12", seed=7)
    >>> player.set_level("Casual")
    >>> str(player), player.number, player.seed
    ('casual', None, 7)
    """

    def __init__(
        self, level: str | None = None, *, seed: int | None = None, opening: OpeningBook | None = None
    ) -> None:
        """Begin at *level*, by default the default level; raise InvalidNotationError.

        seed    -- decides the moves of human-like levels, and among equal moves of a book; None draws a seed
                   for each game
        opening -- the book for the opening; None plays without a book
        """
        self.opening = opening
        """The book for the opening; None if there is none."""
        self._human = HumanPlayer(seed=seed)
        self._draws_seeds = seed is None
        self.number: int | None = None
        """The numbered level; None at a human-like level, and if no level is chosen."""
        self.is_human = False
        """Whether the level is human-like."""
        if level is not None:
            self.set_level(level)

    def __str__(self) -> str:
        """Return the level in the form that `set_level` reads."""
        if self.is_human:
            return str(self._human)
        return str(levels.DEFAULT if self.number is None else self.number)

    @property
    def seed(self) -> int:
        """Seed of the moves of human-like levels; after it is set, no seeds are drawn."""
        return self._human.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._human.seed, self._draws_seeds = seed, False

    def set_level(self, text: str) -> None:
        """Change the level; an unknown one raises InvalidNotationError and changes nothing."""
        word = text.strip()
        if re.fullmatch(r"[0-9]{1,9}", word) and int(word) <= levels.STRONGEST:
            self.is_human, self.number = False, int(word)
            return
        try:
            self._human.level = human_level(word)
        except InvalidNotationError:
            raise InvalidNotationError(f"{quoted(text)} is not a level: use {CHOICES}") from None
        self.is_human, self.number = True, None

    def new_game(self) -> None:
        """Draw a seed for the next game, unless the user has set one."""
        if self._draws_seeds:
            self._human.seed = draw_seed()

    def choose(
        self,
        engine: Engine,
        board: Board,
        limits: Limits,
        *,
        on_info: Callable[[SearchInfo], None] | None = None,
        cancel: StopSignal | None = None,
    ) -> SearchResult:
        """Return the move of the side to move, from the book or at the level; the board stays as it is.

        limits   -- depth, nodes, time and clock of the move; a level counts if no level is chosen, and raises
                    ValueError at a human-like level
        on_info  -- called with reports of the search, as by `Engine.go`, but not at a human-like level
        cancel   -- stops the search; the player then uses the results so far
        """
        return run(partial(self.steps, engine, board, limits), on_info=on_info, cancel=cancel)

    def steps(self, engine: Engine, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the choice of a move for an `Analysis` to run, see `choose`."""
        if self.is_human:  # without the book: the model knows how often people play the moves of openings
            return (yield from self._human.steps(engine, board, limits, cancel))
        if self.opening is not None:
            found = self.opening.choose(engine, board, seed=self.seed, cancel=cancel)
            if found is not None:
                return found
        if self.number is not None:
            limits = replace(limits, level=self.number)
        return (yield from engine.steps(board.position, limits, cancel))
