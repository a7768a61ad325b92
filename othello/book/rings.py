"""Edax's rings: expand every move of one side that is nearly best, against the best moves of the other.

`deviate RELATIVE ABSOLUTE` follows, for one side, all links within RELATIVE discs of the best move, and for
the other only the best ones, as long as the value stays within ABSOLUTE discs of that of the first position.
The outside moves there that satisfy the same conditions are expanded. Then the sides change places, and all
of this is repeated until nothing is added.

Source: the manual of Edax, command "book deviate".
"""

from collections.abc import Iterator
from itertools import chain

from othello.book.book import Book
from othello.book.choice import MAX_PLIES
from othello.book.keys import Key, children
from othello.book.propagation import linked
from othello.rules.score import DISC


def ring(book: Book, root: Key, relative: float, absolute: float, *, plies: int = MAX_PLIES) -> list[Key]:
    """Return the positions whose outside moves are to be expanded, for both sides.

    relative -- discs by which a move may be worse than the best one
    absolute -- discs by which its value may differ from that of *root*
    plies    -- moves of a line from *root*, the outside move included
    """
    record = book.store.get(root)
    if record is None or record.value is None:
        return []
    value, margin = record.value.cd, round(DISC * absolute)
    bounds = value - margin, value + margin
    loss = round(DISC * relative)
    sides = (_followed(book, root, margins, bounds, plies) for margins in ((loss, 0), (0, loss)))
    return list(dict.fromkeys(chain.from_iterable(sides)))


def _followed(
    book: Book, root: Key, margins: tuple[int, int], bounds: tuple[int, int], plies: int
) -> Iterator[Key]:
    """Yield the positions to expand; margins and bounds are for the side to move at *root*."""
    seen: set[Key] = set()
    waiting = [(root, margins, bounds, plies)]
    while waiting:
        key, (mine, theirs), (lower, upper), left = waiting.pop()
        record = book.store.get(key)
        if key in seen or left == 0 or record is None or record.value is None:
            continue
        seen.add(key)
        least = max(lower, record.value.cd - mine)
        moves = children(key)
        values = book.store.values(after for _, after in moves)
        outside = record.move_value
        is_missing = outside is None and len(linked(moves, values)) < len(moves)
        if is_missing or (outside is not None and least <= outside.cd <= upper):
            yield key
        for after, value in values.items():
            if least <= -value.cd <= upper:
                waiting.append((after, (theirs, mine), (-upper, -lower), left - 1))
