"""Checks a book's file, records and values, and re-searches a sample of its positions."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from othello.book.book import Book
from othello.book.choice import is_due
from othello.book.keys import Key, children, key_of_words, position_of_key
from othello.book.propagation import linked, links, relinked
from othello.book.records import UNKNOWN_MOVE, Record
from othello.book.value import Value
from othello.rules.score import DISC
from othello.rules.square import format_moves, transform_move
from othello.search.engine import Engine
from othello.search.limits import Limits

MAX_SHOWN: Final = 20
"""Maximum number of faults described in a report. Further faults are only counted."""


@dataclass(slots=True)
class Report:
    """The faults of a book."""

    positions: int = 0
    """Number of positions that were checked."""
    faults: int = 0
    """Number of faults."""
    shown: list[str] = field(default_factory=list)
    """Descriptions of the first faults."""
    unsearched: int = 0
    """Number of positions whose best outside move must be searched. This is not a fault."""

    def add(self, fault: str) -> None:
        """Count a fault. If there aren't too many, keep its description."""
        self.faults += 1
        if len(self.shown) < MAX_SHOWN:
            self.shown.append(fault)


@dataclass(frozen=True, slots=True)
class Recheck:
    """A position that was re-searched for its best outside move."""

    key: Key
    """The position."""
    stored: float
    """The value of the best outside move in the book, in discs for the side to move."""
    now: float
    """The value of the best outside move in the new search, in discs for the side to move."""


def verify(book: Book, report: Report) -> Iterator[Report]:
    """Check a book. Yield *report* after each group of positions with the same number of empty squares.

    First, SQLite checks the file, and `book.validation` checks whether all rows are usable and unchanged. If
    these checks find no fault, each position is checked. It must be canonical, and its outside move must be
    legal and not a link. Unless the book is stale, its value must also follow from its moves.
    """
    for fault in book.store.check():
        report.add(fault)
    if report.faults:
        yield report
        return
    below: dict[Key, Value] = {}
    is_stale = book.is_stale
    for empties in book.store.layers():
        layer = book.store.layer(empties)
        values = {key: record.value for key, record in layer if record.value is not None}
        known = below | values
        for key, record in layer:
            report.positions += 1
            faults = list(_faults_of_key(key)) or list(_faults(key, record, known, is_stale=is_stale))
            for fault in faults:
                report.add(f"{position_text(key)}: {fault}")
            if not faults and is_due(record, key, known):
                report.unsearched += 1
        below = values
        yield report


def recheck(book: Book, count: int, level: int, *, engine: Engine, seed: int) -> Iterator[Recheck]:
    """Re-search *count* random positions of a book for their best outside moves and yield the results."""
    keys = [
        key
        for empties in book.store.layers()
        for key, record in book.store.layer(empties)
        if record.move_value is not None and not record.move_value.is_exact
    ]
    for key in random.Random(seed).sample(keys, min(count, len(keys))):
        record = book.store.get(key)
        assert record is not None, "it was just read"
        assert record.move_value is not None, "it was chosen for that"
        known, _ = links(book.store, key)
        engine.new_game()
        lines = engine.play(position_of_key(key), Limits(level=level, multipv=len(known) + 1)).lines
        line = next(line for line in lines if int(line.move) not in known)
        yield Recheck(key, record.move_value.cd / DISC, line.score.discs)


def position_text(key: Key) -> str:
    """Return a position as a single line."""
    return position_of_key(key).format()


def _faults_of_key(key: Key) -> Iterator[str]:
    empties, player, opponent = key
    if 64 - (player | opponent).bit_count() != empties:
        yield f"the row is stored under {empties} empty squares, which is not the position's number"
    elif key_of_words(player, opponent)[0] != key:
        yield "the row does not store the canonical position of the symmetric ones"


def _faults(key: Key, record: Record, known: dict[Key, Value], *, is_stale: bool) -> Iterator[str]:
    """Yield descriptions of what is wrong with a record.

    *known* contains the values of the positions after its moves.
    """
    moves = children(key)
    if record.move not in (None, UNKNOWN_MOVE, *dict(moves)):
        yield f"{record.move} is not a legal move"
    elif not is_stale:
        expected = relinked(record, key, linked(moves, known), len(moves))
        if expected.move != record.move:
            assert record.move is not None, "only a stored move can become a link"
            is_unknown = record.move == UNKNOWN_MOVE
            name = "an unknown move" if is_unknown else format_moves([transform_move(record.move, 0)])
            yield f"{name} is stored as the best move outside the book, but it leads into the book"
        elif expected.value != record.value:
            yield f"the value is {_text(record.value)}, but {_text(expected.value)} follows from the moves"


def _text(value: Value | None) -> str:
    return "missing" if value is None else f"{value.cd / DISC:+.2f}, trust {value.trust}"
