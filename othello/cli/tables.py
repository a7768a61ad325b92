"""Prints tables on standard output."""

import sys
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from othello.errors import visible

WIDTH: Final = 200
"""Line width if standard output is not a terminal."""
GAP: Final = 2
"""Number of spaces between two columns."""


def output(width: int = WIDTH) -> Console:
    """Return a console for standard output, as wide as the terminal.

    If standard output is not a terminal, lines are *width* characters wide.
    """
    columns = None if sys.stdout.isatty() else width
    return Console(file=sys.stdout, width=columns, highlight=False, markup=False, emoji=False)


def print_table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with names in the first column and numbers in the other columns.

    Columns that contain only empty cells or "-" are omitted. If the terminal is too narrow, the columns are
    split into several tables, and each table begins with the names.
    """
    console = output()
    columns = [[visible(cell) for cell in column] for column in zip(heading, *rows, strict=True)]
    names, *others = columns
    others = [column for column in others if not rows or set(column[1:]) - {"", "-"}]
    room = console.width - max(map(cell_len, names))
    widths = [GAP + max(map(cell_len, column)) for column in others]
    while others:
        count = max(1, sum(total <= room for total in accumulate(widths)))
        table = Table(box=None, pad_edge=False)
        table.add_column(names[0])
        for column in others[:count]:
            table.add_column(column[0], justify="right", no_wrap=True)
        for row in zip(names[1:], *(column[1:] for column in others[:count]), strict=True):
            table.add_row(*row)
        console.print(table)
        del others[:count], widths[:count]
