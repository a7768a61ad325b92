"""Reads and writes WTHOR files as game records. These contain passes and names.

`othello.formats.wthor` describes these files. That module reads and writes them as arrays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats.game_builder import GameBuilder
from othello.formats.record import GameRecord, Player
from othello.formats.textfile import OnError, report
from othello.formats.wthor import (
    GAME,
    MAX_NAMES,
    MIN_EMPTIES,
    NAME_BYTES,
    GameTable,
    load_games,
    load_names,
    pack_games,
    pack_names,
)
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.rules.square import MAX_MOVES, NO_MOVE, PASS
from othello.storage import outputs

Names = Sequence[str] | None
"""A list of names, or None if the file of names is missing."""


@dataclass(frozen=True, slots=True)
class Database:
    """The games in a file and the lists of players and tournaments that belong to it."""

    games: GameTable
    players: Names
    tournaments: Names

    @classmethod
    def load(cls, path: str | Path, players: Path | None, tournaments: Path | None) -> "Database":
        """Read the games in a file and the names in the files *players* and *tournaments*.

        If a file of names is missing or too short, players or tournaments are called by their numbers, as in
        "#12". Raises FormatError.
        """
        names = (
            None if file is None else load_names(file, is_whole=False) for file in (players, tournaments)
        )
        return cls(load_games(path), *names)

    def facts(self, game: int) -> tuple[str, str, str, str, float]:
        """Return black's name, white's name, the tournament, the date and the result of a game."""
        games, year = self.games, int(self.games.years[game])
        return (
            _name(self.players, int(games.blacks[game])),
            _name(self.players, int(games.whites[game])),
            _name(self.tournaments, int(games.tournaments[game])),
            f"{year:04}" if year else "",
            2.0 * int(games.scores[game]) - MAX_DISCS,
        )

    def squares(self, game: int) -> list[int]:
        """Return the moves of a game as square numbers, without the NO_MOVE entries at the end."""
        moves: list[int] = self.games.moves[game].tolist()
        return moves[: max((index + 1 for index, move in enumerate(moves) if move != NO_MOVE), default=0)]

    def record(self, game: int) -> GameRecord:
        """Return the record of a game. Raises InvalidNotationError or IllegalMoveError if a move is wrong."""
        builder = GameBuilder()
        for index, move in enumerate(self.squares(game), 1):
            if move >= PASS:
                raise InvalidNotationError(f"the byte of move {index} is not a square")
            builder.add(move)
        self._warn_of_names(builder, game)
        black, white, event, date, result = self.facts(game)
        position = builder.position
        if position.result and self.games.scores[game] == position.black.bit_count():
            result = float(position.result.margin)  # the file does not count the empty squares
        return builder.record(black=Player(black), white=Player(white), event=event, date=date, result=result)

    def _warn_of_names(self, builder: GameBuilder, game: int) -> None:
        """Add a warning for each player or tournament that is missing from its list of names."""
        games = self.games
        for kind, numbers, names in (
            ("player", (games.blacks[game], games.whites[game]), self.players),
            ("tournament", (games.tournaments[game],), self.tournaments),
        ):
            for number in numbers:
                if names is not None and number >= len(names):
                    builder.warn(f"{kind} {number} has no name: the list has {len(names)} names")


def _name(names: Names, index: int) -> str:
    return f"#{index}" if names is None or index >= len(names) else names[index]


def read_wthor(
    path: str | Path,
    on_error: OnError | None = None,
    players: Path | None = None,
    tournaments: Path | None = None,
) -> Iterator[GameRecord]:
    """Yield the games in a .wtb file as records (see `othello.formats` and `Database.load`)."""
    database = Database.load(path, players, tournaments)
    for game in range(len(database.games)):
        try:
            yield database.record(game)
        except OthelloError as error:
            report(FormatError(path, None, str(error), game=game + 1), on_error)


def write_wthor(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a .wtb file, and .jou and .trn files with the same name. Raises FormatError.

    Players and tournaments are numbered in the order of the records. The theoretical score in the file is the
    result, because records contain no theoretical score. According to the header, perfect play begins with
    one empty square.
    """
    people: dict[str, int] = {}
    events: dict[str, int] = {}
    rows: list[tuple[Any, ...]] = []
    years: list[int] = []
    for number, record in enumerate(records, 1):
        try:
            score, moves = _score(record), _moves(record)
        except OthelloError as error:
            raise FormatError(path, None, str(error), game=number) from None
        black, white = (
            people.setdefault(player.name, len(people)) for player in (record.black, record.white)
        )
        event = events.setdefault(record.event, len(events))
        rows.append((min(event, MAX_NAMES), min(black, MAX_NAMES), min(white, MAX_NAMES), score, moves))
        years.append(_year(record.date))
    contents = {Path(path): pack_games(path, _games(rows, years))}
    for suffix, names in zip(NAME_BYTES, (people, events), strict=True):
        companion = Path(path).with_suffix(suffix)
        contents[companion] = pack_names(companion, list(names))
    with outputs.replacing_all(list(contents)) as files:
        for file, content in zip(files, contents.values(), strict=True):
            file.write(content)


def _games(rows: list[tuple[Any, ...]], years: list[int]) -> GameTable:
    """Return a table of games. Each of *rows* is (tournament, black, white, score, squares)."""
    table = np.array([(*row[:4], row[3], row[4]) for row in rows], GAME)
    return GameTable(
        moves=table["moves"],
        scores=table["score"],
        best_scores=table["best"],
        solved_empties=np.full(len(rows), MIN_EMPTIES, np.uint8),
        blacks=table["black"],
        whites=table["white"],
        tournaments=table["tournament"],
        years=np.array(years, np.uint16),
    )


def check_for_wthor(record: GameRecord) -> None:
    """Raise InvalidNotationError if WTHOR cannot represent a game."""
    _score(record)
    _moves(record)


def _score(record: GameRecord) -> int:
    """Return black's final discs. Raises InvalidNotationError if the result is unknown or not even."""
    if record.result is None:
        raise InvalidNotationError("the game has no result, but WTHOR requires one")
    score = (64 + record.result) / 2
    if score != int(score):
        raise InvalidNotationError(f"the result is {record.result:+g}, but WTHOR requires an even number")
    return int(score)


def _year(date: str) -> int:
    """Return the year at the beginning of a date, or 0 if it does not begin with a year."""
    match = re.match(r"\d{4}(?!\d)", date, re.ASCII)
    return int(match[0]) if match else 0


def _moves(record: GameRecord) -> list[int]:
    """Return the moves without passes, padded with NO_MOVE to MAX_MOVES elements."""
    if record.start != Position.start():
        raise InvalidNotationError("the game does not begin with the usual position, but WTHOR requires it")
    moves = [move for move in record.moves if move != PASS]
    return moves + [NO_MOVE] * (MAX_MOVES - len(moves))
