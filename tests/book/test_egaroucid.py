"""Books of Egaroucid: bytes by hand, leaves and passes; see `test_files`, too."""

import struct

from othello import PASS, Book, Kind, Position
from othello.book.egaroucid import export_egaroucid, read_egaroucid
from othello.book.keys import children, key_of
from othello.book.records import Record, finished
from tests.book.books import filled, imported, values
from tests.book.by_hand import EGAROUCID_HEADER as HEADER, EGAROUCID_ROOT as ROOT, START
from tests.positions import random_board

BARE = bytes.fromhex(f"{START} 03 15 01000000 82 7d ff")
"""The same position without a leaf."""


def write(path, *positions, count=None):
    path.write_bytes(
        HEADER + struct.pack("<i", len(positions) if count is None else count) + b"".join(positions)
    )
    return path


def test_a_position_by_hand(tmp_path):
    """The bytes of a file that was written by hand are read as Egaroucid's format says."""
    (found,) = read_egaroucid(write(tmp_path / "book.egbk3", ROOT))
    assert found == (0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 2, 21, 7, 1, 26, 21)
    with imported(tmp_path / "book.egbk3") as book:
        entry = book.get("")
        # Without links, the value of the position is that of its best move.
        assert (entry.score.discs, entry.score.kind, entry.score.depth) == (2, Kind.HEURISTIC, 21)
        assert (int(entry.outside.move), entry.level) == (26, 21)


def test_a_value_without_a_move_is_kept_and_written_back(tmp_path):
    path, back = write(tmp_path / "book.egbk3", BARE), tmp_path / "back.egbk3"
    with imported(path) as book:
        assert (book.get("").score.discs, book.get("").outside.move) == (3, None)
        export_egaroucid(book, back)
    assert back.read_bytes() == path.read_bytes()


def test_a_level_above_60_is_unknown(tmp_path):
    path = write(tmp_path / "book.egbk3", ROOT[:17] + b"\x46" + ROOT[18:])
    with imported(path) as book:
        assert (book.get("").score.discs, book.get("").level) == (2, None)


def test_a_leaf_beside_links_is_not_better_than_the_value(tmp_path):
    """With links, the leaf keeps its own value, but never one above that of the position."""
    start = Position.start()
    child = struct.pack("<QQbbIbbb", *key_of(start.play("f5"))[0][1:], -2, 21, 1, -126, 125, -1)
    high = ROOT[:-3] + bytes.fromhex("09 1a 05")
    with imported(write(tmp_path / "book.egbk3", high, child)) as book:
        # All four first moves are the same, so the leaf is a link.
        assert (book.get(start).score.discs, book.get(start).outside) == (2, None)
    second = key_of(start.play("f5").play("d6"))[0]
    key, _ = key_of(start.play("f5"))
    other = next(move for move, after in children(key) if after != second)
    first = struct.pack("<QQbbIbbb", *key[1:], 1, 21, 1, 5, other, 5)
    last = struct.pack("<QQbbIbbb", *second[1:], -1, 21, 1, -126, 125, -1)
    with imported(write(tmp_path / "book.egbk3", first, last)) as book:
        entry = book.get(start.play("f5"))
        assert (entry.score.discs, int(entry.outside.score.discs)) == (1, 1)


def test_passes(tmp_path):
    """A position before a pass is not written, and comes back between the positions around it."""
    board = next(
        board for seed in range(100) if PASS in (board := random_board(seed, 70)).move_stack and board.is_over
    )
    first = board.move_stack.index(PASS) - 1
    keys = [key_of(position)[0] for position in board.positions()[first:]]
    entries = dict.fromkeys(keys, Record()) | {keys[-1]: finished(board.position.final_score, 0)}
    with filled(Book(), entries) as book:
        written = export_egaroucid(book, tmp_path / "book.egbk3")
        assert written == len(book) - board.move_stack.count(PASS)
        with imported(tmp_path / "book.egbk3") as back:
            assert values(back) == values(book)
