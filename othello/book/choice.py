"""Chooses which positions a growing book expands next.

A candidate is a position whose best outside move could be added. The candidate with the lowest cost is
expanded first. The cost in discs is the sum of these terms:

    the discs that the line's moves lose compared with both sides' best moves. The line leads to the position
    and ends with the outside move.
    + PLY for each move of the line, so that the book grows many short lines before it grows long lines
    - GAMES for each doubling of the number of games that reached the position
    - DOUBT for each ply by which the search for the outside move was shallower than SURE

If several lines lead to a position, the cheapest line counts. A position whose value is proved is not
expanded. Games are counted by `Book.learn` and `othello book learn`.

Source of the idea: M. Buro, "Toward Opening Book Learning", ICCA Journal 22 (1999). It expands a book
best-first and weighs a line's loss against its length.
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
"""Cost in discs of each move of a line. At 0.25, losing a disc costs as much as four more plies."""
GAMES: Final = 0.25
"""Number of discs subtracted for each doubling of the number of games."""
DOUBT: Final = 0.1
"""Number of discs subtracted for each ply by which a search was shallower than SURE."""
SURE: Final = 24
"""If a search is at least this many plies deep, DOUBT does not apply."""
MAX_LOSS: Final = 8.0
"""How many discs the moves of a line may lose in total, by default."""
MAX_PLIES: Final = 30
"""How many moves a line may contain, by default."""
ROUND: Final = 16
SHARE: Final = 0.02
"""A round expands ROUND positions or this share of the book's positions, whichever is more."""


class Candidate(NamedTuple):
    """A position that could be expanded."""

    cost: float
    """Cost in discs. The candidate with the lowest cost is expanded first."""
    key: Key
    loss: float
    """How many discs the moves of the line lose, including the outside move."""


def candidates(
    book: Book, root: Key, *, max_loss: float = MAX_LOSS, plies: int = MAX_PLIES
) -> Iterator[Candidate]:
    """Yield all positions that can be expanded, in no particular order.

    root     -- the position where all lines begin
    max_loss -- how many discs the moves of a line may lose in total
    plies    -- how many moves a line may contain, including passes
    """
    # The outside move is the last move of a line.
    for key, (loss, ply) in lines(book, root, max_loss=max_loss, plies=plies - 1).items():
        record = book.store.get(key)
        if record is None or record.value is None or record.value.is_exact:
            continue
        if record.move_value is None:
            known, moves = links(book.store, key)
            if len(known) < moves:
                # Nothing is known about the position's outside moves, so it is expanded before all other
                # candidates.
                yield Candidate(-math.inf, key, loss)
            continue  # there is nothing to add, because all moves are links
        loss_with_move = loss + (record.value.cd - record.move_value.cd) / DISC
        if loss_with_move <= max_loss and not record.move_value.is_exact:
            yield Candidate(_cost(record, record.move_value, loss_with_move, ply), key, loss_with_move)


def best_candidates(book: Book, root: Key, **options: float) -> list[Key]:
    """Return the positions to expand in the next round, lowest cost first.

    *options* are passed to `candidates`.
    """
    size = max(ROUND, round(SHARE * len(book)))
    selection = heapq.nsmallest(size, candidates(book, root, **options))  # type: ignore[arg-type]
    return [candidate.key for candidate in selection]


def is_due(record: Record, key: Key, known: Mapping[Key, Value]) -> bool:
    """Return whether the best outside move of a position must be searched.

    This is the case if the position has a value and outside moves, but the best of them is unknown.
    """
    if record.value is None or record.move not in (None, UNKNOWN_MOVE):
        return False
    return any(after not in known for _, after in children(key))


def due(book: Book) -> list[Key]:
    """Return the positions whose best outside move must be searched."""
    return [
        key
        for empties in book.store.layers()
        for key, record in book.store.layer(empties)
        if is_due(record, key, book.store.values(after for _, after in children(key)))
    ]


def lines(book: Book, root: Key, *, max_loss: float, plies: int) -> dict[Key, tuple[float, int]]:
    """For each position, return the loss in discs and the length of the cheapest line to it.

    The lines consist of links and begin at *root*.
    """
    cheapest_lines: dict[Key, tuple[float, int]] = {}
    heap = [(0.0, root, 0.0, 0)]  # the cost of a line, its last position, its loss and its length
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
            # *value* is from the other side's point of view. If the move loses nothing, the sum is 0.
            loss_after = loss + max(0, record.value.cd + value.cd) / DISC
            if loss_after <= max_loss and after not in cheapest_lines:
                heapq.heappush(heap, (loss_after + PLY * (ply + 1), after, loss_after, ply + 1))
    return cheapest_lines


def _cost(record: Record, outside: Value, loss: float, ply: int) -> float:
    """Return the cost of a candidate as defined by this module. *loss* includes the outside move's loss."""
    depth = outside.estimate_depth
    if record.move == UNKNOWN_MOVE:
        depth = 0
    elif depth is None:  # searched to the end of the game
        depth = SURE
    popularity = math.log2(1 + record.games.visits)
    return loss + PLY * ply - GAMES * popularity - DOUBT * max(0, SURE - depth)
