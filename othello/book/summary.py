"""Counts the positions in a book by various criteria."""

from collections import Counter
from dataclasses import dataclass, field

from othello.book.book import Book


@dataclass(slots=True)
class Summary:
    """Counts of the positions in a book."""

    positions: int = 0
    """Number of positions, including positions known only from games."""
    values: int = 0
    """Number of positions that have a value."""
    outside: int = 0
    """Number of positions whose best outside move is known."""
    visited: int = 0
    """Number of positions reached in games."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Number of positions with each kind of value: "exact", "selective" or "heuristic"."""
    levels: Counter[int] = field(default_factory=Counter)
    """Number of positions searched at each level."""
    plies: Counter[int] = field(default_factory=Counter)
    """Number of positions that have a value, by the number of earlier moves without passes."""
    sources: Counter[str] = field(default_factory=Counter)
    """Number of positions whose value comes from each source."""
    most_games: int = 0
    """The largest number of games that reached the same position."""


def summary(book: Book) -> Summary:
    """Count the positions in a book."""
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
