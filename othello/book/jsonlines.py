"""Books as JSON lines: one object for each position, with everything that a book knows about it.

docs/book.md describes the objects.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from othello import outputs
from othello.book.book import Book
from othello.book.entry import GameCounts
from othello.book.keys import Key, children, key_of, position_of_key
from othello.book.records import UNKNOWN_MOVE, Record, finished
from othello.book.value import score_of, value_of
from othello.errors import FormatError, InvalidNotationError, OthelloError
from othello.formats.textfile import read_lines
from othello.position import Position
from othello.results import MAX_SCORE, MIN_SCORE
from othello.score import DISC, Centidiscs, Color, Discs, Kind, Score
from othello.square import parse_move, transform_move

_COUNTS: Final = ("visits", "wins", "draws", "losses")


def export_jsonlines(book: Book, path: Path) -> int:
    """Write all positions of a book, and return their number; raises FormatError.

    Values come from the outside moves and the links, so `import_jsonlines` does not need them.
    """
    names, count = book.store.sources(), 0
    with outputs.replacing(path) as file:
        for empties in reversed(book.store.layers()):
            for key, record in book.store.layer(empties):
                line = json.dumps(_object(key, record, names.get(record.source, "")))
                file.write(f"{line}\n".encode())
                count += 1
    return count


def import_jsonlines(path: Path, book: Book) -> Iterator[tuple[Key, Record]]:
    """Yield the records of a file; raises FormatError with the number of the line.

    Sources are added to *book*.
    """
    for number, line in read_lines(path):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
            yield _record(found, book)
        except OthelloError as error:
            raise FormatError(path, number, str(error)) from None
        except json.JSONDecodeError as error:
            raise FormatError(path, number, f"this is not a JSON object: {error.msg}") from None
        except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise FormatError(path, number, f"this is not a position of a book: {reason}") from None


def _object(key: Key, record: Record, source: str) -> dict[str, object]:
    position = position_of_key(key)
    outside: dict[str, object] | None = None
    if record.move is not None and record.move_value is not None:
        move = None if record.move == UNKNOWN_MOVE else str(transform_move(record.move, 0))
        outside = {"move": move, "score": _score_object(score_of(record.move_value, position.turn))}
    score = None if record.value is None else _score_object(score_of(record.value, position.turn))
    games = record.games
    return {
        "position": position.format(),
        "score": score,
        "lower": record.lower,
        "upper": record.upper,
        "outside": outside,
        "level": record.level,
        **{name: getattr(games, name) for name in _COUNTS},
        "source": source,
    }


def _record(found: Any, book: Book) -> tuple[Key, Record]:
    position = Position.parse(found["position"])
    key, symmetry = key_of(position)
    source = book.store.source(str(found["source"]))
    games = GameCounts(*(_natural(found[name]) for name in _COUNTS))
    if position.is_over:
        over = finished(position.final_score, source)
        return key, Record(over.value, over.lower, over.upper, games=games, source=source)
    move = value = None
    if found["outside"] is not None:
        named = found["outside"]["move"]
        move = UNKNOWN_MOVE if named is None else int(transform_move(parse_move(named), symmetry))
        value = value_of(_score(found["outside"]["score"], position.turn))
        if move != UNKNOWN_MOVE and move not in dict(children(key)):
            raise InvalidNotationError(f"{named} is not a legal move there")
    level = None if found["level"] is None else _natural(found["level"])
    lower, upper = int(found["lower"]), int(found["upper"])
    if not MIN_SCORE <= lower <= upper <= MAX_SCORE:
        raise InvalidNotationError(f"{lower} to {upper} are not bounds: use -64 to 64, the lower one first")
    return key, Record(None, lower, upper, move, value, level, games, source)


def _natural(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 1 << 62:
        raise InvalidNotationError(f"{number!r} is not a count: use a whole number from 0")
    return number


def _score_object(score: Score) -> dict[str, object]:
    return {
        "discs": score.discs,
        "kind": score.kind.value,
        "depth": score.depth,
        "probability": score.probability,
    }


def _score(found: Any, turn: Color) -> Score:
    kind, depth, probability = Kind(found["kind"]), _natural(found["depth"]), found["probability"]
    value = Centidiscs(round(DISC * found["discs"]))
    if kind is Kind.EXACT:
        return Score.exact(Discs(value // DISC), turn, depth=depth)
    if kind is Kind.SELECTIVE:
        return Score.selective(Discs(value // DISC), turn, probability, depth=depth)
    return Score.heuristic(value, turn, depth, probability)
