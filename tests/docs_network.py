"""The figures of pages that depend on the shipped network, as far as a command can print them."""

from typing import Final

import othello
from othello.rules.square import format_moves
from othello.search import evaluation_files
from othello.training import markdown, report
from tests import source

ROWS: Final = source.ROOT / "docs" / "evaluation" / "network.jsonl"
"""What `othello train report --json` printed for the shipped network."""
FIRST_MOVES: Final = "f5d6c3d3c4"


def render() -> dict[str, str]:
    """Return the text of each block by its name."""
    return {
        "first-example": first_example(),
        "deviations": deviations(),
        "errors": "\n".join(markdown.tables(report.read_rows(ROWS))).strip("\n"),
    }


def first_example() -> str:
    """Return README's first program, with its output, and what the output means."""
    with othello.Engine() as engine:
        found = engine.play(FIRST_MOVES)
    return f"""```python
import othello

board = othello.Board.parse("{FIRST_MOVES}")
with othello.Engine() as engine:
    print(engine.play(board))  # {found}
```

White's best move is {format_moves(found.pv[:1])}, and a search of ten plies gives white \
{float(found.score):+.2f} discs."""


def deviations() -> str:
    """Return the sentences on the errors of shallow searches and on the tempo."""
    found = evaluation_files.shipped().deviations
    search = _sum(found.search, (".2f", ".3f", ".3f", ".4f"), ("", " s", " d", " e"))
    exact = _sum(found.exact, (".2f", ".3f", ".4f"), ("", " s", " e"))
    tempo = _sum(found.tempo, (".2f", ".4f", ".5f"), ("", " e", " e^2"))
    return (
        "`othello train probcut` measured the standard deviation between searches to depths s and d with e"
        " empties:\n"
        f"exp({search}) discs, and exp({exact}) discs between depth s and the\n"
        f"exact value. The tempo is {tempo} discs."
    )


def _sum(numbers: tuple[float, ...], formats: tuple[str, ...], units: tuple[str, ...]) -> str:
    """Return a sum in words, such as "1.55 - 0.125 s"."""
    parts = [
        f"{'-' if number < 0 else '+'} {format(abs(number), shape)}{unit}"
        for number, shape, unit in zip(numbers, formats, units, strict=True)
    ]
    text = " ".join(parts)
    return text.removeprefix("+ ") if text.startswith("+") else f"-{text[2:]}"
