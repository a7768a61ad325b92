"""Results of solutions as JSON lines.

| field | type | meaning |
| --- | --- | --- |
| `position` | text | 64 cells and X to move, canonical: the same for symmetric positions and both colors |
| `empties` | integer | number of empty squares |
| `lower`, `upper` | integer | bounds on the value, in discs for X |
| `percent` | integer | 100 if the bounds are proved, otherwise the percentage with which they are right |
| `move` | text or null | the best move, in this position; null if the game is over |
| `alpha`, `beta` | integer | the window of the search |
| `nodes` | integer | positions searched |
| `seconds` | number | time of the search |
| `predicted` | integer | nodes that were predicted for an exact value |
| `max_nodes`, `max_seconds` | number or null | the limits of the search |
| `hash` | number | size of the table in MiB |
| `threads` | integer | threads of the search |
| `version` | text | version of this program |
"""

import json
from dataclasses import dataclass, fields
from typing import Any

from othello.errors import InvalidNotationError
from othello.position import Position
from othello.score import MOST_DISCS, Color


@dataclass(frozen=True, slots=True)
class Row:
    """A result; see the table above."""

    position: Position
    empties: int
    lower: int
    upper: int
    percent: int
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

    def format(self) -> str:
        """Return the row as a line."""
        found: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        return json.dumps(found | {"position": self.position.format()})

    @classmethod
    def parse(cls, text: str) -> "Row":
        """Return the row of a line; raises InvalidNotationError or InvalidPositionError."""
        try:
            found = json.loads(text)
        except ValueError:
            raise InvalidNotationError(
                "this is not a JSON object: use files that `othello solve -o` wrote"
            ) from None
        names = [each.name for each in fields(cls)]
        missing = [name for name in names if not isinstance(found, dict) or name not in found]
        if missing:
            raise InvalidNotationError(
                f"the row has no {missing[0]!r}: use files that `othello solve -o` wrote"
            )
        row = cls(**{name: found[name] for name in names} | {"position": Position.parse(found["position"])})
        row._check()
        return row

    def _check(self) -> None:
        for name in ("empties", "lower", "upper", "percent", "alpha", "beta", "nodes"):
            if type(getattr(self, name)) is not int:
                raise InvalidNotationError(f"{name} is {getattr(self, name)!r}: it must be a whole number")
        if not -MOST_DISCS <= self.lower <= self.upper <= MOST_DISCS:
            raise InvalidNotationError(f"the bounds {self.lower} and {self.upper} are impossible")
        if self.position.turn is not Color.BLACK:
            raise InvalidNotationError("O is to move: the position of a row is canonical, with X to move")
