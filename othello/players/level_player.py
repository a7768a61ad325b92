"""The player that all front ends use. Users can change its level, which is either numbered or human-like."""

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
"""The list of levels, as displayed in messages."""


def parse_level(text: str) -> int | HumanLevel:
    """Parse a level: a number, a rating or a name. Raises InvalidNotationError for anything else.

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
    """Plays at a level that a user chooses and can change.

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
        """Start at *level*, or at the default level. Raises InvalidNotationError if *level* is unknown.

        seed    -- determines the moves of human-like levels and the choice among good book moves. If None, a
                   new seed is drawn for each game.
        opening -- the opening book, or None to play without a book
        engine  -- a function that returns the engine, by default an engine created for the first move
        """
        self.engine = engine or cache(Engine)
        """A function that returns the engine, called for each move."""
        self.level = None if level is None else parse_level(level)
        """The level, or None if none has been chosen."""
        self.opening = opening
        """The opening book, or None to play without a book."""
        self._seed, self._draws_seeds = draw_seed() if seed is None else seed, seed is None
        self._human: HumanPlayer | None = None
        """The human-like player, or None before its first move."""

    def __str__(self) -> str:
        """Return the level as a string that `set_level` accepts."""
        return str(levels.DEFAULT if self.level is None else self.level)

    @property
    def number(self) -> int | None:
        """The number of the level, or None if the level is human-like or none has been chosen."""
        return self.level if isinstance(self.level, int) else None

    @property
    def seed(self) -> int:
        """The seed that determines moves. If you set it, new games keep it instead of drawing a new seed."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed, self._draws_seeds = seed, False

    @property
    def decisive_seed(self) -> int | None:
        """The seed if it determines every move, as at human-like levels, otherwise None."""
        return self.seed if isinstance(self.level, HumanLevel) else None

    def set_level(self, text: str) -> None:
        """Change the level. If it is unknown, raises InvalidNotationError and keeps the old level."""
        self.level = parse_level(text)

    def new_game(self) -> None:
        """Draw a new seed for the next game unless the user has set one."""
        if self._draws_seeds:
            self._seed = draw_seed()

    def pondering(self, limits: Limits) -> Limits | None:
        """Return the limits for pondering at this level, or None if pondering does not help.

        Pondering does not help human-like levels, because each of their searches starts with an empty table.
        """
        return None if isinstance(self.level, HumanLevel) else replace(limits, level=self.level)

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move (see `BasePlayer.steps`).

        A level in *limits* is used only if no level has been chosen. At a human-like level, such limits raise
        ValueError.
        """
        return self._player().steps(board, limits, cancel)

    def _player(self) -> BasePlayer:
        """Return a player for the current level."""
        engine = self.engine()
        if isinstance(self.level, HumanLevel):
            # Don't use the book, because the model knows how often people play each opening move.
            self._human = self._human or HumanPlayer(evaluation=engine.evaluation)
            self._human.level, self._human.seed = self.level, self.seed
            return self._human
        player = EnginePlayer(engine, self.number)
        return player if self.opening is None else BookPlayer(self.opening, player, self.seed)
