"""Chooses moves from an opening book. The book's file is opened when the first move is chosen.

A player at a numbered level plays a book move that is at most `loss` discs worse than the best move. If
several moves qualify, the seed decides between them, and symmetric moves count as one. If the move leads to a
position where the book ends, a search at level CHECK_LEVEL must agree with the book. If the search values its
best move more than BOOK_MARGIN discs higher than the book values its own best move, the engine searches
instead.

`choose_as_people` plays as people did in the book's games: the more games continued with a move, the more
likely it is to be chosen. If fewer than MIN_PLAYED games reached the position, it returns no move.
"""

import contextlib
import functools
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from othello.book import location, validation
from othello.book.book import Book
from othello.book.entry import BookMove
from othello.book.tree import distinct
from othello.errors import FormatError
from othello.players.choice import random_index, random_number
from othello.players.player import BasePlayer, EnginePlayer
from othello.rules.board import Board, BoardLike, position_of
from othello.rules.position import Position
from othello.rules.square import Move
from othello.search.analysis import Steps
from othello.search.engine import Engine
from othello.search.limits import Limits
from othello.search.results import Line, SearchResult
from othello.search.stop_signal import StopSignal

BOOK_MARGIN: Final = 3.0
"""The book's move is not played if a search at the end of the book values the position more than this many
discs higher than the book does."""
CHECK_LEVEL: Final = 8
"""Level of the search that checks the end of the book. It takes a few milliseconds."""
MIN_PLAYED: Final = 20
"""Minimum number of games that must have reached a position for `choose_as_people`."""
LONGEST_PV: Final = 8
"""The principal variation of a book move shows up to this many moves."""


