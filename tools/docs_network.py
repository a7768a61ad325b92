"""Generate the figures in pages that depend on the shipped network and that a command can print."""

import json
from typing import Final

import othello
from othello.rules.square import format_moves
from othello.search import evaluation_files
from othello.training.report import ReportRow, numbers
from tests import source

ROWS: Final = source.ROOT / "docs" / "evaluation" / "network.jsonl"
"""The output of `othello train report --json` for the shipped network."""
FIRST_MOVES: Final = "f5d6c3d3c4"


def render() -> dict[str, str]:
    """Return the texts of the blocks by name."""
    return {
        "first-example": first_example(),
        "deviations": deviations(),
        "errors": errors([ReportRow(**json.loads(line)) for line in ROWS.read_text().splitlines()]),
    }


def first_example() -> str:
    """Return README's first program, its output, and what the output means."""
    with othello.Engine() as engine:
        result = engine.play(FIRST_MOVES)
    return f"""```python
import othello

board = othello.Board.parse("{FIRST_MOVES}")
with othello.Engine() as engine:
    print(engine.play(board))  # {result}
```

White's best move is {format_moves(result.pv[:1])}. A search of {result.depth} plies values this move at \
{float(result.score):+.2f} discs for White."""


def deviations() -> str:
    """Return the sentences about the errors of shallow searches and the tempo."""
    margins = evaluation_files.shipped().deviations
    search = _sum(margins.search, (".2f", ".3f", ".3f", ".4f"), ("", " s", " d", " e"))
    exact = _sum(margins.exact, (".2f", ".3f", ".4f"), ("", " s", " e"))
    tempo = _sum(margins.tempo, (".2f", ".4f", ".5f"), ("", " e", " e^2"))
    return (
        "`othello train probcut` measured the standard deviation between searches to depths s and d with e"
        " empties:\n"
        f"exp({search}) discs, and exp({exact}) discs between depth s and the\n"
        f"exact value. The tempo is {tempo} discs."
    )


def _sum(numbers: tuple[float, ...], formats: tuple[str, ...], units: tuple[str, ...]) -> str:
    """Format a sum of numbers with units, such as "1.55 - 0.125 s"."""
    parts = [
        f"{'-' if number < 0 else '+'} {format(abs(number), shape)}{unit}"
        for number, shape, unit in zip(numbers, formats, units, strict=True)
    ]
    text = " ".join(parts)
    return text.removeprefix("+ ") if text.startswith("+") else f"-{text[2:]}"


ERRORS: Final = "Mean absolute error / root mean square error, discs:"
BIAS: Final = "Bias in discs / correlation"
SHARE: Final = " / share of positions in which the best move of a one-ply search is a best move"


def errors(rows: list[ReportRow]) -> str:
    """Return two tables for each set of positions: the errors, and the other measures."""
    parts = []
    for name in dict.fromkeys(row.set for row in rows):
        own = [row for row in rows if row.set == name]
        share = SHARE if any(row.right is not None for row in own) else ""
        first = [f"{row.error:.2f} / {row.rms:.2f}" for row in own]
        second = [
            f"{row.bias:+.2f} / {row.correlation:.3f}"
            + ("" if row.right is None else f" / {100 * row.right:.0f}%")
            for row in own
        ]
        for text, cells in ((f"### {name}\n\n{ERRORS}", first), (f"{BIAS}{share}:", second)):
            lines = [f"| empties | positions | {own[0].weights} |", "| --- | --- | --- |"]
            for row, cell in zip(own, cells, strict=True):
                lines.append(f"| {numbers(row, own)} | {row.positions} | {cell} |")
            parts.append("\n".join([text, "", *lines]))
    return "\n\n".join(parts)
