"""Merged books: the more certain values, all games, and values that follow from both."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from othello import FormatError, Position
from othello.book.book import Book
from othello.book.edax import export_edax
from othello.book.entry import NO_GAMES
from othello.book.keys import children, key_of
from othello.book.merging import merge_book
from othello.book.records import UNKNOWN_MOVE, Record
from othello.book.value import heuristic
from tests.book.books import assert_whole, checked, contents, estimated, filled, random_entries


def merged(*all_entries):
    books = [filled(Book(), entries) for entries in all_entries]
    for other in books[1:]:
        for _ in merge_book(books[0], other):
            pass
    return books[0]


def entries_of(seed, size=30):
    return {key: estimated(record) for key, record in random_entries(seed, size).items()}


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_merging(one, other):
    """The merged book contains the positions of both books, the sum of the games, and negamaxed values."""
    left, right = entries_of(one), entries_of(other)
    with merged(left, right) as book:
        records = assert_whole(book)
        assert records.keys() == left.keys() | right.keys()
        for key, record in records.items():
            parts = [entries[key] for entries in (left, right) if key in entries]
            assert record.games == sum((part.games for part in parts), NO_GAMES)
            assert record.strong == sum((part.strong for part in parts), NO_GAMES)


def test_books_with_other_strong_players_are_not_merged():
    with Book() as one, Book() as other:
        one.store.set_strong_rating(1700)
        other.store.set_strong_rating(1800)
        with pytest.raises(FormatError, match="players as strong from a rating of 1700, not 1800"):
            next(merge_book(one, other))


def test_a_book_merged_with_its_copy_has_the_same_values_and_twice_the_games():
    entries = entries_of(3)
    with merged(entries, entries) as book, filled(Book(), entries) as before:
        for (_, one), (_, other) in zip(book, before, strict=True):
            assert (one.score, one.outside) == (other.score, other.outside)
            assert one.games.visits == 2 * other.games.visits


def test_the_deeper_outside_move_stays():
    """Of two outside moves, the move with the deeper search is kept, in either order."""
    weak = entries_of(1, 1)
    ((key, record),) = weak.items()
    move = next(move for move, _ in children(key) if move != record.move)
    strong = {key: replace(record, move=move, move_value=heuristic(-300, 20))}
    for pair in ((weak, strong), (strong, weak)):
        with merged(*pair) as book:
            assert contents(book)[key].move_value == heuristic(-300, 20)


def test_an_unknown_outside_move_is_removed_when_all_moves_are_links(tmp_path):
    """A value without a move is replaced by the values of all moves."""
    key, _ = key_of(Position.start())
    unknown = {key: Record(move=UNKNOWN_MOVE, move_value=heuristic(6400, 20))}
    after = children(key)[0][1]
    link = {after: Record(move=children(after)[0][0], move_value=heuristic(100, 10))}
    with merged(unknown, link) as book:
        record = contents(book)[key]
        assert (record.move, record.value.cd) == (None, -100)
        assert export_edax(book, tmp_path / "book.dat") == 2
        book.store.put([(key, replace(record, move=UNKNOWN_MOVE, move_value=heuristic(0, 1)))])
        assert "an unknown move is stored as the best move outside the book" in checked(book).shown[0]


def test_of_contradictory_proofs_the_first_stays():
    """A book whose proof contradicts another book is merged, and stays sound."""
    key, _ = key_of(Position.start())
    high, low = {key: Record(lower=10)}, {key: Record(upper=-10)}
    for pair, bounds in (((high, low), (10, 64)), ((low, high), (-64, -10))):
        with merged(*pair) as book:
            assert (contents(book)[key].lower, contents(book)[key].upper) == bounds


def test_the_other_outside_move_takes_the_place_of_a_link():
    """If the better known outside move is a link in the merged book, the other move is kept."""
    start = entries_of(2, 1)
    ((key, _),) = start.items()
    after = children(key)[0][1]
    moves = children(after)
    first, second = moves[0], moves[1]
    assert first[1] != second[1]
    record = next(iter(start.values()))
    one = {after: replace(record, move=first[0], move_value=heuristic(100, 20))}
    other = {
        after: replace(record, move=second[0], move_value=heuristic(-100, 10)),
        first[1]: replace(record, move=children(first[1])[0][0], move_value=heuristic(0, 10)),
    }
    for pair in ((one, other), (other, one)):
        with merged(*pair) as book:
            assert contents(book)[after].move == second[0]
            assert contents(book)[after].value.cd == 0
