"""Reads and writes opening books in Edax's format, such as Edax's book.dat.

The file is little-endian. It begins with a header of 42 bytes:

    8 bytes   "XADEKOOB"
    u8 u8     version 4, release
    8 bytes   date: u16 year, u8 month, day, hour, minute, second, unused
    5 x i32   level, empty squares of the last positions, midgame error, endcut error, verbosity
    i32       number of positions

Then the positions:

    2 x u64   discs of the side to move and of the other side, in the canonical position
    4 x u32   numbers of won, drawn and lost lines in the book, and number of all lines
    3 x i16   value, lower and upper bound
    u8 u8     number of links, level
    i8 u8     for each link: value, move
    i8 u8     the leaf: value, move

A link is a move to a position in the book. The leaf is the best of the other moves. This program's books call
it the best outside move. A move is a square, 64 for a pass, or 65 for no move. Edax accepts 65 as a leaf only
if all moves are links. Otherwise, its command "book fix" must search the leaf.

Source: files from Edax 4 by A. Brobecker and R. Delorme. Files written by us were checked with Edax 4.6.
"""

import datetime
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from othello.book.book import Book
from othello.book.choice import due
from othello.book.keys import Key, children, key_of_words
from othello.book.records import Record, finished
from othello.book.value import Value, exact, heuristic, selective
from othello.errors import FormatError, usable
from othello.formats.textfile import open_unpacked
from othello.kernels.constants import EXACT
from othello.kernels.probcut import PERCENT
from othello.rules.position import CENTER
from othello.rules.score import DISC, MAX_DISCS, final_score
from othello.rules.square import PASS_NUMBER, transform_move
from othello.search.levels import STRONGEST, depth_and_selectivity
from othello.storage import outputs

MAGIC: Final = b"XADEKOOB"
VERSION, RELEASE = 4, 6
NO_LEAF: Final = 65
_NO_SCORE: Final = -127
MIDGAME_ERROR, ENDCUT_ERROR = 2, 1
"""Distance in discs between Edax's bounds and the value after midgame and selective endgame searches."""
DEFAULT_LEVEL: Final = 18
_HEADER: Final = struct.Struct("<8sBBHBBBBBBiiiiii")
_POSITION: Final = struct.Struct("<QQIIIIhhhBB")
_LINK: Final = struct.Struct("<bB")


class Stats(NamedTuple):
    """The numbers that Edax computes for a position from the book's lines after it."""

    discs: int
    lower: int
    upper: int
    wins: int
    draws: int
    losses: int
    lines: int


@dataclass(frozen=True, slots=True)
class EdaxPosition:
    """A position in an Edax file."""

    words: tuple[int, int]
    """The discs of the side to move and of the other side, as bitboards."""
    stats: Stats
    level: int
    links: tuple[tuple[int, int], ...]
    """The value and move of each link."""
    leaf: tuple[int, int]
    """The value and move of the leaf."""


def read_edax(path: Path) -> Iterator[EdaxPosition]:
    """Yield the positions in a file. Raises FormatError if it cannot be read."""
    with usable(path), open_unpacked(path) as file:

        def take(form: struct.Struct, what: str) -> tuple[Any, ...]:
            """Read numbers in the struct format *form*.

            If the file ends too early, the error message uses the name *what* for the numbers.
            """
            content = file.read(form.size)
            if len(content) < form.size:
                raise FormatError(path, None, f"the file ends in the middle of {what}")
            return form.unpack(content)

        head = take(_HEADER, "the header")
        if head[0] != MAGIC or head[1] != VERSION:
            raise FormatError(path, None, f"this is not an opening book of Edax {VERSION}")
        number = 0
        while start := file.read(_POSITION.size):
            number += 1
            if len(start) < _POSITION.size:
                raise FormatError(path, None, f"the file ends in the middle of position {number}")
            player, opponent, *counts, value, lower, upper, links, level = _POSITION.unpack(start)
            moves = [take(_LINK, f"position {number}") for _ in range(links + 1)]
            if player & opponent:
                raise FormatError(path, None, f"position {number} has two discs on one square")
            yield EdaxPosition(
                (player, opponent),
                Stats(value, lower, upper, *counts),
                level,
                tuple((link[0], link[1]) for link in moves[:-1]),
                (moves[-1][0], moves[-1][1]),
            )
        if number != head[-1]:
            raise FormatError(
                path, None, f"the file contains {number} positions, but its header states {head[-1]}"
            )


