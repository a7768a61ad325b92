"""Negamax in a book: of all positions, or of those before some positions that changed."""

import heapq
from collections.abc import Iterable, Iterator

from othello.book.keys import Key, children, order, parents
from othello.book.records import Record
from othello.book.store import Store
from othello.book.value import Value
from othello.rules.square import PASS_NUMBER

STALE = "stale"
"""Name of the state of a book whose values wait for `refreshed`."""


def refreshed(store: Store) -> Iterator[int]:
    """Negamax all positions of a book; yield the number of positions done after each number of empties.

    One transaction: if the loop is left early, the book stays as it was, and stale.
    """
    done = 0
    values: dict[Key, Value] = {}
    with store.transaction():
        for empties in store.layers():
            layer, values = _layer(store.layer(empties), values)
            store.put(layer)
            done += len(values)
            yield done
        store.set_meta(STALE, None)


def propagate(store: Store, keys: Iterable[Key]) -> None:
    """Negamax positions whose records changed, and then all positions whose values depend on them."""
    with store.transaction():
        waiting = {(order(key), key) for key in keys}
        heap = sorted(waiting)
        is_first = set(waiting)
        while heap:
            each = heapq.heappop(heap)
            waiting.discard(each)
            key = each[1]
            record = store.get(key)
            if record is None and each not in is_first:
                continue
            if record is not None:
                moves = children(key)
                new = relinked(record, key, moves, store.values(after for _, after in moves))
                if new is not record:
                    store.put([(key, new)])
                elif each not in is_first:
                    continue
            for before in parents(key):
                entry = (order(before), before)
                if entry not in waiting:
                    waiting.add(entry)
                    heapq.heappush(heap, entry)


def _layer(
    records: list[tuple[Key, Record]], below: dict[Key, Value]
) -> tuple[list[tuple[Key, Record]], dict[Key, Value]]:
    """Return the changed records and all values of the positions with one number of empty squares.

    *below* has the values of the positions with one empty square less. A pass leads to a position of the
    same number, so positions with a pass come last.
    """
    changed: list[tuple[Key, Record]] = []
    values: dict[Key, Value] = {}
    passes: list[tuple[Key, Record, list[tuple[int, Key]]]] = []

    def renew(key: Key, record: Record, moves: list[tuple[int, Key]], known: dict[Key, Value]) -> None:
        new = relinked(record, key, moves, known)
        if new is not record:
            changed.append((key, new))
        if new.value is not None:
            values[key] = new.value

    for key, record in records:
        moves = children(key)
        if moves and moves[0][0] == PASS_NUMBER:
            passes.append((key, record, moves))
        else:
            renew(key, record, moves, below)
    for key, record, moves in passes:
        renew(key, record, moves, values)
    return changed, values


def relinked(record: Record, key: Key, moves: list[tuple[int, Key]], known: dict[Key, Value]) -> Record:
    """Return a record with its value negamaxed; *known* has the values of the positions after its moves.

    An outside move that has become a link is removed.
    """
    links = {move: -known[after] for move, after in moves if after in known}
    if record.move in links:
        record = record.without_move()
    return record.with_value(key[0], list(links.values()), len(moves))
