"""Adds the records of other books and files to a book.

If both books contain a position, the merged record contains the tighter bounds, the sums of the game counts,
and the outside move whose value is more certain. If this move has become a link, because one of the books
contains the position after it, the merged record contains the other outside move instead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from othello.book.book import Book
from othello.book.keys import Key, children
from othello.book.propagation import refreshed
from othello.book.records import UNKNOWN_MOVE, Record
from othello.book.store import Store
from othello.search.identity import digest

BATCH: Final = 10_000
"""Number of records in a batch."""


def mark_of(path: Path) -> str:
    """Return the name under which a book records that a file was added. It depends on the file's content.

    Raises FormatError if the file cannot be read.
    """
    return f"added {digest(path)}"


def merge_records(
    book: Book, records: Iterable[tuple[Key, Record]], mark: str | None = None
) -> Iterator[int]:
    """Add records to a book. After each batch, yield how many records have been added.

    All changes belong to a single transaction. If you stop the iteration early, the book stays unchanged. The
    values of positions in *records* are ignored, because they follow from the values of the outside moves.
    *mark* is the name of the records (see `mark_of`). If they have been added before, nothing happens,
    because their games must not count twice.
    """
    store, done, rest = book.store, 0, iter(records)
    second: dict[Key, Record] = {}
    if mark is not None and store.meta(mark):
        return
    with store.transaction():
        if mark is not None:
            store.set_meta(mark, "1")
        while batch := list(islice(rest, BATCH)):
            store.put((key, _merged(store, key, record, second)) for key, record in batch)
            done += len(batch)
            yield done
        store.put(_with_second_moves(store, second))
        for _ in refreshed(store):
            yield done


def merge_book(book: Book, other: Book, mark: str | None = None) -> Iterator[int]:
    """Add all positions from another book and the names of their sources (see `merge_records`).

    Raises FormatError if the books require different ratings of strong players.
    """
    if other.strong_rating is not None:
        book.store.set_strong_rating(other.strong_rating)
    names = other.store.sources()
    numbers = {number: book.store.source(name) for number, name in names.items()}
    records = (
        (key, replace(record, source=numbers[record.source]))
        for empties in other.store.layers()
        for key, record in other.store.layer(empties)
    )
    return merge_records(book, records, mark)


def _merged(store: Store, key: Key, new: Record, second: dict[Key, Record]) -> Record:
    """Return the stored record of a position, merged with a new record.

    If the outside moves differ, the record with the less certain move is put into *second*.
    """
    old = store.get(key)
    if old is None:
        return new
    first, other = old, new
    if old.move_value is None or (new.move_value is not None and new.move_value.trust > old.move_value.trust):
        first, other = new, old
    if other.move_value is not None and other.move != first.move:
        second[key] = other
    lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
    if lower > upper:  # one of the bounds is wrong, although both are marked as proved
        lower, upper = old.lower, old.upper
    return replace(
        first,
        value=None,
        lower=lower,
        upper=upper,
        level=first.level if first.level is not None else other.level,
        games=old.games + new.games,
        strong=old.strong + new.strong,
    )


def _with_second_moves(store: Store, second: dict[Key, Record]) -> list[tuple[Key, Record]]:
    """Replace each outside move that is now a link by the other outside move, and return the changed records.

    *second* contains the records with the other outside moves.
    """
    records = []
    for key, other in second.items():
        record = store.get(key)
        assert record is not None, "it was just written"
        after = dict(children(key))
        if _is_link(store, after, record.move) and not _is_link(store, after, other.move):
            records.append(
                (key, replace(record, move=other.move, move_value=other.move_value, level=other.level))
            )
    return records


def _is_link(store: Store, after: dict[int, Key], move: int | None) -> bool:
    """Return whether a move will be a link after all values have been updated.

    *after* maps moves to positions.
    """
    record = None if move is None or move == UNKNOWN_MOVE else store.get(after[move])
    return record is not None and (record.value is not None or record.move_value is not None)
