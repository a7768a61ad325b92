"""`othello hint`: tables, JSON, pictures, errors and interrupts."""

import io
import json
import re
from functools import partial
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from rich.console import Console

from othello import BLACK, Board, Color, Line, Move, Position, Score, format_move
from othello.book.entry import BookMove
from othello.cli.best_moves import print_best_moves
from othello.formats.transcript import parse_transcript
from tests import positions, solved
from tests.cli.commands import BAD_INPUT, INTERRUPTED, OK, run as run_command
from tests.terminal import on_terminal

NEAR_END = next(
    problem
    for problem in solved.problems()
    if len(problem.position.legal_moves) >= 3 and problem.position.empties <= 8
)

run = partial(run_command, "hint")
"""Run `othello hint`."""


def test_moves_of_a_game():
    """The table has a row for each move, best first, with value and line, and names the opening."""
    status, out, err = run("f5d6c3d3c4", "-n", 3, "--depth", 4, "--no-book")
    first, certainty, heading, *rows, last = out.splitlines()
    assert (status, err) == (OK, "")
    assert first == "white to move, 55 empty squares; Tiger"
    assert certainty == "values: depth 4"
    assert heading.split() == ["move", "value", "and", "then"]
    legal = {format_move(move) for move in parse_transcript("f5d6c3d3c4").legal_moves}
    matches = [re.fullmatch(r"([a-h][1-8]) +([+-]\d+\.\d\d)((?: [a-h][1-8]| )*)", row) for row in rows]
    assert len(matches) == 3
    assert {match[1] for match in matches} <= legal
    values = [float(match[2]) for match in matches]
    assert values == sorted(values, reverse=True)
    assert re.fullmatch(r"[\d,]+ nodes, [\d.]+ s", last)


def test_moves_to_consider_and_to_leave_out():
    """Both kinds of options restrict the table. The message about a wrong move gives the reason."""
    first, second, *others = legal = list(map(format_move, Board("f5d6").legal_moves))
    for options, moves in (
        (("--only", f"{first},{second}"), {first, second}),
        (("--without", f"{first.upper()} {second}"), set(others)),
        (("--only", f"{first},{second}", "--without", second), {first}),
    ):
        status, out, _ = run("f5d6", *options, "-n", 64, "--depth", 2, "--json")
        assert status == OK
        assert {line["move"] for line in json.loads(out)["lines"]} == moves
    for options, reason in (
        (("--only", f"{first},a1"), "black cannot play a1: that flips no disc"),
        (("--without", "z3"), "'z3' is not a square: use a1 to h8"),
        (("--without", " ".join(legal)), "no move is left to consider: black may play "),
    ):
        status, out, err = run("f5d6", *options)
        assert (status, out) == (BAD_INPUT, "")
        assert reason in err


def test_with_solve_every_move_has_the_exact_value_of_the_slow_model():
    position = NEAR_END.position
    status, out, _ = run("--json", "--solve", "-n", 64, position.format())
    assert status == OK
    hint = json.loads(out)
    wanted = {}
    for move in position.legal_moves:
        after = position.play(move)
        value = solved.value_of(after)
        wanted[format_move(move)] = -value
    assert {line["move"]: line["score"]["discs"] for line in hint["lines"]} == wanted
    assert {line["score"]["kind"] for line in hint["lines"]} == {"exact"}
    assert hint["lines"][0]["score"]["discs"] == NEAR_END.value


def test_if_the_side_to_move_must_pass_the_pass_is_the_only_move():
    position = Position(*positions.pass_positions()[0], Color.WHITE)
    _, out, _ = run("--json", "--depth", 2, position.format())
    assert [line["move"] for line in json.loads(out)["lines"]] == ["pass"]


def test_with_svg_the_values_are_drawn_on_a_board(tmp_path):
    path = tmp_path / "hint.svg"
    status, _, _ = run("f5d6", "--depth", 2, "-n", 2, "--svg", path)
    assert status == OK
    shown = [element.get("class", "") for element in ElementTree.fromstring(path.read_text())]
    assert sum(name.startswith("value ") for name in shown) == 2
    assert "last d6" in shown


def test_a_time_limit_ends_the_search_of_a_position_that_cannot_be_solved():
    status, out, _ = run("--json", "--time", 0.2, "--solve", Position.start().format())
    assert status == OK
    assert json.loads(out)["seconds"] < 30
    assert json.loads(out)["lines"]


