"""Files of WTHOR as game records, for people and for other formats.

The layout of the files, and the readers and writers of whole files, are in `othello.formats.wthor`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats.record import GameBuilder, GameRecord, Player
from othello.formats.textfile import OnError
from othello.formats.wthor import (
    COMPANIONS,
    GAME,
    LEAST_EMPTIES,
    MOST_MOVES,
    MOST_NAMES,
    Games,
    load_games,
    load_names,
    save_games,
    save_names,
)
from othello.position import Position
from othello.square import NO_MOVE, PASS

Names = Sequence[str] | None


def read_wthor(path: str | Path, on_error: OnError | None = None) -> Iterator[GameRecord]:
    """The games of a .wtb file as records; raises FormatError, see `othello.formats`.

    Names come from the .jou and .trn files beside it that have its name, or are called WTH;
    where there is none a player or tournament is called by its number, as in "#12".
    """
    games = load_games(path)
    people, events = (_names_beside(Path(path), suffix) for suffix in COMPANIONS)
    for game in range(len(games)):
        try:
            yield _record(games, game, people, events)
        except OthelloError as error:
            found = FormatError(path, None, str(error), game=game + 1)
            if on_error is None:
                raise found from None
            on_error(found)


def write_wthor(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write a .wtb file, and .jou and .trn files of its name; raises FormatError.

    Players and tournaments are numbered as they come. The theoretical score is the result, from
    one empty square on: no other is known.
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
        black, white = (people.setdefault(each.name, len(people)) for each in (record.black, record.white))
        event = events.setdefault(record.event, len(events))
        rows.append((min(event, MOST_NAMES), min(black, MOST_NAMES), min(white, MOST_NAMES), score, moves))
        years.append(_year(record.date))
    for suffix, names in zip(COMPANIONS, (people, events), strict=True):
        save_names(Path(path).with_suffix(suffix), list(names))
    save_games(path, _games(rows, years))


def _games(rows: list[tuple[Any, ...]], years: list[int]) -> Games:
    """The arrays of games that are given as tournament, black, white, score and squares."""
    table = np.array([(*row[:4], row[3], row[4]) for row in rows], GAME)
    return Games(
        moves=table["moves"],
        scores=table["score"],
        best_scores=table["best"],
        solved_empties=np.full(len(rows), LEAST_EMPTIES, np.uint8),
        blacks=table["black"],
        whites=table["white"],
        tournaments=table["tournament"],
        years=np.array(years, np.uint16),
    )


def check_for_wthor(record: GameRecord) -> None:
    """Raise InvalidNotationError for a game without a result or with a start of its own."""
    _score(record)
    _moves(record)


def _record(
    games: Games, game: int, people: Sequence[str] | None, events: Sequence[str] | None
) -> GameRecord:
    builder = GameBuilder()
    moves = games.moves[game].tolist()
    length = max((index + 1 for index, move in enumerate(moves) if move != NO_MOVE), default=0)
    for index, move in enumerate(moves[:length], 1):
        if move >= PASS:
            raise InvalidNotationError(f"move {index} is a byte that stands for no square")
        builder.add(move)
    year = int(games.years[game])
    return builder.record(
        black=Player(_name(people, int(games.blacks[game]))),
        white=Player(_name(people, int(games.whites[game]))),
        event=_name(events, int(games.tournaments[game])),
        date=f"{year:04}" if year else "",
        result=float(games.results[game]),
    )


def _score(record: GameRecord) -> int:
    """Black's discs at the end."""
    if record.result is None:
        raise InvalidNotationError("the game has no result, which WTHOR cannot leave out")
    score = (64 + record.result) / 2
    if score != int(score):
        raise InvalidNotationError(f"the result {record.result:+g} is not a difference of 64 discs")
    return int(score)


def _year(date: str) -> int:
    """The year that a date begins with; 0 if there is none."""
    match = re.match(r"\d{4}(?!\d)", date, re.ASCII)
    return int(match[0]) if match else 0


def _moves(record: GameRecord) -> list[int]:
    if record.start != Position.start():
        raise InvalidNotationError("the game has a start of its own, for which WTHOR has no place")
    moves = [move for move in record.moves if move != PASS]
    return moves + [NO_MOVE] * (MOST_MOVES - len(moves))


def _name(names: Names, index: int) -> str:
    if names is None:
        return f"#{index}"
    if index >= len(names):
        raise InvalidNotationError(f"name {index} is asked for, but the list has {len(names)}")
    return names[index]


def _names_beside(path: Path, suffix: str) -> Names:
    """The list of names that belongs to a file; None if there is none."""
    for stem in (path.stem, "WTH"):
        for each in sorted(path.parent.iterdir()):
            if each.stem.upper() == stem.upper() and each.suffix.lower() == suffix:
                return load_names(each)
    return None
