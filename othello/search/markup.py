"""HTML of search results, which notebooks show."""

from collections.abc import Iterable, Sequence
from html import escape


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts; the cells are escaped.

    >>> table(["move"], [["f5"]])
    '<table><tr><th>move</th></tr><tr><td>f5</td></tr></table>'
    """
    lines = [_row("th", heading), *(_row("td", row) for row in rows)]
    return f"<table>{''.join(lines)}</table>"


def _row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
