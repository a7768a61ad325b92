"""Chooses moves from an opening book, whose file is opened with the first move.

A player at a numbered level plays a move that is at most `loss` discs worse than the best move. If there are
several such moves, the seed decides, and symmetric moves count once. If the move leads to the end of the
book, a search at level CHECK_LEVEL must agree: if it values the position more than MARGIN discs higher than
the book does, the engine searches for a move instead.

`choose_as_people` plays as people did in the games of the book: a move is as probable as it was frequent. If
fewer than MIN_PLAYED games reached the position, the book has no answer.
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

MARGIN: Final = 3.0
"""Discs by which a search at the end of the book may value the position higher than the book."""
CHECK_LEVEL: Final = 8
"""Level of the search that checks the end of the book, which takes some milliseconds."""
MIN_PLAYED: Final = 20
"""Minimum number of games that reached a position. With fewer games, moves are not played as people did."""
LONGEST_PV: Final = 8
"""Maximum number of moves of a book move's principal variation."""


class OpeningBook:
    """A book, and the variety of the moves that are played from it.

    >>> from othello import Board, Engine
    >>> with Engine(table_mib=1) as engine:
    ...     result = OpeningBook().choose(engine, Board(), seed=1)
    >>> str(result.move), result.is_book, result.nodes
    ('f5', True, 0)
    """

    def __init__(self, path: Path | None = None, *, loss: float = 0.0) -> None:
        """Choose from a file, by default from the book that comes with the package.

        loss -- discs by which a move may be worse than the best move

        Raises FormatError if the file is missing or is not a book, and ValueError for a loss below 0.
        """
        if not loss >= 0:
            raise ValueError(f"loss is {loss}: it must not be negative")
        self.path = path
        """The file, or None for the book that comes with the package."""
        self.loss = loss
        """Discs by which a move may be worse than the best move."""
        self._is_damaged = False
        location.check(file := path or location.shipped())
        if file.stat().st_size <= validation.LOOKED_THROUGH:
            validation.look_through(file)

    @functools.cached_property
    def book(self) -> Book:
        """The book, open for reading. Raises FormatError."""
        return Book(self.path or location.shipped())

    def choose(
        self, engine: Engine, board: BoardLike, *, seed: int, cancel: StopSignal | None = None
    ) -> SearchResult | None:
        """Return the book's move, or None if the book knows no move, or if the check at its end fails."""
        with self._without_damage():
            return None if self._is_damaged else self._choose(engine, position_of(board), seed, cancel)
        return None  # the book has just turned out to be damaged

    def choose_as_people(self, board: BoardLike, *, seed: int) -> SearchResult | None:
        """Return a move as people played it, with its `loss`, or None if too few games are known."""
        with self._without_damage():
            return None if self._is_damaged else self._choose_as_people(position_of(board), seed)
        return None  # the book has just turned out to be damaged

    def learn(self, game: Board) -> int:
        """Count the first LEARNED_PLIES moves of a game in the file, and return the number of positions.

        Raises FormatError if the file cannot be written, and for the book that comes with the package.
        """
        if self.path is None:
            raise FormatError(
                location.shipped(), None, "the book of the package does not learn: use --book FILE"
            )
        with Book(self.path, writable=True) as book:
            return book.learn(game)

    @contextlib.contextmanager
    def _without_damage(self) -> Iterator[None]:
        """Stop using a book that turns out to be damaged, and print a warning once."""
        try:
            yield
        except FormatError as error:
            print(f"othello: {error}; the engine plays without this book", file=sys.stderr)
            self._is_damaged = True

    def _choose(
        self, engine: Engine, position: Position, seed: int, cancel: StopSignal | None
    ) -> SearchResult | None:
        begin = time.perf_counter()
        moves = [(move, after) for move, after in self._moves(position) if move.score is not None]
        if not moves:
            return None
        best = max(_value(move) for move, _ in moves)
        good = [(move, after) for move, after in moves if _value(move) >= best - self.loss]
        move, after = good[int(random_number(seed, position) * len(good))]
        nodes = 0
        if not any(reply.is_link for reply in self.book.moves(after)):
            result = engine.play(position, cancel=cancel, level=CHECK_LEVEL)
            if result.score.discs > _value(move) + MARGIN:
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
        """Return the book's moves, best first, with the positions after them, without symmetric moves."""
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
        """Return the book's best line from *position*, at most *moves* moves long."""
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
    """Plays the moves of a book. Where the book has no move, another player chooses."""

    def __init__(self, opening: OpeningBook, player: EnginePlayer, seed: int) -> None:
        """Play from *opening*, or like *player* if the book has no move.

        The seed decides between good moves of the book.
        """
        self._opening, self._player, self._seed = opening, player, seed

    def steps(self, board: Board, limits: Limits, cancel: StopSignal) -> Steps[SearchResult]:
        """Return the search that chooses a move, see `BasePlayer.steps`."""
        result = self._opening.choose(self._player.engine, board, seed=self._seed, cancel=cancel)
        return (yield from self._player.steps(board, limits, cancel)) if result is None else result


def _value(move: BookMove) -> float:
    assert move.score is not None, "only moves with a value are compared"
    return move.score.discs


def plies_in_book(book: Book, positions: Sequence[Position]) -> int:
    """Return how many moves of a game stay in a book. *positions* include the first position."""
    for ply, position in enumerate(positions[1:]):
        if position not in book:
            return ply
    return max(0, len(positions) - 1)
