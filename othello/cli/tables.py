"""Tables on standard output."""

import sys
from collections.abc import Collection, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from othello.streams import visible

WIDTH: Final = 200
"""Width of a table of numbers. A narrower terminal wraps lines, whereas rich would truncate numbers."""


def print_table(
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: Collection[int] = (0,),
    words: int | None = None,
) -> None:
    """Print a table on standard output.

    *left* are the numbers of left-aligned columns, and *words* that of a column of words, whose lines a
    narrow terminal breaks.
    """
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(heading):
        table.add_column(
            name, justify="left" if number in left else "right", no_wrap=number not in (0, words)
        )
    for row in rows:
        table.add_row(*map(visible, row))
    width = None if words is not None and sys.stdout.isatty() else WIDTH
    Console(file=sys.stdout, width=width, highlight=False, markup=False).print(table)
