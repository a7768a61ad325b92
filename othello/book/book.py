"""`Book`: an opening book in a file or in memory."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from othello.book.entry import BookEntry, BookMove, GameCounts
from othello.book.keys import children, key_of, parents, position_of_key
from othello.book.propagation import STALE, links, propagate, refreshed, searched
from othello.book.records import UNKNOWN_MOVE, Record
from othello.book.store import STRONG, Store
from othello.book.value import score_of
from othello.rules.board import Board, BoardLike, position_of
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.score import Color, Discs
from othello.rules.square import Symmetry, format_move, inverse, transform_move
from othello.search.json_objects import JsonObject, score_object
from othello.search.results import SearchResult

LEARNED_PLIES: Final = 30
"""By default, positions after more than this many moves of a game are not counted."""


class Book:
    """An opening book: positions with their values, their moves, and the results of games.

    >>> from othello import Engine
    >>> with Book() as book, Engine(table_mib=1) as engine:
    ...     book.add("", engine.play("", depth=4))
    ...     book.add("f5", engine.play("f5", depth=6))
    ...     len(book), "c4" in book, book.get("").score == book.moves("")[0].score
    (2, True, True)

    A position and its mirrored and rotated forms share an entry. `get` and `moves` return values and squares
    for the board you pass.
    """

    def __init__(self, path: str | Path | None = None, *, writable: bool | None = None) -> None:
        """Open the book in a file. If *path* is None, create an empty book in memory.

        Set *writable* if you want to change the book. The file is then created if it does not exist. By
        default, only a book in memory is writable. Raises FormatError if the file is not a book or does not
        exist, or if another process is writing to it.
        """
        is_writable = path is None if writable is None else writable
        self.store = Store(None if path is None else Path(path), is_writable=is_writable or path is None)
        """The rows of the file. Only modules in this package should use them."""
        self._sources: dict[int, str] = {}

    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Update the values if the book was changed, and close the file."""
        try:
            if self.store.is_writable and self.store.path is not None:
                self.refresh()
        finally:
            self.store.close()

    @property
    def path(self) -> Path | None:
        """The file, or None for a book in memory."""
        return self.store.path

    @property
    def strong_rating(self) -> int | None:
        """The minimum rating of strong players in a game's year. None if their games are not counted."""
        return self.store.count_of(STRONG) or None

    # Reading

    def get(self, board: BoardLike) -> BookEntry | None:
        """Return what the book contains about a position, or None if the position is not in the book.

        Raises InvalidNotationError or IllegalMoveError if *board* is a string that cannot be read.
        """
        position = position_of(board)
        key, symmetry = key_of(position)
        record = self.store.get(key)
        return None if record is None else self._entry(record, position.turn, inverse(symmetry))

    def __contains__(self, board: BoardLike) -> bool:
        return self.store.get(key_of(position_of(board))[0]) is not None

    def moves(self, board: BoardLike) -> list[BookMove]:
        """Return the book's moves in a position, best first. Moves without a value come last.

        These are the moves to positions in the book and the best move that leaves the book. If the position
        is not in the book, the list is empty.
        """
        position = position_of(board)
        key, symmetry = key_of(position)
        record, back = self.store.get(key), inverse(symmetry)
        if record is None:
            return []
        book_moves = []
        moves = children(key)
        records = self.store.records(after for _, after in moves)
        for move, after in moves:
            child = records.get(after)
            if child is None:
                continue
            value = None if child.value is None else -child.value
            is_link = value is not None
            if value is None and move == record.move:
                value = record.move_value
            score = None if value is None else score_of(value, position.turn)
            games, strong = -child.games, -child.strong
            book_moves.append(BookMove(transform_move(move, back), score, is_link, games, strong))
        outside = self._outside(record, position.turn, back)
        if outside is not None and all(book_move.move != outside.move for book_move in book_moves):
            book_moves.append(outside)

        def value_of(book_move: BookMove) -> float:
            return -math.inf if book_move.score is None else book_move.score.value

        return sorted(book_moves, key=value_of, reverse=True)

    def __len__(self) -> int:
        return self.store.count()

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[Position, BookEntry]]:
        """Yield all positions with their entries. Positions with more empty squares come first.

        Mirrored and rotated forms are yielded only once, as the canonical position. Black is to move if the
        number of empty squares is even.
        """
        for empties in reversed(self.store.layers()):
            for key, record in self.store.layer(empties):
                position = position_of_key(key)
                yield position, self._entry(record, position.turn, Symmetry(0))

    # Writing

    def add(
        self, board: BoardLike, result: SearchResult, *, level: int | None = None, source: str = "added"
    ) -> None:
        """Store a search result's bounds and its first line that begins with a move out of the book.

        level  -- level of the search, 0-60, or None if no level was set
        source -- a name for where the value comes from

        The values of earlier positions are updated immediately. Game statistics stay unchanged. Raises
        ValueError if the result is only a bound, or only a win, draw or loss. Also raises ValueError if all
        lines begin with moves to positions in the book although the position has other moves. If this
        happens, search the position again with a larger *multipv*.
        """
        position = position_of(board)
        key, symmetry = key_of(position)
        number = self.store.source(source)
        new = searched(self.store, key, None if position.is_over else result, symmetry)
        if new.move is None:
            known, moves = links(self.store, key)
            if len(known) < moves:
                raise ValueError(f"all {len(result.lines)} moves lead to book positions: search more moves")
        new = replace(new, level=None if position.is_over else level, source=number)
        with self.store.transaction():
            self.store.put([(key, new)])
            propagate(self.store, [key])

    def learn(self, game: Board, *, result: Discs | None = None, plies: int = LEARNED_PLIES) -> int:
        """Count a game for each of its positions and return the number of positions.

        result -- the final score from black's point of view, by default the result on the board.
                  A game that is not over counts as a visit but not as a win, draw or loss.
        plies  -- positions after more moves than this are not counted

        Values do not change. To count many games, use `othello book learn`, which is faster.
        """
        if result is None and game.result is not None:
            result = game.result.margin
        with self.store.transaction():
            positions = game.positions()[: plies + 1]
            for position in positions:
                key, _ = key_of(position)
                old = self.store.get(key) or Record(source=self.store.source("games"))
                self.store.put([(key, replace(old, games=old.games + outcome(result, position.turn)))])
        return len(positions)

    def remove(self, board: BoardLike) -> None:
        """Remove a position. Raises KeyError if it is not in the book.

        Moves to this position then leave the book. In each position before it, such a move becomes the best
        outside move, unless the stored outside move is better.
        """
        key, _ = key_of(position_of(board))
        removed = self.store.get(key)
        if removed is None:
            raise KeyError(position_of(board))
        with self.store.transaction():
            self.store.remove(key)
            for before in parents(key):
                record = self.store.get(before)
                if record is not None and removed.value is not None:
                    move = next(move for move, after in children(before) if after == key)
                    self.store.put([(before, record.with_outside(move, -removed.value))])
            propagate(self.store, [key])

    @property
    def is_stale(self) -> bool:
        """Whether some values are out of date. If they are, call `refresh`."""
        return self.store.meta(STALE) is not None

    def refresh(self) -> None:
        """Recompute all values from the moves if the book is stale."""
        if self.is_stale:
            for _ in refreshed(self.store):
                pass

    def compact(self) -> None:
        """Call `refresh` and rewrite the file without unused space."""
        self.refresh()
        self.store.compact()

    def _entry(self, record: Record, turn: Color, back: Symmetry) -> BookEntry:
        return BookEntry(
            None if record.value is None else score_of(record.value, turn),
            Discs(record.lower),
            Discs(record.upper),
            self._outside(record, turn, back),
            record.level,
            record.games,
            record.strong,
            self._source(record.source),
        )

    def _outside(self, record: Record, turn: Color, back: Symmetry) -> BookMove | None:
        if record.move is None or record.move_value is None:
            return None
        move = None if record.move == UNKNOWN_MOVE else transform_move(record.move, back)
        return BookMove(move, score_of(record.move_value, turn), is_link=False)

    def _source(self, number: int) -> str:
        if number not in self._sources:
            self._sources = self.store.sources()
        return self._sources.get(number, "")


def moves_object(book: Book | None, board: Board) -> list[JsonObject]:
    """Return the book's moves for a board as JSON objects, best first.

    "opening" is the name of the opening that ends with the move, or None. The list is empty if *book* is None
    or the game is over.
    """
    moves = [] if book is None or board.is_over else book.moves(board)
    return [
        {
            "move": format_move(move.move),
            "score": score_object(move.score),
            "games": move.games.visits,
            "rate": move.games.rate,
            "strong_games": move.strong.visits,
            "strong_rate": move.strong.rate,
            "opening": name_of(board.position.play(move.move)),
        }
        for move in moves
        if move.move is not None
    ]


def outcome(result: float | None, turn: Color) -> GameCounts:
    """Return a game as counts for the side *turn*. *result* is black's final score, or None if unknown."""
    if result is None:
        return GameCounts(1)
    own = result if turn is Color.BLACK else -result
    return GameCounts(1, int(own > 0), int(own == 0), int(own < 0))
