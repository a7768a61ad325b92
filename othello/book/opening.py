"""An opening book for a player; the file is opened with the first move.

`chooser` has the rules of the choice.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from othello.book import places, soundness
from othello.book.book import Book
from othello.book.chooser import Chooser
from othello.errors import FormatError
from othello.rules.board import Board, BoardLike
from othello.search.cancel import Cancel
from othello.search.engine import Engine
from othello.search.results import SearchResult


class OpeningBook:
    """A book, and the variety of the moves that are played from it.

    >>> from othello import Board, Engine
    >>> with Engine(table_mib=1) as engine:
    ...     found = OpeningBook().choose(engine, Board(), seed=1)
    >>> str(found.move), found.is_book, found.nodes
    ('f5', True, 0)
    """

    def __init__(self, path: Path | None = None, *, loss: float = 0.0) -> None:
        """Choose from a file, by default from the book of the package.

        loss -- discs that a move may be worse than the best one

        Raises FormatError if the file is missing or is not a book, and ValueError for a loss below 0.
        """
        if not loss >= 0:
            raise ValueError(f"loss is {loss}: it must not be negative")
        self.path = path
        """The file; None for the book of the package."""
        self.loss = loss
        """Discs that a move may be worse than the best one."""
        self._chooser: Chooser | None = None
        self._is_damaged = False
        places.check(file := path or places.shipped())
        if file.stat().st_size <= soundness.LOOKED_THROUGH:
            soundness.look_through(file)

    @property
    def book(self) -> Book:
        """The book, open for reading; raises FormatError."""
        return self._open().book

    def choose(
        self, engine: Engine, board: BoardLike, *, seed: int, cancel: Cancel | None = None
    ) -> SearchResult | None:
        """Return the book's move at a numbered level; see `book.chooser.Chooser.choose`."""
        return self._found(lambda chooser: chooser.choose(engine, board, seed=seed, cancel=cancel))

    def choose_as_people(self, board: BoardLike, *, seed: int, max_loss: float) -> SearchResult | None:
        """Return a move as people played; see `book.chooser.Chooser.choose_as_people`."""
        return self._found(lambda chooser: chooser.choose_as_people(board, seed=seed, max_loss=max_loss))

    def learn(self, game: Board) -> int:
        """Count a game in the file and return the number of positions.

        Raises FormatError if the file cannot be written; the book of the package is never changed.
        """
        if self.path is None:
            raise FormatError(
                places.shipped(), None, "the book of the package does not learn: use --book FILE"
            )
        with type(self.book)(self.path, writable=True) as book:
            return book.learn(game)

    def _found(self, choose: Callable[[Chooser], SearchResult | None]) -> SearchResult | None:
        """Return a move of the book; if the file turns out to be damaged, say so once."""
        try:
            return None if self._is_damaged else choose(self._open())
        except FormatError as error:
            print(f"othello: {error}; the engine plays without this book", file=sys.stderr)
            self._is_damaged = True
            return None

    def _open(self) -> Chooser:
        if self._chooser is None:
            self._chooser = Chooser.open(self.path or places.shipped(), self.loss)
        return self._chooser
