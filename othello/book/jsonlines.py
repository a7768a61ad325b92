"""Reads and writes books as JSON lines. Each line is an object with all the data about one position.

The objects are described in docs/book.md.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Final

from othello.book.book import Book
from othello.book.entry import NO_GAMES, GameCounts
from othello.book.keys import Key, children, key_of, position_of_key
from othello.book.records import UNKNOWN_MOVE, Record, finished
from othello.book.value import MAX_DEPTH, Value, exact, heuristic, score_of, selective
from othello.errors import InvalidNotationError
from othello.formats.textfile import read_lines
from othello.rules.position import Position
from othello.rules.score import DISC, Kind, Score
from othello.rules.square import parse_move, transform_move
from othello.search.levels import STRONGEST
from othello.search.results import MAX_SCORE, MIN_SCORE
from othello.storage import outputs
from othello.storage.append import rows
from othello.storage.fields import Fields

_COUNTS: Final = ("visits", "wins", "draws", "losses")
LARGEST_COUNT: Final = (1 << 53) - 1
"""Maximum number of games for a position (see `validation`)."""
LONGEST: Final = 1000
"""Maximum number of characters in a position, a move or a source, which may be a file name."""


def export_jsonlines(book: Book, path: Path) -> int:
    """Write all positions in a book to a file and return their number. Raises FormatError if this fails.

    The values of positions are written for human readers. `import_jsonlines` ignores them, because they
    follow from the values of the outside moves.
    """
    names, rating, count = book.store.sources(), book.strong_rating, 0
    with outputs.replacing(path) as file:
        for empties in reversed(book.store.layers()):
            for key, record in book.store.layer(empties):
                line = json.dumps(_object(key, record, names.get(record.source, ""), rating))
                file.write(f"{line}\n".encode())
                count += 1
    return count


def import_jsonlines(path: Path, book: Book) -> Iterator[tuple[Key, Record]]:
    """Yield the records in a file. Their sources are added to *book*, but the records are not.

    Raises FormatError with a message that contains the line number.
    """
    return rows(path, read_lines(path), lambda fields: _record(fields, book), is_sealed=False)


def _object(key: Key, record: Record, source: str, rating: int | None) -> dict[str, object]:
    position = position_of_key(key)
    outside: dict[str, object] | None = None
    if record.move is not None and record.move_value is not None:
        move = None if record.move == UNKNOWN_MOVE else str(transform_move(record.move, 0))
        outside = {"move": move, "score": _score_object(score_of(record.move_value, position.turn))}
    score = None if record.value is None else _score_object(score_of(record.value, position.turn))
    strong = None if rating is None else {"rating": rating, **asdict(record.strong)}
    return {
        "position": position.format(),
        "score": score,
        "lower": record.lower,
        "upper": record.upper,
        "outside": outside,
        "level": record.level,
        **asdict(record.games),
        "strong": strong,
        "source": source,
    }


def _record(fields: Fields, book: Book) -> tuple[Key, Record]:
    """Return the record described by a JSON object. Raises OthelloError if the object is invalid."""
    position = Position.parse(fields.text("position", LONGEST))
    key, symmetry = key_of(position)
    source = book.store.source(fields.text("source", LONGEST))
    games, strong = _counts(fields, [LARGEST_COUNT] * 4), NO_GAMES
    if fields.has("strong"):
        inner = fields.inner("strong")
        strong = _counts(inner, astuple(games))
        book.store.set_strong_rating(inner.whole("rating", 1, LARGEST_COUNT))
    if position.is_over:
        over = finished(position.final_score, source)
        return key, Record(over.value, over.lower, over.upper, games=games, strong=strong, source=source)
    move = value = None
    if fields.has("outside"):
        outside = fields.inner("outside")
        move, value = UNKNOWN_MOVE, _value(outside.inner("score"))
        if outside.has("move"):
            named = parse_move(outside.text("move", LONGEST))
            move = int(transform_move(named, symmetry))
            if move not in dict(children(key)):
                raise InvalidNotationError(f"{named} is not a legal move in this position")
    level = fields.whole("level", 0, STRONGEST) if fields.has("level") else None
    lower = fields.whole("lower", MIN_SCORE, MAX_SCORE)
    upper = fields.whole("upper", lower, MAX_SCORE)
    return key, Record(None, lower, upper, move, value, level, games, strong, source)


def _counts(fields: Fields, most: Iterable[int]) -> GameCounts:
    """Return counts, none of which may exceed its maximum in *most*. Raises InvalidNotationError."""
    counts = (fields.whole(name, 0, limit) for name, limit in zip(_COUNTS, most, strict=True))
    games = GameCounts(*counts)
    if games.wins + games.draws + games.losses > games.visits:
        raise InvalidNotationError("there are more wins, draws and losses than visits")
    return games


def _value(fields: Fields) -> Value:
    """Return the value described by a score object. Raises InvalidNotationError if the object is invalid."""
    kind = fields.choice("kind", [member.value for member in (Kind.HEURISTIC, Kind.SELECTIVE, Kind.EXACT)])
    depth = fields.whole("depth", 0, MAX_DEPTH)
    probability = fields.whole("probability", 1, 99) if fields.has("probability") else None
    cd = round(DISC * fields.number("discs", MIN_SCORE, MAX_SCORE))
    if kind == Kind.HEURISTIC.value:
        return heuristic(cd, depth, probability)
    is_selective, has_probability = kind == Kind.SELECTIVE.value, probability is not None
    if cd % DISC or is_selective != has_probability:
        raise InvalidNotationError(
            f"a value of kind {kind} must be in whole discs, and only a selective value has a probability"
        )
    return exact(cd // DISC, depth) if probability is None else selective(cd // DISC, probability, depth)


def _score_object(score: Score) -> dict[str, object]:
    return {
        "discs": score.discs,
        "kind": score.kind.value,
        "depth": score.depth,
        "probability": score.probability,
    }
