"""The choice of the positions that a growing book expands next, best first.

Each candidate, a position with its outside move, has a cost in discs. The least cost is expanded first:

    the loss of the line: what its moves lose against the best ones, of both sides, the outside move included
    + PLY for each move of the line, so that early positions are wide before lines get long
    - GAMES for each doubling of the number of games that reached the position
    - DOUBT for each ply by which the outside value was searched less deep than SURE

The line is the cheapest one from the first position. A proved value needs no expansion. The counts of games
come from `learn`.

Source of the idea: best-first expansion of opening books, M. Buro, "Toward Opening Book Learning", ICCA
Journal 22 (1999), which weighs a move's loss against its length.
"""

import heapq
import math
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from othello.book.book import Book
from othello.book.keys import Key, children
from othello.book.propagation import links
from othello.book.records import UNKNOWN_MOVE, Record
from othello.book.value import Value
from othello.rules.score import DISC

PLY: Final = 0.25
"""Discs for each move of a line. With 0.25, a move that loses a disc is as far away as four more plies."""
GAMES: Final = 0.25
"""Discs for each doubling of the number of games."""
DOUBT: Final = 0.1
"""Discs for each ply by which a search was less deep than SURE plies."""
SURE: Final = 24
MAX_LOSS: Final = 8.0
"""Lines that lose more discs than this are never expanded, unless the caller says otherwise."""
MAX_PLIES: Final = 30
"""Lines are not longer than this, unless the caller says otherwise."""
ROUND: Final = 16
SHARE: Final = 0.02
"""A round has ROUND candidates, or this share of the book if that is more."""


class Candidate(NamedTuple):
    """A position that may be expanded."""

    cost: float
    """Discs; the least is expanded first."""
    key: Key
    loss: float
    """Discs that the moves of the line lose, the outside move included."""


def candidates(
    book: Book, root: Key, *, max_loss: float = MAX_LOSS, plies: int = MAX_PLIES
) -> Iterator[Candidate]:
    """Yield all positions that can be expanded, in no order.

    root      -- first position of the lines
    max_loss -- discs that the moves of a line may lose in all
    plies     -- moves of a line, passes included
    """
    for key, (loss, ply) in lines(book, root, max_loss=max_loss, plies=plies - 1).items():
        record = book.store.get(key)
        if record is None or record.value is None or record.value.is_exact:
            continue
        if record.move_value is None:
            known, moves = links(book.store, key)
            if len(known) < moves:
                yield Candidate(-1.0, key, loss)  # its best outside move must be found first
            continue
        whole = loss + (record.value.cd - record.move_value.cd) / DISC
        if whole <= max_loss and not record.move_value.is_exact:
            yield Candidate(_cost(record, record.move_value, whole, ply), key, whole)


def best_candidates(book: Book, root: Key, **options: float) -> list[Key]:
    """Return the next round of positions to expand, the least cost first; *options* as for `candidates`."""
    size = max(ROUND, round(SHARE * len(book)))
    selection = heapq.nsmallest(size, candidates(book, root, **options))  # type: ignore[arg-type]
    return [candidate.key for candidate in selection]


def is_due(record: Record, key: Key, known: Mapping[Key, Value]) -> bool:
    """Return whether a position with a value has outside moves, but the best of them is not known."""
    if record.value is None or record.move not in (None, UNKNOWN_MOVE):
        return False
    return any(after not in known for _, after in children(key))


def due(book: Book) -> list[Key]:
    """Return the positions whose best outside move is to be searched."""
    return [
        key
        for empties in book.store.layers()
        for key, record in book.store.layer(empties)
        if is_due(record, key, book.store.values(after for _, after in children(key)))
    ]


def lines(book: Book, root: Key, *, max_loss: float, plies: int) -> dict[Key, tuple[float, int]]:
    """Return the loss in discs and the length of the cheapest line to each position that links lead to."""
    cheapest_lines: dict[Key, tuple[float, int]] = {}
    heap = [(0.0, root, 0.0, 0)]
    while heap:
        _, key, loss, ply = heapq.heappop(heap)
        if key in cheapest_lines:
            continue
        record = book.store.get(key)
        if record is None or record.value is None:
            continue
        cheapest_lines[key] = loss, ply
        if ply >= plies:
            continue
        moves = children(key)
        for after, value in book.store.values({after for _, after in moves}).items():
            longer = loss + max(0, record.value.cd + value.cd) / DISC
            if longer <= max_loss and after not in cheapest_lines:
                heapq.heappush(heap, (longer + PLY * (ply + 1), after, longer, ply + 1))
    return cheapest_lines


def _cost(record: Record, outside: Value, loss: float, ply: int) -> float:
    depth = outside.trust >> 7 & 0x7F if outside.trust < 1 << 14 else SURE
    if record.move == UNKNOWN_MOVE:
        depth = 0
    popular = math.log2(1 + record.games.visits)
    return loss + PLY * ply - GAMES * popular - DOUBT * max(0, SURE - depth)
