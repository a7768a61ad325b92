"""Tables for people."""

import sys
from collections.abc import Collection, Sequence

WIDEST = 200
"""Characters in a line: where the terminal has fewer, a line goes on in the next rather than lose numbers."""


def print_table(
    heading: Sequence[str], rows: Sequence[Sequence[str]], *, left: Collection[int] = (0,)
) -> None:
    """Print a table on standard output: the columns of these numbers to the *left*, others to the right."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(heading):
        table.add_column(name, justify="left" if number in left else "right", no_wrap=number > 0)
    for row in rows:
        table.add_row(*row)
    Console(file=sys.stdout, width=WIDEST, highlight=False, markup=False).print(table)
