"""Computes the values of positions from their moves, for a whole book or after a change."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from othello.book.keys import Key, children, order, parents, position_of_key
from othello.book.records import UNKNOWN_MOVE, Record, finished
from othello.book.store import Store
from othello.book.value import Value, value_of
from othello.rules.square import PASS_NUMBER, Symmetry, transform_move
from othello.search.results import SearchResult

ITSELF: Final = Symmetry(0)
STALE: Final = "stale"
"""The book stores a flag with this name while some values are out of date. `refreshed` removes the flag."""


def refreshed(store: Store) -> Iterator[int]:
    """Compute the values of all positions in a book, beginning with the fewest empty squares.

    After each group of positions with the same number of empty squares, yield how many values have been
    computed. All changes belong to a single transaction. If you stop the iteration early, the book stays
    unchanged and stale.
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
    """Compute the values of all positions whose records changed or that depend on such positions."""
    # Positions with fewer empty squares come first in the heap, so each position is computed only once.
    with store.transaction():
        changed = {(order(key), key) for key in keys}
        waiting, heap = set(changed), sorted(changed)
        while heap:
            item = heapq.heappop(heap)
            waiting.discard(item)
            key, is_changed = item[1], item in changed
            record = store.get(key)
            if record is not None:
                new = relinked(record, key, *links(store, key))
                if new is not record:
                    store.put([(key, new)])
                    is_changed = True
            if not is_changed:
                continue
            for before in parents(key):
                entry = (order(before), before)
                if entry not in waiting:
                    waiting.add(entry)
                    heapq.heappush(heap, entry)


def _layer(
    records: list[tuple[Key, Record]], below: dict[Key, Value]
) -> tuple[list[tuple[Key, Record]], dict[Key, Value]]:
    """For the positions with the same number of empty squares, return the changed records and all values.

    *below* contains the values of positions with one fewer empty square. Positions where the side to move
    must pass come last, because a pass does not change the number of empty squares.
    """
    changed: list[tuple[Key, Record]] = []
    values: dict[Key, Value] = {}
    passes: list[tuple[Key, Record, list[tuple[int, Key]]]] = []

    def renew(key: Key, record: Record, moves: list[tuple[int, Key]], known: dict[Key, Value]) -> None:
        new = relinked(record, key, linked(moves, known), len(moves))
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


def linked(moves: Iterable[tuple[int, Key]], known: dict[Key, Value]) -> dict[int, Value]:
    """Return the moves that lead to positions with *known* values, each with its value for the mover."""
    return {move: -known[after] for move, after in moves if after in known}


def links(store: Store, key: Key) -> tuple[dict[int, Value], int]:
    """Return a position's links with their values for the mover, and the number of legal moves."""
    moves = children(key)
    return linked(moves, store.values(after for _, after in moves)), len(moves)


def relinked(record: Record, key: Key, links: dict[int, Value], moves: int) -> Record:
    """Return a record whose value is computed from its outside move and its *links*.

    If the outside move is now a link, it is removed. *moves* is the number of legal moves. If all moves are
    links, the outside move is also removed if it is unknown.
    """
    if record.move in links or (record.move == UNKNOWN_MOVE and len(links) == moves):
        record = record.without_move()
    return record.with_value(key[0], list(links.values()), moves)


def searched(store: Store, key: Key, result: SearchResult | None, symmetry: Symmetry = ITSELF) -> Record:
    """Return the record of a position after a search. *result* is None if the game is over.

    *symmetry* maps the searched position to the canonical position. The first line that does not begin with a
    link becomes the outside move. If all lines begin with links, the record has no outside move.
    """
    old = store.get(key) or Record()
    if result is None:
        return replace(finished(position_of_key(key).final_score, old.source), games=old.games)
    known, moves = links(store, key)
    new = replace(
        old,
        lower=max(old.lower, result.lower),
        upper=min(old.upper, result.upper),
        move=None,
        move_value=None,
    )
    for line in result.lines:
        move = int(transform_move(line.move, symmetry))
        if move not in known:
            new = replace(new, move=move, move_value=value_of(line.score))
            break
    return relinked(new, key, known, moves)
