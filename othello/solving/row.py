"""Converts the results of searches that solve positions to and from JSON lines.

| field | type | meaning |
| --- | --- | --- |
| `position` | text | 64 cells and X to move, canonical: the same for symmetric positions and both colors |
| `empties` | integer | number of empty squares |
| `lower`, `upper` | integer | bounds on the value, in discs for X |
| `selectivity` | integer | 100 if the bounds are proved, otherwise the percentage with which they are right |
| `move` | text or null | the best move in this position, or null if the game is over |
| `alpha`, `beta` | integer | the window of the question, before earlier rows narrowed it |
| `nodes` | integer | positions searched |
| `seconds` | number | time of the search |
| `predicted` | integer | predicted nodes for this question |
| `max_nodes`, `max_seconds` | number or null | the limits of the search |
| `hash` | number | size of the table in MiB |
| `threads` | integer | threads of the search |
| `version` | text | version of this program |
| `weights` | text | checksum of the weights of the evaluation |
| `check` | text | CRC-32 of the line up to this field (see `storage.append`) |
"""

from dataclasses import dataclass, fields
from typing import Any, Final

from othello.errors import InvalidNotationError, quoted
from othello.rules.position import Position
from othello.rules.score import MAX_DISCS, Color
from othello.rules.square import parse_move
from othello.search.settings import MAX_TABLE_MIB, MAX_THREADS
from othello.storage.append import sealed
from othello.storage.fields import Fields

MAX_NODES: Final = 2**63
LONGEST_TIME: Final = 1e10


@dataclass(frozen=True, slots=True)
class Row:
    """A result (see the table above)."""

    position: Position
    empties: int
    lower: int
    upper: int
    selectivity: int
    move: str | None
    alpha: int
    beta: int
    nodes: int
    seconds: float
    predicted: int
    max_nodes: int | None
    max_seconds: float | None
    hash: float
    threads: int
    version: str
    weights: str

    def format(self) -> str:
        """Return the row as a line of JSON."""
        values: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        return sealed(values | {"position": self.position.format()})

    @classmethod
    def of(cls, row_fields: Fields) -> "Row":
        """Return the row that a JSON object describes. Raises OthelloError if the object is invalid."""
        row = cls(
            position=Position.parse(row_fields.text("position", 80)),
            empties=row_fields.whole("empties", 0, 64),
            lower=row_fields.whole("lower", -MAX_DISCS, MAX_DISCS),
            upper=row_fields.whole("upper", -MAX_DISCS, MAX_DISCS),
            selectivity=row_fields.whole("selectivity", 1, 100),
            move=row_fields.text("move", 4) if row_fields.has("move") else None,
            alpha=row_fields.whole("alpha", -MAX_DISCS, MAX_DISCS),
            beta=row_fields.whole("beta", -MAX_DISCS, MAX_DISCS),
            nodes=row_fields.whole("nodes", 0, MAX_NODES),
            seconds=row_fields.number("seconds", 0, LONGEST_TIME),
            predicted=row_fields.whole("predicted", 0, MAX_NODES),
            max_nodes=row_fields.whole("max_nodes", 1, MAX_NODES) if row_fields.has("max_nodes") else None,
            max_seconds=row_fields.number("max_seconds", 0, LONGEST_TIME)
            if row_fields.has("max_seconds")
            else None,
            hash=row_fields.number("hash", 0, MAX_TABLE_MIB),
            threads=row_fields.whole("threads", 1, MAX_THREADS),
            version=row_fields.text("version", 40),
            weights=row_fields.text("weights", 8),
        )
        row._check()
        return row

    def _check(self) -> None:
        if self.lower > self.upper or (self.lower == self.upper and self.lower % 2):
            raise InvalidNotationError(f"the bounds {self.lower} and {self.upper} are impossible")
        if self.alpha >= self.beta:
            raise InvalidNotationError(f"the window from {self.alpha} to {self.beta} is empty")
        if self.position.turn is not Color.BLACK:
            raise InvalidNotationError("O is to move, but X must be to move in a row's canonical position")
        if self.empties != self.position.empties:
            raise InvalidNotationError(
                f"empties is {self.empties}, but the position has {self.position.empties} empty squares"
            )
        if self.move is not None and parse_move(self.move) not in self.position.legal_moves:
            raise InvalidNotationError(f"{quoted(self.move)} is not a legal move in the position")
