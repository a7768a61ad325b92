"""Tables for people."""

import sys
from collections.abc import Sequence

WIDEST = 200
"""Characters in a line: where the terminal has fewer, a line goes on in the next rather than lose numbers."""


def print_table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table on standard output, the first column to the left and the others to the right."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*heading[:1], box=None, pad_edge=False)
    for name in heading[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(file=sys.stdout, width=WIDEST, highlight=False, markup=False).print(table)