def test_after_ctrl_c_the_table_is_printed_and_the_status_is_130():
    words = ["hint", "--solve", "-n", 2, Board().position.format()]
    _, out, status = on_terminal(*words, shows_output=False, interrupt_at=r"depth ([3-9]|\d\d)")
    assert status == INTERRUPTED
    assert len(re.findall(r"(?m)^[a-h][1-8] ", out)) == 2


def test_moves_of_the_book():
    """A column shows the values of the opening book, and a line shows book moves that have no row."""
    _, out, _ = run("f5", "--depth", 1, "-n", 2)
    certainty, heading, *rows, last, _ = out.splitlines()[1:]
    assert re.fullmatch(r"values: depth 1; in the book: depth \d+, 73%", certainty)
    assert heading.split()[:3] == ["move", "value", "book"]
    assert all(re.match(r"[df][46] +[+-]\d+\.\d\d +[+-]\d+\.\d\d ", row) for row in rows)
    assert re.fullmatch(r"also in the book: [a-h][1-8] [+-]\d+\.\d\d", last)
    assert "book" not in run("f5", "--depth", 1, "--no-book")[1]


def test_a_move_after_the_last_one_of_the_book_keeps_its_columns():
    """If the book has fewer moves than the table has rows, no line of moves slips into the column "book"."""
    move = BookMove(Move("f5"), Score.exact(2, BLACK), is_link=True)
    opening = SimpleNamespace(book=SimpleNamespace(moves=lambda board: [move]))
    console = Console(file=io.StringIO(), width=80)
    lines = [Line(Score.exact(value, BLACK), 8, (move, 18)) for value, move in ((4, 37), (2, 19), (0, 44))]
    print_best_moves(console, Board(), lines, opening)
    heading, *rows = console.file.getvalue().splitlines()[1:]
    assert [row.split() for row in rows] == [["f5", "+4", "+2", "c3"], ["d3", "+2", "c3"], ["e6", "+0", "c3"]]
    assert {row.index("c3", 2) for row in rows} == {heading.index("and then")}


def test_the_moves_with_the_best_value_are_green_and_bold_on_a_terminal():
    out, _, status = on_terminal("hint", "--depth", 1, "--no-book")
    assert status == OK
    assert re.findall(r"\x1b\[1;32m([a-h][1-8]) ", out) == ["d3", "c4", "f5", "e6"], "they are equal"


@pytest.mark.parametrize(
    ("scores", "usual", "texts"),
    [
        ([Score.exact(2, BLACK), Score.exact(-4, BLACK)], "exact", ["+2", "-4"]),
        (
            [Score.selective(4, BLACK, 87), Score.selective(2, BLACK, 87), Score.exact(-4, BLACK)],
            "87%",
            ["+4", "+2", "-4 (exact)"],
        ),
    ],
    ids=["one certainty", "two certainties"],
)
def test_a_common_certainty_is_said_once(scores, usual, texts):
    """Values with the usual certainty do not repeat it, and other values show their own."""
    console = Console(file=io.StringIO(), width=80)
    lines = [Line(score, 8, (move,)) for score, move in zip(scores, [19, 26, 37], strict=False)]
    print_best_moves(console, Board(), lines, None)
    first, _, *rows = console.file.getvalue().splitlines()
    assert first == f"values: {usual}"
    assert [row.split(maxsplit=1)[1].strip() for row in rows] == texts


def test_numbers_are_aligned_if_a_search_ended_between_two_moves():
    """The certainty of the first move follows its value, and does not move the other values to the right."""
    console = Console(file=io.StringIO(), width=80)
    scores = [Score.heuristic(value, BLACK, depth) for value, depth in ((1250, 9), (-300, 8), (-400, 8))]
    print_best_moves(console, Board(), [Line(score, 8, (19,)) for score in scores], None)
    heading, *rows = console.file.getvalue().splitlines()[1:]
    assert "(depth 9)" in rows[0]
    assert {row.index(".") + 3 for row in rows} == {heading.index("value") + len("value")}


def test_the_default_is_the_start():
    """Without an argument, the position is the start of a game, as in `othello book show` and `perft`."""
    status, out, err = run("--depth", 1, "--no-book")
    assert (status, err) == (OK, "")
    assert out.startswith("black to move, 60 empty squares")
