"""OBF problems: published files, all fields, and bad lines."""

import pickle

import pytest

from othello import PASS, Color, OthelloError, Position, parse_square
from othello.formats.obf import format_obf, parse_obf, read_obf, write_obf
from tests import positions, source
from tests.cases import cases
from tests.formats.samples import OBF_BOARD, OBF_LINE

FFO = source.DATA / "ffo"


@pytest.mark.parametrize(
    ("name", "count"), [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 20)]
)
def test_published_files(tmp_path, name, count):
    """The FFO files are read completely, contain scores of legal moves only, and are written unchanged."""
    problems = list(read_obf(FFO / name))
    assert len(problems) == count
    for number, problem in enumerate(problems, 1):
        assert problem.line == number
        assert set(problem.scores) <= set(problem.position.legal_moves)
        assert problem.value == max(problem.scores.values())
        assert problem.scores[problem.best_moves[0]] == problem.value
    write_obf(tmp_path / name, problems)
    assert (tmp_path / name).read_bytes() == (FFO / name).read_bytes()


def test_fields():
    """A line contains the position, the scores of its moves in order, the value and the comment."""
    problem = parse_obf(f"{OBF_BOARD}; F5:-2; c4 : +4 ;e6:4; % first % second ", 7)
    assert problem.position == Position.start()
    assert list(problem.scores.items()) == [(37, -2), (26, 4), (44, 4)]
    assert problem.value == 4
    assert problem.best_moves == [26, 44]
    assert problem.comment == "first % second"
    assert problem.line == 7


def test_a_score_without_a_move_is_the_value_of_the_position():
    problem = parse_obf(f"{OBF_BOARD}; +18;")
    assert (problem.value, problem.scores, problem.best_moves) == (18, {}, [])


def test_a_given_value_counts_even_if_it_is_greater_than_the_scores_of_the_moves():
    assert parse_obf(f"{OBF_BOARD}; +18; F5:+2;").value == 18


@cases("line", [OBF_BOARD, f"{OBF_BOARD};", f"{OBF_BOARD}; % only a comment"])
def test_a_line_may_have_only_the_position(line):
    problem = parse_obf(line)
    assert (problem.position, problem.value, problem.scores) == (Position.start(), None, {})


@cases("name", ["PS", "ps", "pass", "PA", "--"])
def test_a_forced_pass_may_have_a_score(name):
    position = Position(*positions.pass_positions()[0], Color.BLACK)
    problem = parse_obf(f"{position.format()}; {name}:-4;")
    assert problem.scores == {PASS: -4}
    assert format_obf(problem).endswith("; PS:-4;")


def test_the_line_number_is_no_part_of_the_problem():
    """Problems from different lines are equal if all other fields are equal, even after pickling."""
    problem = parse_obf(OBF_LINE, 3)
    assert problem == parse_obf(OBF_LINE, 9)
    assert hash(problem) == hash(parse_obf(OBF_LINE, 9))
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_blank_lines_comments_a_byte_order_mark_and_any_line_ends_are_accepted(tmp_path):
    path = tmp_path / "problems.obf"
    path.write_bytes(f"\ufeff% comment\r\n\r\n{OBF_LINE}\r\n   \r\n  % more\r\n{OBF_LINE}".encode())
    assert [problem.line for problem in read_obf(path)] == [3, 6]


def test_a_file_without_a_good_line_is_not_reported_as_a_file_without_entries(tmp_path):
    path = tmp_path / "problems.obf"
    path.write_text("nonsense\n")
    errors = []
    assert list(read_obf(path, errors.append)) == []
    assert [error.line for error in errors] == [1]


def test_the_best_moves_are_those_with_the_best_score_in_the_order_of_the_line():
    problem = parse_obf(OBF_LINE)
    assert problem.best_moves == [parse_square("f5"), parse_square("c4")]


def test_edax_fills_its_lines_with_fields_that_stand_for_no_move():
    text = f"{Position.start().format()}; F5:+0; --:-127; --:-127;"
    assert parse_obf(text) == parse_obf(text.partition(" --")[0])
    for field in ("--:-126", "--:+0", "f5:-127"):
        with pytest.raises(OthelloError):
            parse_obf(f"{Position.start().format()}; {field};")
