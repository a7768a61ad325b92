"""The player of all front ends: at a numbered or human-like level, which may change."""

import re
from collections.abc import Callable
from typing import Final

from othello.board import Board
from othello.book.opening import OpeningBook
from othello.engine import Engine
from othello.errors import InvalidNotationError, quoted
from othello.human.levels import BY_NAME
from othello.human.player import HumanPlayer, draw_seed
from othello.limits import Limits
from othello.player import EnginePlayer, Player
from othello.results import Info, SearchResult
from othello.score import Color
from othello.search import levels
from othello.search.cancel import Cancel

CHOICES: Final = f"a number from 0 to {levels.STRONGEST}, or {', '.join(BY_NAME)}"
"""The levels in words, for messages."""


class LevelPlayer:
    """A `Player` at the level that a user chooses, by number or name.

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
        self._player: Player = EnginePlayer()
        if level is not None:
            self.set_level(level)

    def __str__(self) -> str:
        """Return the level in the form that `set_level` reads."""
        if self.is_human:
            return str(self._human)
        return str(levels.DEFAULT if self.number is None else self.number)

    @property
    def is_human(self) -> bool:
        """Whether the level is human-like."""
        return self._player is self._human

    @property
    def seed(self) -> int:
        """Seed of the moves of human-like levels; after it is set, no seeds are drawn."""
        return self._human.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._human.seed, self._draws_seeds = seed, False

    def set_level(self, text: str) -> None:
        """Change the level; if there is no such level, raise InvalidNotationError and change nothing.

        Earlier losses, at another human-like level, still count.
        """
        word = text.strip().lower()
        if word in BY_NAME:
            self._human.level = BY_NAME[word]
            self._player, self.number = self._human, None
        elif re.fullmatch(r"[0-9]{1,9}", word) and int(word) <= levels.STRONGEST:
            self.number = int(word)
            self._player = EnginePlayer(self.number)
        else:
            raise InvalidNotationError(f"{quoted(text)} is not a level: use {CHOICES}")

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
        on_info: Callable[[Info], None] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchResult:
        """Return a move of the book or at the level; see `othello.player.Player.choose`.

        A level in the limits counts if no level is chosen; at a human-like level it raises ValueError.
        """
        found = self._from_book(engine, board, cancel)
        if found is not None:
            return found
        return self._player.choose(engine, board, limits, on_info=on_info, cancel=cancel)

    def _from_book(self, engine: Engine, board: Board, cancel: Cancel | None) -> SearchResult | None:
        """Return a move of the book; None without a book, or where it has none."""
        if self.opening is None:
            return None
        if not self.is_human:
            return self.opening.choose(engine, board, seed=self.seed, cancel=cancel)
        allowed = self._human.allowance(board)
        found = self.opening.choose_as_people(board, seed=self.seed, most_loss=allowed)
        if found is not None:
            self._human.remember(board, found)
        return found

    def lost(self, board: Board, color: Color) -> float:
        """Return the discs that *color* has lost in this game by moves at human-like levels."""
        return self._human.lost(board, color)
