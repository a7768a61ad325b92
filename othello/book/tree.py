"""The lines of a book that begin with a given position, as a tree."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from othello.book.book import Book
from othello.book.entry import BookEntry, BookMove
from othello.book.keys import Key, key_of
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.square import parse_square

FIRST: Final = parse_square("f5")
_START: Final = Position.start()


@dataclass(frozen=True, slots=True)
class Branch:
    """A move in a tree and the moves that can follow it."""

    move: BookMove
    """The move, with values for the side that makes it."""
    share: float | None
    """The number of games that reached the position after the move, divided by the number of games that
    reached the position before the move, 0..1. Some games may have reached the later position by another
    move. None if there are no games."""
    opening: str | None
    """Name of the opening that ends with the move, or None."""
    entry: BookEntry | None
    """The book's entry for the position after the move, or None if the move leaves the book."""
    branches: Sequence["Branch"]
    """The moves that can follow."""


def outline(
    book: Book, position: Position, *, plies: int, moves: int, is_strong: bool = False
) -> list[Branch]:
    """Return a tree that is *plies* plies deep and contains up to *moves* moves per position, best first.

    If moves mirror each other, the tree contains only the first of them. If a position occurs several times,
    the moves after it are listed only at its first occurrence. If *is_strong* is true, `BookMove.games`
    contains only the games between strong players.
    """
    seen: set[Key] = set()
    return _branches(book, position, plies, moves, is_strong, seen)


def _branches(
    book: Book, position: Position, plies: int, moves: int, is_strong: bool, seen: set[Key]
) -> list[Branch]:
    """Return the branches of a position (see `outline`). *seen* contains the earlier positions."""
    entry = book.get(position)
    if entry is None:
        return []
    branches = []
    for move, after in distinct(position, book.moves(position))[:moves]:
        key, _ = key_of(after)
        is_new = key not in seen
        seen.add(key)
        games = (entry.strong if is_strong else entry.games).visits
        move = replace(move, games=move.strong) if is_strong else move
        branches.append(
            Branch(
                move,
                min(1.0, move.games.visits / games) if games else None,
                name_of(after),
                book.get(after),
                _branches(book, after, plies - 1, moves, is_strong, seen) if plies > 1 and is_new else (),
            )
        )
    return branches


def distinct(position: Position, moves: Sequence[BookMove]) -> list[tuple[BookMove, Position]]:
    """Return moves with the positions after them. If moves mirror each other, only the first of them is kept.

    At the start of a game, all four moves mirror each other. Then f5 is kept, because most people open with
    f5.
    """
    moves_by_key: dict[Key, tuple[BookMove, Position]] = {}
    if position == _START:
        moves = sorted(moves, key=lambda move: move.move != FIRST)
    for move in moves:
        if move.move is not None:
            after = position.play(move.move)
            moves_by_key.setdefault(key_of(after)[0], (move, after))
    return list(moves_by_key.values())
