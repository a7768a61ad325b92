"""Holds what the requests of a session share: the engine, the player and the book."""

from dataclasses import replace

from othello.book.book import Book
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.search.engine import Engine
from othello.search.progress import Progress
from othello.search.settings import MIN_TABLE_MIB, EngineSettings


def prepare(settings: EngineSettings) -> None:
    """Load the weights and the compiled kernels. All sessions share them.

    Without this, the first search of a session would load them, which takes a second.
    """
    with Engine.from_settings(replace(settings, table_mib=MIN_TABLE_MIB)) as engine:
        engine.play("", depth=2)


class Context:
    """Holds the engine, the player and the book of a session."""

    def __init__(self, settings: EngineSettings, opening: OpeningBook | None) -> None:
        """Begin without an engine. It is created on first use."""
        self._settings = settings
        self._engine: Engine | None = None
        self.opening = opening
        """The opening book, or None if the engine plays without a book."""
        self.player = LevelPlayer(engine=lambda: self.engine)
        """Chooses the engine's moves."""

    @property
    def engine(self) -> Engine:
        """The engine, created on first access, in the thread of a search."""
        if self._engine is None:
            self._engine = Engine.from_settings(self._settings)
        return self._engine

    @property
    def book(self) -> Book | None:
        """The opening book, open for reading, or None."""
        return None if self.opening is None else self.opening.book

    def progress(self) -> Progress | None:
        """Return the progress of the current search, or None before the first search."""
        return None if self._engine is None else self._engine.progress()

    def close(self) -> None:
        """Free the engine's memory. No search may be running."""
        if self._engine is not None:
            self._engine.close()
