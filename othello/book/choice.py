"""Chooses the positions that a growing book expands next, best first.

A candidate is a position with its best outside move. It has a cost in discs, and the least cost is expanded
first:

    the loss of the line: what the moves of both sides lose against the best moves, with the outside move
    + PLY for each move of the line, so that early positions are wide before lines get long
    - GAMES for each doubling of the number of games that reached the position
    - DOUBT for each ply that the search for the outside move lacks to the depth SURE

If several lines lead to a position, the cheapest line counts. A position with a proved value needs no
expansion. The numbers of games come from `learn`.

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
"""Discs for each move of a line. With 0.25, a move that loses a disc costs as much as four more plies."""
GAMES: Final = 0.25
"""Discs for each doubling of the number of games."""
DOUBT: Final = 0.1
"""Discs for each ply that a search lacks to the depth SURE."""
SURE: Final = 24
MAX_LOSS: Final = 8.0
"""Default for the discs that the moves of a line may lose."""
MAX_PLIES: Final = 30
"""Default for the number of moves of a line."""
ROUND: Final = 16
SHARE: Final = 0.02
"""A round has ROUND candidates, or this share of the book's positions if the share is larger."""


class Candidate(NamedTuple):
    """A position that may be expanded."""

    cost: float
    """Cost in discs. The least cost is expanded first."""
    key: Key
    loss: float
    """Discs that the moves of the line lose, including the outside move."""


def candidates(
    book: Book, root: Key, *, max_loss: float = MAX_LOSS, plies: int = MAX_PLIES
) -> Iterator[Candidate]:
    """Yield all positions that can be expanded, in no particular order.

    root     -- first position of the lines
    max_loss -- discs that the moves of a line may lose in all
    plies    -- moves of a line, passes included
    """
    # The move that leaves the book is one more ply.
    for key, (loss, ply) in lines(book, root, max_loss=max_loss, plies=plies - 1).items():
        record = book.store.get(key)
        if record is None or record.value is None or record.value.is_exact:
            continue
        if record.move_value is None:
            known, moves = links(book.store, key)
            if len(known) < moves:
                # Nothing is known about its outside moves, so it comes before all positions that have a cost.
                yield Candidate(-math.inf, key, loss)
            continue  # all moves stay in the book: there is nothing to add
        loss_with_move = loss + (record.value.cd - record.move_value.cd) / DISC
        if loss_with_move <= max_loss and not record.move_value.is_exact:
            yield Candidate(_cost(record, record.move_value, loss_with_move, ply), key, loss_with_move)


def best_candidates(book: Book, root: Key, **options: float) -> list[Key]:
    """Return the next round of positions to expand, the least cost first. *options* are for `candidates`."""
    size = max(ROUND, round(SHARE * len(book)))
    selection = heapq.nsmallest(size, candidates(book, root, **options))  # type: ignore[arg-type]
    return [candidate.key for candidate in selection]


def is_due(record: Record, key: Key, known: Mapping[Key, Value]) -> bool:
    """Return whether a position with a value has outside moves, but its best outside move is unknown."""
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
    """Return {position: (loss in discs, length)} of the cheapest line to each position that links lead to."""
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
            # *value* is for the other side, so the move loses what the sum is above 0.
            loss_after = loss + max(0, record.value.cd + value.cd) / DISC
            if loss_after <= max_loss and after not in cheapest_lines:
                heapq.heappush(heap, (loss_after + PLY * (ply + 1), after, loss_after, ply + 1))
    return cheapest_lines


def _cost(record: Record, outside: Value, loss: float, ply: int) -> float:
    """Return the cost of a candidate, see above. *loss* includes the loss of the outside move."""
    depth = outside.estimate_depth
    if record.move == UNKNOWN_MOVE:
        depth = 0
    elif depth is None:  # searched to the end of the game
        depth = SURE
    popularity = math.log2(1 + record.games.visits)
    return loss + PLY * ply - GAMES * popularity - DOUBT * max(0, SURE - depth)
