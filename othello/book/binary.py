"""The common part of the binary books of Edax and Egaroucid.

Both store positions as two words of discs, the side to move first, and whole discs as values. A level is all
that they say about the certainty of a value.
"""

from collections.abc import Iterator
from pathlib import Path

from othello.book.book import Book
from othello.book.keys import Key, children, key_of_words
from othello.book.records import Record, finished
from othello.book.value import Value, exact, heuristic, selective
from othello.errors import FormatError
from othello.kernels.constants import EXACT
from othello.kernels.probcut import PERCENT
from othello.rules.score import DISC, final_score
from othello.rules.square import PASS_NUMBER, transform_move
from othello.search.levels import depth_and_selectivity


def record_of(
    words: tuple[int, int], move: int | None, value: Value | None, level: int | None, source: int
) -> tuple[Key, Record]:
    """Return the record of a position with its key; *move*, the best outside move, turns with the position.

    *value* is that of the move.
    """
    key, symmetry = key_of_words(*words)
    if not children(key):
        score = final_score(words[0].bit_count(), words[1].bit_count())
        return key, finished(score, source)
    if move is not None:
        move = int(transform_move(move, symmetry))
    return key, Record(move=move, move_value=value, level=level, source=source)


def value_of_level(discs: int, level: int, empties: int) -> Value:
    """Return the score of a search at an Edax level; Edax has the levels of `othello.search.levels`."""
    depth, selectivity = depth_and_selectivity(level, empties)
    percent = None if selectivity == EXACT else PERCENT[selectivity]
    if depth < empties:
        return heuristic(DISC * discs, depth, percent)
    return exact(discs, empties) if percent is None else selective(discs, percent, empties)


def rounded(value: Value) -> int:
    """Return a value in whole discs.

    Rounding is symmetric and keeps the order, so rounded values are negamaxed if the values are.
    """
    return round(value.cd / DISC)


def words_at(path: Path, number: int, player: int, opponent: int) -> tuple[int, int]:
    """Return the words of position *number* of a file; raises FormatError if they overlap."""
    if player & opponent:
        raise FormatError(path, None, f"position {number} has two discs on one square")
    return player, opponent


def is_legal_leaf(words: tuple[int, int], move: int) -> bool:
    """Return whether a move is legal in a position, a pass included."""
    key, symmetry = key_of_words(*words)
    return 0 <= move <= PASS_NUMBER and int(transform_move(move, symmetry)) in dict(children(key))


def valued(book: Book) -> Iterator[tuple[Key, Record, Value]]:
    """Yield the positions of a book with a value, those with the fewest empty squares first."""
    for empties in book.store.layers():
        for key, record in book.store.layer(empties):
            if record.value is not None:
                yield key, record, record.value
