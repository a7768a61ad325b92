"""Tables on standard output."""

import sys
from collections.abc import Collection, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

WIDTH: Final = 200
"""Width in characters. A narrower terminal wraps lines, whereas rich would truncate numbers."""


def print_table(
    heading: Sequence[str], rows: Sequence[Sequence[str]], *, left: Collection[int] = (0,)
) -> None:
    """Print a table on standard output; *left* are the numbers of left-aligned columns."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(heading):
        table.add_column(name, justify="left" if number in left else "right", no_wrap=number > 0)
    for row in rows:
        table.add_row(*row)
    Console(file=sys.stdout, width=WIDTH, highlight=False, markup=False).print(table)
