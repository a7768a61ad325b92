"""Tables for people."""

import sys
from collections.abc import Collection, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

WIDTH: Final = 200
"""Characters in a line. A narrower terminal wraps the line; rich would cut numbers off."""


def print_table(
    heading: Sequence[str], rows: Sequence[Sequence[str]], *, left: Collection[int] = (0,)
) -> None:
    """Print a table on standard output, the columns with the numbers *left* aligned to the left."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(heading):
        table.add_column(name, justify="left" if number in left else "right", no_wrap=number > 0)
    for row in rows:
        table.add_row(*row)
    Console(file=sys.stdout, width=WIDTH, highlight=False, markup=False).print(table)
