"""Opening books of Egaroucid, .egbk3.

The file is little-endian. A header of 14 bytes: "DICUORAGE", u8 version 3, i32 number of positions. Then the
positions, 25 bytes each:

    2 x u64   discs of the side to move and of the other side, as the canonical position
    i8 i8     value, level
    u32       number of lines
    i8 i8 i8  the leaf: value, move, level

There are no links: they are found by looking up the positions after the moves. A position without a legal
square is not stored; the one after the pass is. Egaroucid negamaxes links only: where a position has none,
its value is that of a search, and the leaf has its own value, from a weaker search.

Squares are counted from h8 in Egaroucid. The board turned by a half turn is a symmetric one, so the same
numbers stand for the same position here.

Source: the source of Egaroucid 7.8, whose files these are.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from othello.book.binary import is_legal_leaf, record_of, rounded, valued, words_at
from othello.book.book import Book
from othello.book.keys import Key, children, key_of_words, parents
from othello.book.records import UNKNOWN_MOVE, Record
from othello.book.value import Value, exact, heuristic
from othello.errors import FormatError, usable
from othello.formats.textfile import open_unpacked
from othello.rules.score import DISC, MAX_DISCS
from othello.rules.square import PASS_NUMBER
from othello.storage import outputs

MAGIC: Final = b"DICUORAGE"
VERSION: Final = 3
_NO_SCORE, _NO_MOVE, _NO_LEVEL = -126, 125, -1
PERFECT: Final = 60
"""The level that solves every position. Values at other levels are taken as estimates, since the number of
empty squares from which a level solves has changed between versions."""
_HEADER: Final = struct.Struct("<9sBi")
_POSITION: Final = struct.Struct("<QQbbIbbb")


class EgaroucidPosition(NamedTuple):
    """A position of a file."""

    player: int
    opponent: int
    discs: int
    level: int
    lines: int
    leaf_discs: int
    leaf_move: int
    leaf_level: int


def read_egaroucid(path: Path) -> Iterator[EgaroucidPosition]:
    """Yield the positions of a file; raises FormatError."""
    with usable(path), open_unpacked(path) as file:
        head = file.read(_HEADER.size)
        if len(head) < _HEADER.size or _HEADER.unpack(head)[:2] != (MAGIC, VERSION):
            raise FormatError(path, None, "this is not an opening book of Egaroucid, .egbk3")
        count = _HEADER.unpack(head)[2]
        for number in range(1, count + 1):
            content = file.read(_POSITION.size)
            if len(content) < _POSITION.size:
                raise FormatError(path, None, f"the file ends within position {number} of {count}")
            each = EgaroucidPosition(*_POSITION.unpack(content))
            words_at(path, number, each.player, each.opponent)
            if abs(each.discs) > MAX_DISCS:
                raise FormatError(path, None, f"position {number} has the value {each.discs}")
            yield each


def import_egaroucid(path: Path, source: int) -> Iterator[tuple[Key, Record]]:
    """Yield the records of a file; raises FormatError.

    A position with a forced pass is added if the file has a position before it and the one after the pass.
    """
    positions = list(read_egaroucid(path))
    keys = {key_of_words(each.player, each.opponent)[0] for each in positions}
    for each in positions:
        words = each.player, each.opponent
        key, _ = key_of_words(*words)
        moves = children(key)
        has_links = any(after in keys or _after_pass(after) in keys for _, after in moves)
        # Without links the value belongs to the best move. With links, no leaf is better than the value.
        discs, level = each.discs, each.level
        if has_links:
            discs, level = min(each.leaf_discs, each.discs), each.leaf_level
        has_move = is_legal_leaf(words, each.leaf_move) and each.leaf_move < PASS_NUMBER
        value = _value(discs, level, key[0])
        known_level = each.level if 0 <= each.level <= PERFECT else None
        if has_move and abs(discs) <= MAX_DISCS:
            yield record_of(words, each.leaf_move, value, known_level, source)
        elif moves and not has_links:
            yield key, Record(move=UNKNOWN_MOVE, move_value=value, level=known_level, source=source)
        else:
            yield record_of(words, None, None, known_level, source)
        before = key_of_words(each.opponent, each.player)[0]
        if _after_pass(before) == key and any(parent in keys for parent in parents(before)):
            yield before, Record(level=known_level, source=source)


def export_egaroucid(book: Book, path: Path, *, level: int | None = None) -> int:
    """Write the positions with a value as a book of Egaroucid, and return their number.

    level -- level of all positions; by default each has its own

    The file is read back and compared before it replaces another one. Raises FormatError.
    """
    positions = list(_positions(book, level))
    with outputs.replacing(path) as file:
        file.write(_HEADER.pack(MAGIC, VERSION, len(positions)))
        for each in positions:
            file.write(_POSITION.pack(*each))
        file.flush()
        written = Path(file.name)
        if written.is_file() and list(read_egaroucid(written)) != positions:
            raise FormatError(path, None, "the file differs from the book after it was written")
    return len(positions)


def _positions(book: Book, level: int | None) -> Iterator[EgaroucidPosition]:
    lines: dict[Key, int] = {}
    for key, record, value in valued(book):
        moves = children(key)
        if [move for move, _ in moves] == [PASS_NUMBER]:
            continue
        after = [_after_pass(each) or each for _, each in moves]
        own = level if level is not None else (record.level if record.level is not None else _NO_LEVEL)
        lines[key] = min(1 + sum(lines.get(each, 0) for each in after), (1 << 32) - 1)
        leaf = (_NO_SCORE, _NO_MOVE, _NO_LEVEL)
        if record.move_value is not None and record.move not in (None, UNKNOWN_MOVE, PASS_NUMBER):
            assert record.move is not None, "it is one of the moves"
            leaf = (rounded(record.move_value), record.move, own)
        yield EgaroucidPosition(key[1], key[2], rounded(value), own, lines[key], *leaf)


def _after_pass(key: Key) -> Key | None:
    """Return the key of the position after a forced pass; None if there is none."""
    moves = children(key)
    return moves[0][1] if [move for move, _ in moves] == [PASS_NUMBER] else None


def _value(discs: int, level: int, empties: int) -> Value:
    if level == PERFECT and abs(discs) <= MAX_DISCS:
        return exact(discs, empties)
    depth = level if 0 <= level <= PERFECT else 0
    return heuristic(DISC * max(-MAX_DISCS, min(MAX_DISCS, discs)), min(depth, empties))
