"""Counts of the positions of a book."""

from collections import Counter
from dataclasses import dataclass, field

from othello.book.book import Book


@dataclass(slots=True)
class Summary:
    """Counts of the positions of a book."""

    positions: int = 0
    """Number of positions, with a value or only with games."""
    values: int = 0
    """Positions with a value."""
    outside: int = 0
    """Positions whose best outside move is known."""
    visited: int = 0
    """Positions that games reached."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Positions by the kind of their value: "exact", "selective" or "heuristic"."""
    levels: Counter[int] = field(default_factory=Counter)
    """Positions by the level of their search."""
    plies: Counter[int] = field(default_factory=Counter)
    """Positions with a value by the number of discs that were played, 60 minus the empty squares."""
    sources: Counter[str] = field(default_factory=Counter)
    """Positions by the source of their value."""
    most_games: int = 0
    """The largest number of games that reached a position."""


def summary(book: Book) -> Summary:
    """Count the positions of a book."""
    totals = Summary()
    for position, entry in book:
        totals.positions += 1
        totals.visited += entry.games.visits > 0
        totals.most_games = max(totals.most_games, entry.games.visits)
        totals.sources[entry.source] += 1
        if entry.score is not None:
            totals.values += 1
            totals.outside += entry.outside is not None
            totals.kinds[entry.score.kind.value] += 1
            totals.plies[60 - position.empties] += 1
            if entry.level is not None:
                totals.levels[entry.level] += 1
    return totals
