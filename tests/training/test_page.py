"""docs/evaluation.md and docs/training.md: their drawings, numbers and commands equal the program's."""

import re
import shlex

import click

from othello.cli import main
from othello.kernels import patterns
from othello.kernels.network import ORIENTATIONS, UNITS
from tests import source
from tests.cases import cases

PAGE, RECIPES = (
    (source.ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("evaluation.md", "training.md")
)
IN_A_ROW = 4
WIDTH = 22


def drawing(names):
    """A board with the squares of a pattern."""
    squares = patterns.squares_of_names(names)
    return ["".join(" #" if 8 * row + file in squares else " ." for file in range(8)) for row in range(8)]


def drawings():
    """All patterns with their names, some side by side."""
    lines = []
    items = list(patterns.NETWORK.names.items())
    for first in range(0, len(items), IN_A_ROW):
        chosen = items[first : first + IN_A_ROW]
        blocks = [[name, *drawing(squares)] for name, squares in chosen]
        rows = zip(*blocks, strict=True)
        lines += ["".join(part.ljust(WIDTH) for part in row).rstrip() for row in rows]
        lines.append("")
    return "\n".join(lines)


def test_every_pattern_is_drawn_with_its_squares_in_the_order_of_the_program():
    (block,) = re.findall(r"```text\n(inner row 2.*?)```", PAGE, re.DOTALL)
    assert block.strip() == drawings().strip()


def test_numbers():
    """The page states the program's numbers of features, patterns, rows and units."""
    text = " ".join(PAGE.split())
    network = patterns.NETWORK
    assert f"the {len(network.names)} patterns in `NETWORK`" in text
    assert f"the rows of all {len(network.features)} features" in text
    assert f"there are {network.packed_size:,} different rows" in text
    assert f"one hidden layer of {ORIENTATIONS * UNITS} numbers: {UNITS} units" in text


COMMANDS = [
    shlex.split(line)
    for line in re.findall(r"^    (othello .*)$", (PAGE + RECIPES).replace("\\\n", " "), re.MULTILINE)
]


@cases("words", COMMANDS)
def test_the_commands_of_the_pages_are_commands_of_the_program_with_its_options(words):
    command, words = main, words[1:]
    while isinstance(command, click.Group):
        command, words = command.get_command(click.Context(command), words[0]), words[1:]
    assert command.make_context(None, words).command is command
