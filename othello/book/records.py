"""Defines `Record` and converts records to and from rows of a book's file.

A record describes a canonical position. A move is a square of this position, or PASS_NUMBER.
"""

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from othello.book.entry import NO_GAMES, GameCounts
from othello.book.keys import Key
from othello.book.value import MAX_DEPTH, Value, exact, negamaxed
from othello.rules.score import DISC
from othello.search.results import MAX_SCORE, MIN_SCORE

UNKNOWN_MOVE: Final = -1
"""The number that stands for the best outside move if only its value is known."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A position's row in the file, from the point of view of the side to move."""

    value: Value | None = None
    """The value of the position, which follows from its moves."""
    lower: int = MIN_SCORE
    """Proved lower bound in discs, which `value` also contains."""
    upper: int = MAX_SCORE
    """Proved upper bound in discs, which `value` also contains."""
    move: int | None = None
    """The best outside move, or None if there is none or it has not been searched."""
    move_value: Value | None = None
    """The value of `move` for the side to move. None if `move` is None."""
    level: int | None = None
    """Level of the search that found `move`, or None if unknown."""
    games: GameCounts = NO_GAMES
    strong: GameCounts = NO_GAMES
    """The games between strong players, which `games` also counts."""
    source: int = 0
    """Number of the source."""

    def with_value(self, empties: int, links: list[Value], moves: int) -> "Record":
        """Return the record with a new value computed from the outside move and the links.

        empties -- number of empty squares
        links   -- values of the links, for the side to move
        moves   -- number of legal moves
        """
        options = links if self.move_value is None else [*links, self.move_value]
        is_complete = self.move_value is not None or len(links) == moves
        value = negamaxed(options, empties, is_complete=is_complete, lower=self.lower, upper=self.upper)
        if value is None:
            return self if self.value is None else replace(self, value=None)
        if value == self.value and (value.lower, value.upper) == (self.lower, self.upper):
            return self
        return replace(self, value=value, lower=value.lower, upper=value.upper)

    def with_outside(self, move: int, value: Value) -> "Record":
        """If *move* is better than the stored outside move, return the record with *move* as outside move."""
        if self.move_value is not None and self.move_value.cd >= value.cd:
            return self
        return replace(self, move=move, move_value=_move_value(value.cd, value.trust))

    def without_move(self) -> "Record":
        """Return the record without its outside move, which has become a link."""
        return replace(self, move=None, move_value=None)


def finished(score: int, source: int) -> Record:
    """Return the record of a position in which the game is over. *score* is for the side to move."""
    return Record(exact(score), score, score, source=source)


def to_row(key: Key, record: Record) -> Row:
    """Return the row of the file for a position and its record."""
    value, move = record.value, record.move_value
    return (
        *key_row(key),
        value and value.cd,
        value and value.trust,
        record.lower,
        record.upper,
        record.level,
        record.move,
        move and move.cd,
        move and move.trust,
        *_counts(record.games),
        *_counts(record.strong),
        record.source,
    )


def from_row(row: Row) -> tuple[Key, Record]:
    """Return the key and record stored in a row of the file."""
    empties, player, opponent, cd, trust, lower, upper, level, move, move_cd, move_trust, *rest = row
    *counts, source = rest
    value = None if cd is None else Value(cd, trust, lower, upper)
    record = Record(
        value,
        lower,
        upper,
        move,
        None if move_cd is None else _move_value(move_cd, move_trust),
        level,
        GameCounts(*counts[:4]),
        GameCounts(*counts[4:]),
        source,
    )
    return (empties, player & _WORD, opponent & _WORD), record


def key_row(key: Key) -> Row:
    """Return the primary key of a position's row in the file."""
    empties, player, opponent = key
    return (
        empties,
        player if player < _SIGN else player - _MODULUS,
        opponent if opponent < _SIGN else opponent - _MODULUS,
    )


_counts: Final = attrgetter("visits", "wins", "draws", "losses")
_SIGN: Final = 1 << 63
_MODULUS: Final = 1 << 64
"""SQLite stores signed 64-bit integers, so bitboards whose highest bit is set become negative numbers."""
_WORD: Final = _MODULUS - 1


def _move_value(cd: int, trust: int) -> Value:
    """Return the value of a move. The value has bounds only if it is exact, and then the bounds are equal."""
    value = Value(cd, trust)
    depth = trust & MAX_DEPTH  # these bits are the depth of an exact value (see `book.value`)
    return exact(cd // DISC, depth) if trust >= exact(0).trust else value
