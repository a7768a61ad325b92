"""Makes the rows of files. A row is a game, or the labels or tokens for a row of another file."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

import othello.lab.files as files
from othello.errors import FormatError, OthelloError
from othello.lab.checks import Array
from othello.lab.games import Games
from othello.lab.labels import graded, values
from othello.lab.tokens import tokens
from othello.rules.square import MAX_MOVES

GAME: Final = np.dtype([("moves", "u1", MAX_MOVES), ("length", "u1"), ("result", "i1")])
LABEL: Final = [("value", "<f4"), ("best", "u1"), ("kind", "u1")]
BOARD_LABEL: Final = np.dtype([("player", "<u8"), ("opponent", "<u8"), *LABEL])
GAME_LABELS: Final = np.dtype(
    [("moves", "u1", MAX_MOVES), *((name, kind, MAX_MOVES) for name, kind in [*LABEL, ("loss", "<f4")])]
)

GAMES_OF_JOB: Final = 8
BOARDS_OF_JOB: Final = 256
"""How many games or boards a job labels. A game has up to 60 boards."""
SEQUENCES_OF_JOB: Final = 20_000
"""How many games a job converts to tokens."""


@dataclass(frozen=True, slots=True)
class GameRows:
    """Makes *count* games, whose numbers begin with *first*."""

    play: Callable[..., Games]
    """A picklable function that takes a number of games and the keyword arguments `seed` and `first`."""
    count: int
    seed: int
    first: int
    at_once: int
    """How many games a job plays."""
    row: ClassVar = GAME

    def jobs(self, done: int) -> Iterator[tuple[int, int]]:
        """For each job, yield the number of its first game and its number of games."""
        for begin in range(done, self.count, self.at_once):
            yield self.first + begin, min(self.at_once, self.count - begin)

    def rows(self, job: tuple[int, int]) -> Array:
        """Play the games of a job."""
        first, count = job
        rows = np.empty(count, GAME)
        games = self.play(count, seed=self.seed, first=first)
        rows["moves"], rows["length"], rows["result"] = games.moves, games.lengths, games.results
        return rows


@dataclass(frozen=True, slots=True)
class LabelRows:
    """Makes a row of labels for each board or game in a file."""

    path: Path
    depth: int
    exact: int
    is_games: bool
    count: int

    @property
    def row(self) -> np.dtype[Any]:
        """The dtype of a board's label or a game's labels."""
        return GAME_LABELS if self.is_games else BOARD_LABEL

    def jobs(self, done: int) -> Iterator[tuple[int, Array]]:
        """Yield the rows after the first *done* rows in blocks, as pairs (index of the first row, rows)."""
        return _blocks(self.path, done, GAMES_OF_JOB if self.is_games else BOARDS_OF_JOB)

    def rows(self, job: tuple[int, Array]) -> Array:
        """Label the boards or games in a block."""
        first, block = job
        records = np.zeros(len(block), self.row)
        with _named(self.path, first):
            if not self.is_games:
                players, opponents = block.T
                records["player"], records["opponent"] = players, opponents
                labels = values(players, opponents, self.depth, self.exact)
                records["value"], records["best"], records["kind"] = labels
                return records
            records["moves"] = block
            grades = graded(block, self.depth, self.exact)
            for name, column in zip(("value", "best", "kind", "loss"), grades, strict=True):
                records[name] = column
        return records


@dataclass(frozen=True, slots=True)
class TokenRows:
    """Makes a row of tokens for each game in a file."""

    path: Path
    vocabulary: str
    passes: bool | None
    width: int
    count: int

    @property
    def row(self) -> np.dtype[Any]:
        """The dtype of a sequence of tokens."""
        return np.dtype(("u1", (self.width,)))

    def jobs(self, done: int) -> Iterator[tuple[int, Array]]:
        """Yield the games after the first *done* games in blocks, as pairs (index of first game, games)."""
        return _blocks(self.path, done, SEQUENCES_OF_JOB)

    def rows(self, job: tuple[int, Array]) -> Array:
        """Return the tokens for the games in a block."""
        first, block = job
        with _named(self.path, first):
            return tokens(block, self.vocabulary, passes=self.passes, width=self.width)


def _blocks(path: Path, done: int, size: int) -> Iterator[tuple[int, Array]]:
    first = done
    for block in files.read(path).blocks(done, size):
        yield first, block
        first += len(block)


@contextlib.contextmanager
def _named(path: Path, first: int) -> Iterator[None]:
    """Within the block, add the file and the index of the first row to error messages."""
    try:
        yield
    except OthelloError as error:
        raise FormatError(path, None, f"in the rows from {first} on, {error}") from None
