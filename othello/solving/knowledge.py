"""Stores the bounds that rows prove for each position. If there are several rows, the tightest bounds apply.

Each position takes about 200 bytes of memory, so 100 million positions take 20 GB.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from othello.errors import OthelloError
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS
from othello.search.identity import weights_of
from othello.search.network import Network
from othello.solving.question import Query, Terms
from othello.solving.row import Row
from othello.storage.append import read_lines, rows
from othello.version import __version__


@dataclass(frozen=True, slots=True)
class SolvingLimits:
    """Limits of a search. None means no limit."""

    nodes: int | None = None
    seconds: float | None = None

    def covers(self, other: "SolvingLimits") -> bool:
        """Return whether each of these limits is at least as large as the same limit in *other*."""
        pairs = ((self.nodes, other.nodes), (self.seconds, other.seconds))
        return all(own is None or (its is not None and own >= its) for own, its in pairs)


UNLIMITED: Final = SolvingLimits()


@dataclass(slots=True)
class Known:
    """The facts that are known about a position."""

    lower: int = -MAX_DISCS
    upper: int = MAX_DISCS
    """Proved bounds on the value."""
    claims: tuple[tuple[int, int, int], ...] = ()
    """Bounds that are right with some probability: the percentage, the lower bound and the upper bound."""
    tried: tuple[tuple[Terms, SolvingLimits], ...] = ()
    """Questions that searches could not answer, with the limits of these searches."""


def key_of(position: Position) -> int:
    """Return both bitboards as a single number, which takes half as much memory as a pair."""
    return position.player << 64 | position.opponent


class BoundStore:
    """The known bounds for many canonical positions.

    Proved bounds always count, no matter which version of the program found them. Bounds that are right only
    with some probability, and questions that remained open, count only if the version and the weights are the
    same.
    """

    def __init__(self, evaluation: Network | None = None) -> None:
        """Create a store without bounds. Searches use the network *evaluation*.

        None means the shipped network.
        """
        self._known: dict[int, Known] = {}
        self.weights = weights_of(evaluation)
        """Checksum of the weights used for searches."""
        self.rows = 0
        """Number of rows that were added."""
        self.others = 0
        """Number of rows whose bounds do not count because of their version or weights."""

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._known)

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the proved bounds on the value of a canonical position."""
        known = self._known.get(key_of(position))
        return (-MAX_DISCS, MAX_DISCS) if known is None else (known.lower, known.upper)

    def answers(self, question: Query) -> bool:
        """Return whether the known bounds answer a question."""
        known = self._known.get(key_of(question.position))
        if known is None:
            return False
        if question.is_decided(known.lower, known.upper):
            return True
        return any(
            selectivity >= question.selectivity
            and question.is_decided(max(lower, known.lower), min(upper, known.upper))
            for selectivity, lower, upper in known.claims
        )

    def has_tried(self, question: Query, budget: SolvingLimits) -> bool:
        """Return whether a search with at least this budget has already failed to answer a question."""
        known = self._known.get(key_of(question.position))
        return known is not None and any(
            tried == question.terms and spent.covers(budget) for tried, spent in known.tried
        )

    def add(self, row: Row) -> None:
        """Add a row. Raises OthelloError if it contradicts an earlier row."""
        self.rows += 1
        known = self._known.setdefault(key_of(row.position), Known())
        if row.selectivity == 100:
            lower, upper = max(known.lower, row.lower), min(known.upper, row.upper)
            if lower > upper:
                raise OthelloError(
                    f"the proved bounds {row.lower} and {row.upper} contradict the bounds {known.lower} and "
                    f"{known.upper} of an earlier row: one of them is wrong"
                )
            known.lower, known.upper = lower, upper
        is_own = (row.version, row.weights) == (__version__, self.weights)
        if row.selectivity < 100:
            self.others += not is_own
            if is_own:
                known.claims += ((row.selectivity, row.lower, row.upper),)
        asked = Query(row.position, row.alpha, row.beta, row.selectivity)
        if is_own and not self.answers(asked):
            known.tried += ((asked.terms, SolvingLimits(row.max_nodes, row.max_seconds)),)

    def read(self, path: Path) -> None:
        """Add the rows in a file. Raises FormatError if a row is wrong."""
        self.add_lines(path, read_lines(path))

    def add_lines(self, path: Path, lines: Iterable[str]) -> None:
        """Add the rows in the lines of a file. Raises FormatError if a row is wrong."""
        # Each row is added when it is parsed, so that the message about a contradiction contains its line.
        for _ in rows(path, enumerate(lines, 1), lambda fields: self.add(Row.of(fields))):
            pass
