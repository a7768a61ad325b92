"""Long lines on narrow terminals."""

import io
import re

import pytest
from click.testing import CliRunner
from rich.console import Console

from othello import BLACK, Board, Line, Score, parse_square
from othello.cli import main
from othello.cli.best_moves import print_best_moves
from othello.cli.errors import wrapped
from othello.cli.tables import print_table
from tests.terminal import Screen


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    """A terminal has 40 columns."""
    monkeypatch.setenv("COLUMNS", "40")


SENTENCE = "no line of this sentence has more than forty columns, and no word is broken"


def test_sentences_break_between_words():
    """In a terminal, a long sentence is broken between words. Elsewhere it is not broken."""
    lines = wrapped(SENTENCE, Screen()).splitlines()
    assert len(lines) == 2
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(lines) == SENTENCE
    assert wrapped(SENTENCE, io.StringIO()) == SENTENCE


def test_the_first_line_leaves_room_for_what_stands_before_it():
    first, *_ = wrapped(SENTENCE, Screen(), used=20).splitlines()
    assert len(first) <= 20


def test_a_first_word_that_does_not_fit_has_a_line_of_its_own():
    """A word after "Error: " that is too long for the line, such as a path, is not cut."""
    path = "/folder" * 6
    assert wrapped(f"{path}: no such file", Screen(), used=7) == f"\n{path}:\nno such file"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("f5d6" * 20, "f5d6" * 20),
        ("   1      20    +18  g8           123,456,789", "   1      20    +18  g8\n123,456,789"),
    ],
    ids=["a transcript can be copied", "a row is broken between its columns, and keeps its spaces"],
)
def test_what_is_not_broken(text, lines):
    assert wrapped(text, Screen()) == lines


def test_messages_of_errors_also_those_of_click_fit_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(
        "othello.cli.errors.wrapped", lambda text, _, used: wrapped(text, Screen(), used=used)
    )
    for args in (["hint", "f5", "--level", "x" * 20 + " y" * 20], ["match", "--level", "expert"]):
        message = CliRunner().invoke(main, args).stderr.partition("\n\n")[2]
        assert len(message.splitlines()) > 1
        assert all(len(line) <= 60 for line in message.splitlines())


def test_a_narrow_terminal_gets_a_table_in_parts(monkeypatch):
    """Columns that do not fit are moved below, next to the names again, and no number is broken."""
    screen = Screen()
    monkeypatch.setattr("sys.stdout", screen)
    print_table(["engine", *"abcd"], [[name, *["+12,345.67"] * 4] for name in ("one", "other")])
    rows = [line.split() for line in re.sub(r"\x1b\[\d*m", "", screen.getvalue()).splitlines()]
    numbers = ["+12,345.67"] * 2
    part = [["one", *numbers], ["other", *numbers]]
    assert rows == [["engine", "a", "b"], *part, ["engine", "c", "d"], *part]


def test_a_column_without_a_number_is_left_out(capsys):
    """A column of hyphens and spaces is useless and omitted, but a single number keeps it."""
    print_table(["engine", "discs", "LOS", "s/move"], [["one", "-", "", "-"], ["other", "-", "", "0.1"]])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows == [["engine", "s/move"], ["one", "-"], ["other", "0.1"]]


def test_lines_of_moves_stay_in_their_column():
    """A narrow terminal breaks the rows of a table within the column of moves."""
    console = Console(file=io.StringIO(), width=24)
    line = Line(
        Score.exact(2, BLACK), 8, tuple(map(parse_square, ["d3", "c3", "c4", "f4", "e3", "d2", "f6"]))
    )
    print_best_moves(console, Board(), [line], None)
    _, heading, *lines = console.file.getvalue().splitlines()
    at = heading.index("and then")
    assert len(lines) > 1
    assert " ".join(line[at:].strip() for line in lines) == "c3 c4 f4 e3 d2 f6"
    assert all(not line[:at].strip() for line in lines[1:])
