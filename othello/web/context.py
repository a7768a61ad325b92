"""The context of a session: its engine, its player and its book."""

from dataclasses import replace

from othello.book.book import Book
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer
from othello.search.engine import Engine
from othello.search.progress import Progress
from othello.search.settings import MIN_TABLE_MIB, EngineSettings


def prepare(settings: EngineSettings) -> None:
    """Load the weights and the compiled kernels, which all sessions share.

    Without this, the first search of every session would load them, which takes a second.
    """
    with Engine.from_settings(replace(settings, table_mib=MIN_TABLE_MIB)) as engine:
        engine.play("", depth=2)


class Context:
    """The objects that the requests of a session share."""

    def __init__(self, settings: EngineSettings, opening: OpeningBook | None) -> None:
        """Begin without an engine."""
        self._settings = settings
        self._engine: Engine | None = None
        self.opening = opening
        """The book for the opening, or None if there is none."""
        self.player = LevelPlayer(engine=lambda: self.engine)
        """Chooses moves."""

    @property
    def engine(self) -> Engine:
        """The engine, which is created at its first use, in the thread of a search."""
        if self._engine is None:
            self._engine = Engine.from_settings(self._settings)
        return self._engine

    @property
    def book(self) -> Book | None:
        """The book, open for reading, or None if there is none."""
        return None if self.opening is None else self.opening.book

    def progress(self) -> Progress | None:
        """Return the state of the current search, or None before the first search."""
        return None if self._engine is None else self._engine.progress()

    def close(self) -> None:
        """Free the memory of the engine. Its search must have ended."""
        if self._engine is not None:
            self._engine.close()