def import_edax(path: Path, source: int) -> Iterator[tuple[Key, Record]]:
    """Yield the positions in a file as records of our books. Raises FormatError if it cannot be read.

    A leaf's value counts as the result of a search at the position's level. The counts in the file are
    ignored, because Edax counts lines of its book, not games. *source* is the number of the source.
    """
    for number, position in enumerate(read_edax(path), 1):
        discs, move = position.leaf
        if position.level > STRONGEST:
            raise FormatError(
                path, None, f"the level of position {number} is {position.level}, above {STRONGEST}"
            )
        key, symmetry = key_of_words(*position.words)
        moves = dict(children(key))
        own = transform_move(move, symmetry) if 0 <= move <= PASS_NUMBER else None
        if move != NO_LEAF and own not in moves:
            raise FormatError(path, None, f"the leaf of position {number} is not a legal move: {move}")
        if move != NO_LEAF and abs(discs) > MAX_DISCS:
            raise FormatError(path, None, f"the leaf of position {number} has the impossible value {discs}")
        if not moves:
            yield (
                key,
                finished(final_score(position.words[0].bit_count(), position.words[1].bit_count()), source),
            )
        elif own is None:
            yield key, Record(level=position.level, source=source)
        else:
            value = searched_value(discs, position.level, key[0])
            yield key, Record(move=int(own), move_value=value, level=position.level, source=source)


def searched_value(discs: int, level: int, empties: int) -> Value:
    """Return *discs* as a value with the certainty of a search at *level*.

    Edax's levels are the same as those in `othello.search.levels`.
    """
    depth, selectivity = depth_and_selectivity(level, empties)
    percent = None if selectivity == EXACT else PERCENT[selectivity]
    if depth < empties:
        return heuristic(DISC * discs, depth, percent)
    if percent is None:
        return exact(discs, empties)
    return selective(discs, percent, empties)


def export_edax(book: Book, path: Path, *, level: int | None = None) -> int:
    """Write the positions that have a value as an Edax book and return their number.

    If *level* is given, it becomes the level of all positions. By default, each position keeps its level. The
    new file is read back and checked against the book before it replaces an existing file. Raises FormatError
    if the file cannot be written or if the best outside move of a position is unknown (see `choice.due`).
    """
    if missing := due(book):
        raise FormatError(
            path, None, f"{len(missing)} positions lack a best move outside the book: run othello book fix"
        )
    positions = list(_positions(book, level))
    levels = Counter(position.level for position in positions)
    common = max(levels, key=lambda position_level: levels[position_level], default=DEFAULT_LEVEL)
    with outputs.replacing(path) as file:
        file.write(_header(positions, common))
        for position in positions:
            file.write(_bytes(position))
        file.flush()
        # A book that Edax cannot read must not replace a good book.
        written = Path(file.name)
        if written.is_file() and list(read_edax(written)) != positions:
            raise FormatError(path, None, "the written file differs from the book")
    return len(positions)


def _positions(book: Book, level: int | None) -> Iterator[EdaxPosition]:
    """Yield the book's positions that Edax supports, each after the positions that its moves lead to."""
    known: dict[Key, Stats] = {}
    for empties in book.store.layers():
        passes: list[tuple[Key, Record]] = []
        for key, record in book.store.layer(empties):
            if record.value is None or (key[1] | key[2]) & CENTER != CENTER:
                continue  # Edax supports only positions with discs on the four center squares
            if [move for move, _ in children(key)] == [PASS_NUMBER]:
                passes.append((key, record))
            else:
                yield from _converted([(key, record)], known, level)
        yield from _converted(passes, known, level)


