"""docs/evaluation.md: its drawings and tables are those of the program."""

import re

from othello.kernels import patterns
from othello.training import markdown, report
from tests import source

PAGE = (source.ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
IN_A_ROW = 4
WIDTH = 22


def drawing(names):
    """A board with the squares of a pattern."""
    squares = patterns.squares_of_names(names)
    return ["".join(" #" if 8 * row + file in squares else " ." for file in range(8)) for row in range(8)]


def drawings():
    """All patterns with their names, some side by side."""
    lines = []
    items = list(patterns.PATTERNS.items())
    for first in range(0, len(items), IN_A_ROW):
        chosen = items[first : first + IN_A_ROW]
        blocks = [[name, *drawing(squares)] for name, squares in chosen]
        rows = zip(*blocks, strict=True)
        lines += ["".join(part.ljust(WIDTH) for part in row).rstrip() for row in rows]
        lines.append("")
    return "\n".join(lines)


def test_patterns_are_drawn():
    """Every pattern is drawn with its squares, in the order of the program."""
    (block,) = re.findall(r"```text\n(row 2.*?)```", PAGE, re.DOTALL)
    assert block.strip() == drawings().strip()


def test_tables():
    """The tables are those that `othello train report` prints for the rows in docs/evaluation."""
    names = re.findall(r"--earlier (docs/evaluation/\S+)", PAGE.partition("--markdown")[0])
    rows = [row for name in names for row in report.read_rows(source.ROOT / name)]
    assert len(names) == 3
    assert "\n".join(markdown.tables(rows)) in PAGE
