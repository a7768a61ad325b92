"""Checks of books: a sound one has no faults, and each kind of fault is found."""

from dataclasses import replace

import pytest

from othello.book.book import Book
from othello.book.entry import GameCounts
from othello.book.keys import children
from othello.book.records import Record
from othello.book.value import heuristic
from othello.book.verifying import Report, due, recheck, verify
from othello.engine import Engine
from othello.square import SYMMETRIES, transform_bits
from tests.book.books import contents, random_book


def checked(book):
    report = Report()
    for _ in verify(book, report):
        pass
    return report


def test_a_sound_book():
    """A random book has no faults, and every outside move is known."""
    with random_book(1, 100) as book:
        report = checked(book)
        assert (report.positions, report.faults, report.unsearched, due(book)) == (100, 0, 0, [])


def change(book, **fields):
    """Change a record in the middle of the book, past the rules."""
    records = contents(book)
    key = next(
        key
        for key, each in records.items()
        if each.move is not None and any(after in records for _, after in children(key))
    )
    book.store.put([(key, replace(records[key], **fields))])
    return key


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"value": heuristic(6399, 3)}, "follows from the moves"),
        ({"value": None}, "the value is missing"),
        ({"lower": 10, "upper": -10}, "bounds 10 and -10"),
        ({"games": GameCounts(1, 2, 0, 0)}, "1 games with 2 won"),
        ({"move": 27}, "27 is not a legal move"),
    ],
)
def test_faults(fields, fault):
    """Each kind of fault is reported with its position."""
    with random_book(1, 100) as book:
        change(book, **fields)
        report = checked(book)
        assert report.faults >= 1
        assert any(fault in each for each in report.shown), report.shown


def test_a_link_that_is_stored_as_outside():
    """An outside move that leads to a position of the book is a fault."""
    with random_book(1, 100) as book:
        records = contents(book)
        key, move = next(
            (key, move)
            for key in records
            for move, after in children(key)
            if after in records and records[key].move is not None
        )
        book.store.put([(key, replace(records[key], move=move))])
        assert any("but it is a link" in each for each in checked(book).shown)


def test_symmetric_duplicates():
    """A position that is not the canonical one is a fault."""
    with random_book(1, 100) as book:
        empties, player, opponent = next(key for key in contents(book) if key[0] < 57)
        for symmetry in SYMMETRIES:
            image = (empties, transform_bits(player, symmetry), transform_bits(opponent, symmetry))
            if image not in contents(book):
                book.store.put([(image, Record())])
        assert any("not the canonical one" in each for each in checked(book).shown)


def test_impossible_rows():
    """Words that are not a position are a fault, not an error."""
    with random_book(1, 10) as book:
        book.store.put([((40, 3, 1), Record()), ((41, 3, 4), Record())])
        shown = checked(book).shown
        assert any("two discs on one square" in each for each in shown)
        assert any("41 is not its number of empty squares" in each for each in shown)


def test_many_faults():
    """Only the first faults are kept in words, but all are counted."""
    with random_book(1, 100) as book:
        for key, record in contents(book).items():
            book.store.put([(key, replace(record, lower=5, upper=4))])
        report = checked(book)
        assert (report.faults >= 100, len(report.shown)) == (True, 20)


def test_missing_outside_moves_are_due():
    """A position with a value and an unknown best outside move waits for a search."""
    with Book() as book, Engine(table_mib=1) as engine:
        book.add("f5", engine.play("f5", depth=2))
        move = book.get("f5").outside.move
        book.add(f"f5{move}", engine.play(f"f5{move}", depth=2))
        assert len(due(book)) == checked(book).unsearched == 1
        assert checked(book).faults == 0


def test_a_sample_searched_again():
    """With the same level, a new search finds the stored values."""
    with Book() as book, Engine(table_mib=16) as engine:
        for text in ("", "f5d6", "f5f6"):
            engine.new_game()
            book.add(text, engine.play(text, level=4, multipv=5))
        found = list(recheck(book, 10, 4, engine=engine, seed=1))
        assert len(found) == 3
        assert all(each.stored == pytest.approx(each.found) for each in found)
