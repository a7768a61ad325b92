"""Tables on standard output."""

import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from othello.streams import visible

WIDTH: Final = 200
"""Columns where there is no terminal. Tables of numbers have them everywhere: a narrower terminal wraps
lines, whereas rich would truncate numbers."""


def output() -> Console:
    """Return a console for texts that a narrow terminal breaks, on standard output."""
    width = None if sys.stdout.isatty() else WIDTH
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def print_table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table of numbers, with names in the first column, on standard output."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(heading):
        table.add_column(name, justify="right" if number else "left", no_wrap=bool(number))
    for row in rows:
        table.add_row(*map(visible, row))
    Console(file=sys.stdout, width=WIDTH, highlight=False, markup=False).print(table)