def rounded(value: Value) -> int:
    """Return a value in whole discs.

    Rounding before or after negamax gives the same result, because rounding preserves the order of values and
    treats positive and negative values alike.
    """
    return round(value.cd / DISC)


def _converted(
    records: Iterable[tuple[Key, Record]], known: dict[Key, Stats], level: int | None
) -> Iterator[EdaxPosition]:
    """Yield records as Edax positions.

    *known* must contain the `Stats` of the positions after the links. The `Stats` of the yielded positions
    are added to it.
    """
    for key, record in records:
        own_level = DEFAULT_LEVEL if record.level is None else record.level
        own_level = own_level if level is None else level
        links = [(move, known[after]) for move, after in children(key) if after in known]
        leaf = (_NO_SCORE, NO_LEAF)
        if record.move is not None and record.move_value is not None:
            leaf = (rounded(record.move_value), record.move)
        elif not children(key) and record.value is not None:
            leaf = (rounded(record.value), NO_LEAF)
        stats = known[key] = _stats(leaf[0], links, own_level, key[0])
        pairs = sorted(((-child.discs, move) for move, child in links), key=lambda pair: (-pair[0], pair[1]))
        yield EdaxPosition((key[1], key[2]), stats, own_level, tuple(pairs), leaf)


def _stats(leaf: int, links: list[tuple[int, Stats]], level: int, empties: int) -> Stats:
    """Return the numbers that Edax computes from a position's leaf and the positions after its links."""
    stats = Stats(_NO_SCORE, _NO_SCORE, _NO_SCORE, 0, 0, 0, 0)
    # The leaf counts as a line, which is won, drawn or lost only if the leaf's value is exact.
    if leaf != _NO_SCORE:
        depth, selectivity = depth_and_selectivity(level, empties)
        error = bias = wins = draws = losses = 0
        if depth < empties:
            # If a search has an odd depth and the number of empty squares is even, or vice versa, Edax shifts
            # the bounds by one disc.
            error, bias = MIDGAME_ERROR, (depth & 1) - (empties & 1)
        elif selectivity != EXACT:
            error = ENDCUT_ERROR
        else:
            wins, draws, losses = int(leaf > 0), int(leaf == 0), int(leaf < 0)
        stats = Stats(leaf, leaf - error - bias, leaf + error - bias, wins, draws, losses, lines=1)
    # The values and results after a link are from the other side's point of view.
    for _, child in links:
        stats = Stats(
            max(stats.discs, -child.discs),
            max(stats.lower, -child.upper),
            max(stats.upper, -child.lower),
            stats.wins + child.losses,
            stats.draws + child.draws,
            stats.losses + child.wins,
            stats.lines + child.lines,
        )
    max_count = (1 << 32) - 1
    return Stats(*stats[:3], *(min(count, max_count) for count in stats[3:]))


def _header(positions: list[EdaxPosition], level: int) -> bytes:
    now = datetime.datetime.now()
    last = min(
        (64 - (position.words[0] | position.words[1]).bit_count() for position in positions), default=60
    )
    date = (now.year, now.month, now.day, now.hour, now.minute, now.second, 0)
    return _HEADER.pack(
        MAGIC, VERSION, RELEASE, *date, level, last, MIDGAME_ERROR, ENDCUT_ERROR, 0, len(positions)
    )


def _bytes(position: EdaxPosition) -> bytes:
    stats = position.stats
    start = _POSITION.pack(
        *position.words,
        *stats[3:],
        stats.discs,
        stats.lower,
        stats.upper,
        len(position.links),
        position.level,
    )
    return start + b"".join(_LINK.pack(*pair) for pair in (*position.links, position.leaf))
