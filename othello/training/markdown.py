"""Rows of a report as tables in Markdown.

Each set has two tables with a column for each weights: the errors, and the other measures.
"""

from collections.abc import Callable, Iterable, Sequence

from othello.training.report import ReportRow, names_of


def tables(rows: Sequence[ReportRow]) -> list[str]:
    """Return the lines of the tables of all sets."""
    found: list[str] = []
    for name in names_of(rows)[0]:
        own = [row for row in rows if row.set == name]
        found += ["", f"### {name}", "", "Mean absolute error / root mean square error, discs:", ""]
        found += _table(own, errors)
        judged = any(row.right is not None for row in own)
        what = " / share of positions in which the best move after one ply is a best move" if judged else ""
        found += ["", f"Bias in discs / correlation{what}:", ""]
        found += _table(own, details)
    return found[1:]


def errors(row: ReportRow) -> str:
    """Return the errors of a row."""
    return f"{row.error:.2f} / {row.rms:.2f}"


def details(row: ReportRow) -> str:
    """Return the other measures of a row."""
    correlation = "-" if row.correlation is None else f"{row.correlation:.3f}"
    share = "" if row.right is None else f" / {100 * row.right:.0f} %"
    return f"{row.bias:+.2f} / {correlation}{share}"


def numbers(row: ReportRow, rows: Iterable[ReportRow]) -> str:
    """Return the empties of a row, or "all" if it has those of its whole set."""
    others = [each for each in rows if each.set == row.set and each != row]
    if others and all(row.least <= each.least and each.most <= row.most for each in others):
        return "all"
    return str(row.least) if row.least == row.most else f"{row.least}-{row.most}"


def _table(rows: Sequence[ReportRow], cell: Callable[[ReportRow], str]) -> list[str]:
    """Return the table of one set: rows by empties, a column for each weights."""
    columns = names_of(rows)[1]
    found = [f"| empties | positions | {' | '.join(columns)} |", "| --- " * (2 + len(columns)) + "|"]
    for low, high in dict.fromkeys((row.least, row.most) for row in rows):
        own = {row.weights: row for row in rows if (row.least, row.most) == (low, high)}
        first = next(iter(own.values()))
        cells = [cell(own[name]) if name in own else "-" for name in columns]
        found.append(f"| {numbers(first, rows)} | {first.positions} | {' | '.join(cells)} |")
    return found
