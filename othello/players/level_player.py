"""The player of all front ends. Users can change its level, which is numbered or human-like."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from othello.errors import InvalidNotationError, quoted
from othello.players.book_player import BookPlayer, OpeningBook
from othello.players.human_player import HumanPlayer, draw_seed
from othello.players.levels import CHOICES as HUMAN_CHOICES
from othello.players.levels import HumanLevel, human_level
from othello.players.player import BasePlayer, EnginePlayer
from othello.rules.board import Board
from othello.search import levels
from othello.search.analysis import Steps
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import SearchResult
from othello.search.stop_signal import StopSignal

CHOICES: Final = f"a number from 0 to {levels.STRONGEST}, {HUMAN_CHOICES}"
"""Which levels there are, as messages show it."""


def parse_level(text: str) -> int | HumanLevel:
    """Read a level: a number, a rating or a name. Raises InvalidNotationError for other texts.

    >>> parse_level(" 12"), str(parse_level("Casual"))
    (12, 'casual')
    """
    word = text.strip()
    if re.fullmatch(r"[0-9]{1,9}", word) and int(word) <= levels.STRONGEST:
        return int(word)
    try:
        return human_level(word)
    except InvalidNotationError:
        raise InvalidNotationError(f"{quoted(text)} is not a level: use {CHOICES}") from None


class LevelPlayer(BasePlayer):
    """Plays at the level that a user has chosen. The user can change it.

    >>> player = LevelPlayer("12", seed=7)
    >>> player.set_level("Casual")
    >>> str(player), player.number, player.seed
    ('casual', None, 7)
    """

    def __init__(
        self,
        level: str | None = None,
        *,
        seed: int | None = None,
        opening: OpeningBook | None = None,
        engine: Callable[[], Engine] | None = None,
    ) -> None:
        """Begin at *level*, by default the default level. Raises InvalidNotationError if it is unknown.

        seed    -- decides the moves of human-like levels, and which good move of the book is played.
                   None draws a new seed for each game.
        opening -- the book for the opening, or None to play without a book
        engine  -- a function that returns the engine. By default, the first move creates an engine.
        """
        self.engine = engine or cache(Engine)
        """A function that returns the engine. It is called for each move."""
        self.level = None if level is None else parse_level(level)
        """The level, or None if nobody has chosen a level."""
        self.opening = opening
        """The book for the opening, or None to play without a book."""
        self._seed, self._draws_seeds = draw_seed() if seed is None else seed, seed is None
        self._human: HumanPlayer | None = None
        """The human-like player, or None before its first move."""

    def __str__(self) -> str:
        """Return the level as a text that `set_level` can read."""
        return str(levels.DEFAULT if self.level is None else self.level)

    @property
    def number(self) -> int | None:
        """The number of the level. None if the level is human-like or nobody has chosen a level."""
        return self.level if isinstance(self.level, int) else None

    @property
    def seed(self) -> int:
        """The seed that decides moves. If you set it, new games keep it instead of drawing another seed."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed, self._draws_seeds = seed, False

    @property
    def decisive_seed(self) -> int | None:
        """The seed, if it decides every move, which is so at human-like levels. Otherwise None."""
        return self.seed if isinstance(self.level, HumanLevel) else None

    def set_level(self, text: str) -> None:
        """Change the level. For an unknown level, raises InvalidNotationError and keeps the old level."""
        self.level = parse_level(text)

    def new_game(self) -> None:
        """Draw another seed for the next game, unless the user has set the seed."""
        if self._draws_seeds:
            self._seed = draw_seed()

    def pondering(self, limits: Limits) -> Limits | None:
        """Return the limits for pondering at this level, or None if pondering does not help.

        It does not help a human-like level, because each search of such a level begins with an empty table.
        """
        return None if isinstance(self.level, HumanLevel) else replace(limits, level=self.level)

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move, see `BasePlayer.steps`.

        A level in *limits* counts only if nobody has chosen a level. At a human-like level, it raises
        ValueError.
        """
        return self._player().steps(board, limits, cancel)

    def _player(self) -> BasePlayer:
        """Return a player for the current level."""
        engine = self.engine()
        if isinstance(self.level, HumanLevel):
            # Do not use the book, because the model knows how often people play each opening move.
            self._human = self._human or HumanPlayer(evaluation=engine.evaluation)
            self._human.level, self._human.seed = self.level, self.seed
            return self._human
        player = EnginePlayer(engine, self.number)
        return player if self.opening is None else BookPlayer(self.opening, player, self.seed)
