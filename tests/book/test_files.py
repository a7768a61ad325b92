"""Files of all formats for books: round trips, and faults."""

import struct

import pytest
from hypothesis import given, settings, strategies as st

from othello import Book, FormatError
from othello.book.edax import read_edax
from othello.book.merging import merge_records
from tests.book.books import EXPORTS, IMPORTS, contents, filled, imported, plain_entries, random_book, values
from tests.book.by_hand import EDAX_HEADER, EDAX_ROOT


@pytest.mark.parametrize("suffix", EXPORTS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 60))
def test_round_trips(suffix, seed, size, tmp_path_factory):
    """Converting a book to a file and back changes nothing, and neither does the opposite way.

    JSON contains everything in a book, including kinds, bounds, games and sources.
    """
    folder, is_whole = tmp_path_factory.mktemp("book"), suffix == ".jsonl"
    paths = folder / f"one{suffix}", folder / f"two{suffix}"
    with random_book(seed, size) if is_whole else filled(Book(), plain_entries(seed, size)) as book:
        assert EXPORTS[suffix](book, paths[0]) == size
        with imported(paths[0]) as back:
            assert values(back) == values(book)
            assert not is_whole or list(back) == list(book)
            EXPORTS[suffix](back, paths[1])
    if suffix == ".dat":  # whose header has the date
        assert list(read_edax(paths[0])) == list(read_edax(paths[1]))
    else:
        assert paths[0].read_bytes() == paths[1].read_bytes()


def numbered(count):
    return struct.pack("<i", count)


E = EDAX_HEADER
FAULTS = {
    ".dat": {
        "ends in the middle of the header": b"",
        "not an opening book of Edax 4": b"EDAXBOOK" + E[8:] + bytes(4),
        "ends in the middle of position 1": E + numbered(1) + EDAX_ROOT[:-1],
        "ends in the middle of position 1$": E + numbered(1) + EDAX_ROOT[:20],
        "contains 1 positions, but its header states 2": E + numbered(2) + EDAX_ROOT,
        "leaf of position 1 is not a legal move: 0": E + numbered(1) + EDAX_ROOT[:-1] + b"\x00",
        "the level of position 1 is 61, above 60": E
        + numbered(1)
        + EDAX_ROOT[:-3]
        + b"\x3d"
        + EDAX_ROOT[-2:],
        "leaf of position 1 has the impossible value 65": E
        + numbered(1)
        + EDAX_ROOT[:-2]
        + b"\x41"
        + EDAX_ROOT[-1:],
        "position 1 has two discs on one square": E + numbered(1) + EDAX_ROOT[:8] * 2 + EDAX_ROOT[16:],
    },
}


@pytest.mark.parametrize(
    ("suffix", "fault"), [(suffix, fault) for suffix in FAULTS for fault in FAULTS[suffix]]
)
def test_a_faulty_file_is_refused_in_one_sentence_and_the_book_stays_as_it_was(suffix, fault, tmp_path):
    path = tmp_path / f"book{suffix}"
    path.write_bytes(FAULTS[suffix][fault])
    with Book() as book:
        filled(book, plain_entries(1, 5))
        before = contents(book)
        with pytest.raises(FormatError, match=fault):
            list(merge_records(book, IMPORTS[suffix](path, book)))
        assert contents(book) == before