class OpeningBook:
    """An opening book and the maximum loss of the moves that are chosen from it.

    >>> from othello import Board, Engine
    >>> with Engine(table_mib=1) as engine:
    ...     result = OpeningBook().choose(engine, Board(), seed=1)
    >>> str(result.move), result.is_book, result.nodes
    ('f5', True, 0)
    """

    def __init__(self, path: Path | None = None, *, loss: float = 0.0) -> None:
        """Use the book in the file *path*, by default the book that comes with the package.

        loss -- maximum number of discs by which a chosen move may be worse than the best move

        Raises FormatError if the file is missing or not a book, and ValueError if *loss* is negative.
        """
        if not loss >= 0:
            raise ValueError(f"loss must be at least 0, not {loss}")
        self.path = path
        """The file, or None for the book that comes with the package."""
        self.loss = loss
        """Maximum number of discs by which a chosen move may be worse than the best move."""
        self._is_damaged = False
        location.check(file := path or location.shipped())
        if file.stat().st_size <= validation.LOOKED_THROUGH:
            validation.look_through(file)

    @functools.cached_property
    def book(self) -> Book:
        """The book, opened for reading on first use. Raises FormatError."""
        return Book(self.path or location.shipped())

    def choose(
        self, engine: Engine, board: BoardLike, *, seed: int, cancel: StopSignal | None = None
    ) -> SearchResult | None:
        """Return a book move, or None if there is no such move or a search at the book's end disagrees."""
        with self._without_damage():
            return None if self._is_damaged else self._choose(engine, position_of(board), seed, cancel)
        return None  # reached only if the book just turned out to be damaged

    def choose_as_people(self, board: BoardLike, *, seed: int) -> SearchResult | None:
        """Return a move that people have played and its loss, or None if too few games are known."""
        with self._without_damage():
            return None if self._is_damaged else self._choose_as_people(position_of(board), seed)
        return None  # reached only if the book just turned out to be damaged

    def learn(self, game: Board) -> int:
        """Add the first LEARNED_PLIES moves of a game to the counts in the book's file.

        Return the number of positions counted. Raises FormatError if the file cannot be written. This is
        always so for the book that comes with the package.
        """
        if self.path is None:
            raise FormatError(
                location.shipped(), None, "the book in the package cannot learn games: use --book FILE"
            )
        with Book(self.path, writable=True) as book:
            return book.learn(game)

    @contextlib.contextmanager
    def _without_damage(self) -> Iterator[None]:
        """If the book turns out to be damaged within the block, print a warning and stop using the book."""
        try:
            yield
        except FormatError as error:
            print(f"othello: {error}; the engine plays without this book", file=sys.stderr)
            self._is_damaged = True

    def good_moves(self, position: Position) -> list[tuple[BookMove, bool]]:
        """Return the moves to choose from, each with whether the book ends after the move."""
        moves = [(move, after) for move, after in self._moves(position) if move.score is not None]
        best = max((_value(move) for move, _ in moves), default=0.0)
        return [
            (move, not any(reply.is_link for reply in self.book.moves(after)))
            for move, after in moves
            if _value(move) >= best - self.loss
        ]

    def _choose(
        self, engine: Engine, position: Position, seed: int, cancel: StopSignal | None
    ) -> SearchResult | None:
        begin = time.perf_counter()
        good = self.good_moves(position)
        if not good:
            return None
        move, is_end = good[int(random_number(seed, position) * len(good))]
        nodes = 0
        if is_end:
            result = engine.play(position, cancel=cancel, level=CHECK_LEVEL)
            if result.score.discs > _value(move) + BOOK_MARGIN:
                return None
            nodes = result.nodes
        return self._result(position, move, nodes, time.perf_counter() - begin)

    def _choose_as_people(self, position: Position, seed: int) -> SearchResult | None:
        begin = time.perf_counter()
        entry = self.book.get(position)
        if entry is None or entry.score is None or entry.games.visits < MIN_PLAYED:
            return None
        best = entry.score.discs
        played = [move for move, _ in self._moves(position) if move.score is not None and move.games.visits]
        if not played:
            return None
        visits = [move.games.visits for move in played]
        move = played[random_index(visits, random_number(seed, position))]
        loss = max(0.0, best - _value(move))
        return self._result(position, move, 0, time.perf_counter() - begin, loss)

    def _moves(self, position: Position) -> list[tuple[BookMove, Position]]:
        """Return the book's moves, best first, with the resulting positions. Symmetric moves count as one."""
        return distinct(position, [] if position.must_pass else self.book.moves(position))

    def _result(
        self, position: Position, move: BookMove, nodes: int, seconds: float, loss: float = 0.0
    ) -> SearchResult:
        assert move.move is not None, "moves have a move"
        assert move.score is not None, "moves have a value"
        pv = (move.move, *self._line(position.play(move.move), LONGEST_PV - 1))
        depth, entry = move.score.depth, self.book.get(position)
        assert entry is not None, "it has moves"
        return SearchResult(
            move.move,
            move.score,
            depth,
            nodes,
            seconds,
            pv,
            False,
            (Line(move.score, depth, pv),),
            entry.lower,
            entry.upper,
            loss,
            is_book=True,
        )

    def _line(self, position: Position, moves: int) -> Sequence[Move]:
        """Return the book's best line from *position*, up to *moves* moves."""
        line: list[Move] = []
        while len(line) < moves:
            known = (move.move for move in self.book.moves(position) if move.score)
            best = next((move for move in known if move is not None), None)
            if best is None:
                break
            line.append(best)
            position = position.play(best)
        return line


class BookPlayer(BasePlayer):
    """Plays moves from a book. If the book contains no move, another player chooses a move."""

    def __init__(self, opening: OpeningBook, player: EnginePlayer, seed: int) -> None:
        """Play moves from *opening*, or from *player* if the book contains none.

        *seed* decides between good book moves.
        """
        self._opening, self._player, self._seed = opening, player, seed

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move (see `BasePlayer.steps`)."""
        result = self._opening.choose(self._player.engine, board, seed=self._seed, cancel=cancel)
        return (yield from self._player.steps(board, limits, cancel)) if result is None else result


def _value(move: BookMove) -> float:
    assert move.score is not None, "only moves with a value are compared"
    return move.score.discs


def plies_in_book(book: Book, positions: Sequence[Position]) -> int:
    """Return how many moves of a game, counted from its beginning, the book contains.

    *positions* are all positions in the game, including the first.
    """
    for ply, position in enumerate(positions[1:]):
        if position not in book:
            return ply
    return max(0, len(positions) - 1)
