"""Random books for tests, and a slow negamax that shares no code with the book's."""

import random
from dataclasses import replace
from pathlib import Path

from othello import Book, Position
from othello.book.edax import export_edax, import_edax
from othello.book.entry import NO_GAMES, GameCounts
from othello.book.jsonlines import export_jsonlines, import_jsonlines
from othello.book.keys import Key, children, key_of, key_of_words
from othello.book.merging import merge_records
from othello.book.records import Record
from othello.book.value import Value, exact, heuristic, selective
from othello.book.verifying import Report, verify
from tests import model

Entries = dict[Key, Record]


def random_value(rng: random.Random) -> Value:
    kind = rng.random()
    if kind < 0.2:
        return exact(rng.randrange(-64, 65), 20)
    if kind < 0.4:
        return selective(rng.randrange(-64, 65), rng.choice([73, 87, 95]), 24)
    return heuristic(rng.randrange(-6400, 6401), rng.randrange(1, 30), rng.choice([None, 73]))


def random_entries(seed: int, size: int, *, start: Position | None = None) -> Entries:
    """Return the records of a book, in which each position except the first follows from another position.

    Outside moves and their values are random, so are results. Values are not negamaxed.
    """
    rng = random.Random(seed)
    entries = {key_of(start or Position.start())[0]: Record()}
    order, tries = list(entries), 0
    while len(entries) < size and tries < 50 * size:
        tries += 1
        moves = children(rng.choice(order))
        after = rng.choice(moves)[1] if moves else order[0]
        if after not in entries:
            entries[after] = Record()
            order.append(after)
    return {key: random_record(rng, key, entries) for key in entries}


def random_record(rng: random.Random, key: Key, book: Entries) -> Record:
    moves = children(key)
    outside = [move for move, after in moves if after not in book]
    games = sorted(rng.randrange(50) for _ in range(3))
    counts = games[2], games[0], games[1] - games[0], games[2] - games[1]
    known = {"games": GameCounts(*counts), "strong": GameCounts(*(count // 2 for count in counts))}
    if not moves:
        score = model.final_score(model.from_words(*key[1:]))
        return Record(exact(score), score, score, **known)
    if not outside:
        return Record(level=rng.randrange(20), **known)
    level = rng.randrange(1, 60)
    return Record(move=rng.choice(outside), move_value=random_value(rng), level=level, **known)


def estimated(record: Record) -> Record:
    """Return a record whose outside move has an estimated value."""
    if record.move_value is None:
        return record
    return replace(record, move_value=heuristic(record.move_value.cd, 10))


def plain_entries(seed: int, size: int, **options) -> Entries:
    """Return records as other programs know them: estimates at level 10, in whole discs, without games."""
    rng = random.Random(seed)
    entries = {}
    for key, record in random_entries(seed, size, **options).items():
        value = record.move_value and heuristic(100 * rng.randrange(-64, 65), 10)
        level = None if record.value is not None else 10
        entries[key] = replace(record, move_value=value, level=level, games=NO_GAMES, strong=NO_GAMES)
    return entries


def filled(book: Book, entries: Entries) -> Book:
    """Put records into a book, and bring its values up to date."""
    number = book.store.source("test")
    book.store.set_strong_rating(1700)
    with book.store.transaction():
        book.store.put((key, record) for key, record in entries.items())
        book.store.set_meta("stale", "1")
    assert number
    book.refresh()
    return book


def random_book(seed: int, size: int, **options) -> Book:
    """Return a random book in memory, with its values."""
    return filled(Book(), random_entries(seed, size, **options))


EXPORTS = {".dat": export_edax, ".jsonl": export_jsonlines}
"""The writers of other files than books, by suffix."""
IMPORTS = {
    ".dat": lambda path, book: import_edax(path, book.store.source("edax")),
    ".jsonl": import_jsonlines,
}


def imported(path: Path) -> Book:
    """Return a book in memory with the records of a file."""
    book = Book()
    for _ in merge_records(book, IMPORTS[path.suffix](path, book)):
        pass
    return book


def slow_values(entries: Entries) -> dict[Key, int]:
    """Return the value of each position in centidiscs, by plain recursion over the slow model's moves."""
    centidiscs: dict[Key, int] = {}

    def value(key: Key) -> int:
        if key not in centidiscs:
            board, record = model.from_words(*key[1:]), entries[key]
            if model.is_over(board):
                centidiscs[key] = 100 * model.final_score(board)
                return centidiscs[key]
            best = [] if record.move_value is None else [record.move_value.cd]
            for move in model.legal_moves(board) or [model.PASS]:
                after = key_of_words(*model.to_words(model.play(board, move)))[0]
                if after in entries:
                    best.append(-value(after))
            centidiscs[key] = max(best)
        return centidiscs[key]

    for key in entries:
        value(key)
    return centidiscs


def contents(book: Book) -> Entries:
    """Return all records of a book."""
    return {key: record for empties in book.store.layers() for key, record in book.store.layer(empties)}


def assert_whole(book: Book) -> Entries:
    """Return the records of a book, each of which has the value that follows from its moves.

    Each has its best outside move, if any is outside. An outside move that became a link, by another way to
    the same position, leaves its place empty until the position is expanded.
    """
    records = contents(book)
    for key, record in records.items():
        linked = {move for move, after in children(key) if after in records}
        assert record.move is None or len(linked) < len(children(key))
        assert record.move is not None or linked or not children(key)
        assert record.move not in linked
        options = [-records[after].value.cd for _, after in children(key) if after in records]
        if record.move_value is not None:
            options.append(record.move_value.cd)
        if options:
            assert record.value.cd == max(options)
    return records


def checked(book: Book) -> Report:
    """Return what a check of a book finds."""
    report = Report()
    for _ in verify(book, report):
        pass
    return report


def values(book: Book) -> dict[Key, object]:
    """Return what each position has in the files of all programs: its value and its outside move."""
    return {key: (record.value and record.value.cd, record.move) for key, record in contents(book).items()}
