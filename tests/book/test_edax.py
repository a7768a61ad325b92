"""Books of Edax: hand-written bytes, and links (see also `test_files`)."""

import struct

import pytest

from othello import Book, FormatError, Kind, Position
from othello.book.choice import due
from othello.book.edax import NO_LEAF, Stats, _stats, export_edax, read_edax
from othello.book.keys import children, key_of
from othello.book.propagation import propagate
from othello.book.records import Record
from othello.book.value import heuristic
from tests.book.books import filled, imported, plain_entries
from tests.book.by_hand import EDAX_HEADER as HEADER, EDAX_ROOT as ROOT

MUST_PASS = "-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X"


def write(path, *positions, count=None):
    number = struct.pack("<i", len(positions) if count is None else count)
    path.write_bytes(HEADER + number + b"".join(positions))
    return path


def test_a_position_by_hand(tmp_path):
    """The bytes of a hand-written file are read according to Edax's format."""
    (position,) = read_edax(write(tmp_path / "book.dat", ROOT))
    assert position.words == (0x0000_0008_1000_0000, 0x0000_0010_0800_0000)
    assert (position.stats, position.level) == ((1, -2, 2, 0, 0, 0, 1), 21)
    assert (position.links, position.leaf) == ((), (1, 19))


def test_an_imported_position(tmp_path):
    """The leaf becomes the best outside move. Its kind follows from the level."""
    with imported(write(tmp_path / "book.dat", ROOT)) as book:
        entry = book.get("")
        assert (entry.outside.move, entry.score.discs, entry.level) == ("d3", 1, 21)
        assert (entry.score.kind, entry.score.depth, entry.score.probability) == (Kind.HEURISTIC, 21, 73)


def test_a_written_position(tmp_path):
    """A book with one position is written with the same bytes as the hand-written file, except for the
    date."""
    before, after = write(tmp_path / "before.dat", ROOT), tmp_path / "after.dat"
    with imported(before) as book:
        assert export_edax(book, after) == 1
    written = after.read_bytes()
    assert written[:10] == HEADER[:10]
    assert struct.unpack("<5ii", written[18:42]) == (21, 60, 2, 1, 0, 1)
    assert written[42:] == ROOT


def test_level_0_is_a_level(tmp_path):
    path = tmp_path / "book.dat"
    with imported(write(path, ROOT[:-3] + b"\x00" + ROOT[-2:])) as book:
        export_edax(book, path)
    assert [position.level for position in read_edax(path)] == [0]


def test_links_are_the_moves_to_other_positions(tmp_path):
    """The links and the leaf of each written position satisfy Edax, and their values are negamaxed."""
    with filled(Book(), plain_entries(3, 80)) as book:
        export_edax(book, tmp_path / "book.dat")
    positions = {position.words: position for position in read_edax(tmp_path / "book.dat")}
    for words, position in positions.items():
        key, _ = key_of(Position(*words, Position.start().turn))
        moves = children(key)
        linked = {move: after for move, after in moves if after[1:] in positions}
        assert {move for _, move in position.links} == set(linked)
        assert all(value == -positions[linked[move][1:]].stats.discs for value, move in position.links)
        assert position.leaf[1] not in linked
        if position.leaf[1] == NO_LEAF:
            assert len(linked) == len(moves)
        options = [value for value, _ in position.links] + [position.leaf[0]] * (position.leaf[1] != NO_LEAF)
        assert position.stats.discs == max(options)


def test_passes_and_finished_games(tmp_path):
    """A pass is a link. The leaf of a finished game has a score but no move."""
    start = Position.parse(MUST_PASS)
    with filled(Book(), plain_entries(1, 10, start=start)) as book:
        assert export_edax(book, tmp_path / "book.dat") == len(book) == 3
    positions = list(read_edax(tmp_path / "book.dat"))
    last, middle, first = positions
    middle_key, _ = key_of(Position(*middle.words, start.turn))
    assert (last.links, last.leaf[1], last.stats.lines) == ((), NO_LEAF, 1)
    assert ([move for _, move in middle.links], middle.leaf[1]) == (list(dict(children(middle_key))), NO_LEAF)
    assert ([move for _, move in first.links], first.leaf[1]) == ([64], NO_LEAF)
    assert first.stats.discs == -middle.stats.discs == last.stats.discs


def test_a_missing_outside_move_is_not_exported(tmp_path):
    """Edax would refuse a position without its best outside move, so nothing is written."""
    target = tmp_path / "book.dat"
    target.write_text("before")
    with Book() as book:
        root, _ = key_of(Position.start())
        after = children(root)[0][1]
        move = children(after)[0][0]
        book.store.put([(after, Record(move=move, move_value=heuristic(0, 4)))])
        first = children(after)[1][1]
        book.store.put([(first, Record(move=children(first)[0][0], move_value=heuristic(0, 4)))])
        book.store.put([(after, Record())])
        propagate(book.store, [first, after])
        assert due(book) == [after]
        with pytest.raises(
            FormatError, match=r"1 positions lack a best move outside the book.*othello book fix"
        ):
            export_edax(book, target)
    assert target.read_text() == "before"


def test_the_numbers_of_lines_stop_at_the_largest_number_of_32_bits():
    many = Stats(0, 0, 0, wins=2**31, draws=2**32 - 3, losses=2**32 - 1, lines=2**32 - 1)
    assert _stats(0, [(19, many), (26, many)], 21, 60)[3:] == (2**32 - 1, 2**32 - 1, 2**32 - 1, 2**32 - 1)
    assert _stats(0, [(19, many)], 21, 60)[3:] == (2**32 - 1, 2**32 - 3, 2**31, 2**32 - 1)
