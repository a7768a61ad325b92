"""Rows of a report as tables in Markdown, and their place in a document.

A document has the line BEGIN somewhere and the line END after it; what stands between is
replaced by each new report. A set has two tables with a column for each weights: the errors,
and what else was measured.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from othello.errors import FormatError
from othello.formats.textfile import read_lines, write_lines
from othello.training.report import Row, names_of

BEGIN: Final = "<!-- begin of the report -->"
END: Final = "<!-- end of the report -->"


def tables(rows: Sequence[Row]) -> list[str]:
    """The lines of the tables of all sets."""
    found: list[str] = []
    for name in names_of(rows)[0]:
        own = [row for row in rows if row.set == name]
        found += ["", f"### {name}", "", "Mean absolute error / root mean square error, discs:", ""]
        found += _table(own, errors)
        judged = any(row.right is not None for row in own)
        what = " / share of positions where the move that looks best after one ply is best" if judged else ""
        found += ["", f"Bias in discs / correlation{what}:", ""]
        found += _table(own, details)
    return [*found, ""]


def errors(row: Row) -> str:
    """The errors of a row."""
    return f"{row.error:.2f} / {row.rms:.2f}"


def details(row: Row) -> str:
    """What else was measured."""
    correlation = "-" if row.correlation is None else f"{row.correlation:.3f}"
    share = "" if row.right is None else f" / {100 * row.right:.0f} %"
    return f"{row.bias:+.2f} / {correlation}{share}"


def numbers(row: Row, rows: Iterable[Row]) -> str:
    """The numbers of empty squares of a row, or "all" for those of its whole set."""
    others = [each for each in rows if each.set == row.set and each != row]
    if others and all(row.least <= each.least and each.most <= row.most for each in others):
        return "all"
    return str(row.least) if row.least == row.most else f"{row.least}-{row.most}"


def _table(rows: Sequence[Row], cell: Callable[[Row], str]) -> list[str]:
    """A table of one set: rows by empty squares, a column for each weights."""
    columns = names_of(rows)[1]
    found = [f"| empties | positions | {' | '.join(columns)} |", "| --- " * (2 + len(columns)) + "|"]
    for low, high in dict.fromkeys((row.least, row.most) for row in rows):
        own = {row.weights: row for row in rows if (row.least, row.most) == (low, high)}
        first = next(iter(own.values()))
        cells = [cell(own[name]) if name in own else "-" for name in columns]
        found.append(f"| {numbers(first, rows)} | {first.positions} | {' | '.join(cells)} |")
    return found


def put_into(path: Path, lines: Sequence[str]) -> None:
    """Replace the report in a document, which is made if it is not there; raises FormatError."""
    before = [line.rstrip("\r\n") for _, line in read_lines(path)] if path.exists() else [BEGIN, END]
    if before.count(BEGIN) != 1 or END not in before[before.index(BEGIN) :]:
        raise FormatError(path, None, f"there is no place for the report: write the lines {BEGIN} and {END}")
    begin = before.index(BEGIN)
    end = before.index(END, begin)
    write_lines(path, [*before[: begin + 1], *lines, *before[end:]])
