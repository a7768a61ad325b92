"""docs/evaluation.md: its drawings and tables are those of the program."""

import re
import shlex

import click
import pytest

from othello.cli import main
from othello.kernels import patterns
from othello.kernels.network import ORIENTATIONS, UNITS
from othello.search import evaluation_files
from othello.search.weights import packed_size
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
    items = list(patterns.LINEAR.names.items())
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
    assert len(names) == 2
    assert "\n".join(markdown.tables(rows)) in PAGE


def test_numbers():
    """The page has the numbers of weights, features, patterns and phases of the program."""
    text = " ".join(PAGE.split())
    assert f"The linear evaluation is a sum of {len(patterns.LINEAR.features) + 1} weights." in text
    assert f"the images of the {len(patterns.LINEAR.names)} patterns below" in text
    assert f"{patterns.PHASES} phases of {packed_size():,} different weights" in text
    network = patterns.NETWORK
    assert f"the {len(network.names)} patterns `NETWORK`" in text
    assert f"the rows of all {len(network.features)} features" in text
    assert f"There are {network.packed_size:,} different rows" in text
    assert f"one hidden layer of {ORIENTATIONS * UNITS} numbers: {UNITS} units" in text


def test_the_origin_of_the_weights():
    """The page has each number that the shipped file says of its origin."""
    numbers = re.findall(r"\d[\d,.]*\d", evaluation_files.load(evaluation_files.LINEAR).made)
    section = PAGE.partition("### The linear weights\n")[2].partition("\n## ")[0]
    assert {"41.9", "36", "13", "200"} <= set(numbers)
    assert not [number for number in numbers if number not in section]


def test_errors_of_shallow_searches():
    """The page has the deviations of the shipped files."""
    for evaluation in (evaluation_files.load(evaluation_files.LINEAR), evaluation_files.shipped()):
        constant, shallow, deep, empties = evaluation.deviations.search
        assert f"exp({constant:.2f} - {-shallow:.3f} s + {deep:.3f} d - {-empties:.4f} e)" in PAGE
        constant, shallow, empties = evaluation.deviations.exact
        sign = "-" if empties < 0 else "+"
        assert f"exp({constant:.2f} - {-shallow:.3f} s {sign} {abs(empties):.4f} e)" in PAGE
        constant, linear, square = evaluation.deviations.tempo
        assert f"The tempo is {constant:.2f} + {linear:.4f} e - {-square:.5f} e^2 discs." in PAGE


COMMANDS = [
    shlex.split(line) for line in re.findall(r"^    (othello .*)$", PAGE.replace("\\\n", " "), re.MULTILINE)
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands(words):
    """The commands of the page are commands of the program, with its options."""
    command, words = main, words[1:]
    while isinstance(command, click.Group):
        command, words = command.get_command(click.Context(command), words[0]), words[1:]
    assert command.make_context(None, words).command is command
