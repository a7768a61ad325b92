"""OBF problems: published files, all fields, and bad lines."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from othello.errors import FormatError, IllegalMoveError, InvalidNotationError, OthelloError
from othello.formats.obf import ObfProblem, format_obf, parse_obf, read_obf, write_obf
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, parse_square
from tests import positions, source

FFO = source.DATA / "ffo"
BOARD = Position.start().format()
LINE = f"{BOARD}; F5:+0; C4:+0;"


@st.composite
def problems(draw):
    position = draw(positions.positions())
    moves = position.legal_moves
    number = st.integers(-64, 64)
    scores = draw(st.dictionaries(st.sampled_from(moves), number)) if moves else {}
    value = draw(number | st.none()) if not scores else draw(number | st.just(max(scores.values())))
    comment = draw(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=20))
    return ObfProblem(position, scores, value, comment)


@pytest.mark.parametrize(
    ("name", "count"), [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 20)]
)
def test_published_files(tmp_path, name, count):
    """The FFO files are read completely, have scores of legal moves only, and are written unchanged."""
    found = list(read_obf(FFO / name))
    assert len(found) == count
    for number, problem in enumerate(found, 1):
        assert problem.line == number
        assert set(problem.scores) <= set(problem.position.legal_moves)
        assert problem.value == max(problem.scores.values())
        assert problem.scores[problem.best_moves[0]] == problem.value
    write_obf(tmp_path / name, found)
    assert (tmp_path / name).read_bytes() == (FFO / name).read_bytes()


def test_fields():
    """A line has the position, the scores of its moves in order, the value and the comment."""
    problem = parse_obf(f"{BOARD}; F5:-2; c4 : +4 ;e6:4; % first % second ", 7)
    assert problem.position == Position.start()
    assert list(problem.scores.items()) == [(37, -2), (26, 4), (44, 4)]
    assert problem.value == 4
    assert problem.best_moves == [26, 44]
    assert problem.comment == "first % second"
    assert problem.line == 7


def test_value_alone():
    """A score without a move is the value of the position."""
    problem = parse_obf(f"{BOARD}; +18;")
    assert (problem.value, problem.scores, problem.best_moves) == (18, {}, [])


def test_value_beside_scores():
    """A given value counts, even if it is greater than the scores of the moves."""
    assert parse_obf(f"{BOARD}; +18; F5:+2;").value == 18


@pytest.mark.parametrize("line", [BOARD, f"{BOARD};", f"{BOARD}; % only a comment"])
def test_position_alone(line):
    """A line may have only the position."""
    problem = parse_obf(line)
    assert (problem.position, problem.value, problem.scores) == (Position.start(), None, {})


@pytest.mark.parametrize("name", ["PS", "ps", "pass", "PA", "--"])
def test_forced_pass(name):
    """A forced pass may have a score."""
    position = Position(*positions.pass_positions()[0], Color.BLACK)
    problem = parse_obf(f"{position.format()}; {name}:-4;")
    assert problem.scores == {PASS: -4}
    assert format_obf(problem).endswith("; PS:-4;")


@given(problems())
def test_round_trip(problem):
    """A problem is read back from its line."""
    assert parse_obf(format_obf(problem)) == problem


def test_the_line_number_is_no_part_of_the_problem():
    """Problems from different lines are equal if all other fields are, also after pickling."""
    problem = parse_obf(LINE, 3)
    assert problem == parse_obf(LINE, 9)
    assert hash(problem) == hash(parse_obf(LINE, 9))
    assert pickle.loads(pickle.dumps(problem)) == problem


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("", InvalidNotationError, "the board has 0 cells, not 64"),
        (f"{BOARD[:-2]}; F5:+0;", InvalidNotationError, "no side to move"),
        (f"{BOARD}; F5:+0", InvalidNotationError, "'F5:+0' does not end with a semicolon"),
        (f"{BOARD}; Z5:+0;", InvalidNotationError, "'Z5' is not a move"),
        (f"{BOARD}; F5:abc;", InvalidNotationError, "'abc' is not a score"),
        (f"{BOARD}; F5:;", InvalidNotationError, "'' is not a score"),
        (f"{BOARD}; F5:+65;", InvalidNotationError, "'+65' is not a score"),
        (f"{BOARD}; F5:+1.5;", InvalidNotationError, "'+1.5' is not a score"),
        (f"{BOARD}; F5:1_0;", InvalidNotationError, "'1_0' is not a score"),
        (f"{BOARD}; F5:+2;;", InvalidNotationError, "'' is not a score"),
        (f"{BOARD}; F5:+2; f5:+4;", InvalidNotationError, "f5 has two scores"),
        (f"{BOARD}; +2; +4;", InvalidNotationError, "the position has two values"),
        (f"{BOARD}; A1:+2;", IllegalMoveError, "A1 has a score, but black cannot play a1"),
        (f"{BOARD}; PS:+2;", IllegalMoveError, "PASS has a score, but black cannot pass"),
    ],
)
def test_bad_lines(line, error, message):
    """The error says which part of a line is wrong."""
    with pytest.raises(error) as caught:
        parse_obf(line)
    assert message in str(caught.value)


@given(st.text() | st.builds(lambda tail: BOARD + tail, st.text(alphabet="; F5C4:+-0129%X", max_size=30)))
def test_hostile_lines(line):
    """Any line gives a problem or an OthelloError."""
    try:
        problem = parse_obf(line)
    except OthelloError:
        return
    assert parse_obf(format_obf(problem)) == problem


@settings(max_examples=20)
@given(st.lists(problems(), min_size=1, max_size=5))
def test_file_round_trip(tmp_path_factory, found):
    """Problems are read back from a file in the same order."""
    path = tmp_path_factory.mktemp("obf") / "problems.obf"
    write_obf(path, found)
    assert list(read_obf(path)) == found


def test_lines_without_an_entry(tmp_path):
    """Blank lines, comments, a byte order mark and any line ends are accepted."""
    path = tmp_path / "problems.obf"
    path.write_bytes(f"\ufeff% comment\r\n\r\n{LINE}\r\n   \r\n  % more\r\n{LINE}".encode())
    assert [problem.line for problem in read_obf(path)] == [3, 6]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", None, "the file has no entries: each line must be a position with scores"),
        (b"\n  \n% only comments\n", None, "the file has no entries"),
        (b"\x7fELF\x02\x01\x01\0\0\0", 1, "this is not a text file: it has a zero byte"),
        (f"{LINE} % caf\xe9\n".encode("latin-1"), 1, "0xe9, is not UTF-8 text"),
        (f"{LINE}\n{LINE[1:]}\n{LINE}\n".encode(), 2, "the board has 63 cells, not 64"),
        (f"% comment\n\n{LINE}\n{LINE}".encode().replace(b"C4", b"A1"), 3, "A1 has a score, but"),
    ],
)
def test_bad_files(tmp_path, content, line, reason):
    """The error names the file, the line if there is one, and the reason."""
    path = tmp_path / "problems.obf"
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        list(read_obf(path))
    assert (caught.value.path, caught.value.line) == (path, line)
    assert reason in caught.value.reason
    assert str(caught.value).startswith(str(path))


def test_files_that_cannot_be_opened(tmp_path):
    """A missing file and a folder are reported, in reading and in writing."""
    with pytest.raises(FormatError, match="no such file"):
        list(read_obf(tmp_path / "missing.obf"))
    with pytest.raises(FormatError, match="is a directory"):
        list(read_obf(tmp_path))
    with pytest.raises(FormatError, match="no such file"):
        write_obf(tmp_path / "missing" / "problems.obf", [])


def test_reading_continues_after_a_bad_line(tmp_path):
    """A caller that handles errors gets every good line and every error."""
    path = tmp_path / "problems.obf"
    path.write_bytes(f"{LINE}\nnonsense\n{LINE}\n\xff\n{LINE}\n".encode("latin-1"))
    errors = []
    assert [problem.line for problem in read_obf(path, errors.append)] == [1, 3, 5]
    assert [error.line for error in errors] == [2, 4]


def test_a_file_that_is_all_bad(tmp_path):
    """A file without a good line is not reported as a file without entries."""
    path = tmp_path / "problems.obf"
    path.write_text("nonsense\n")
    errors = []
    assert list(read_obf(path, errors.append)) == []
    assert [error.line for error in errors] == [1]


def test_best_moves_share_the_best_score():
    """The best moves are those with the best score, in the order of the line."""
    problem = parse_obf(LINE)
    assert problem.best_moves == [parse_square("f5"), parse_square("c4")]


def test_fillers_of_edax_are_not_moves():
    """Edax fills its lines with fields that stand for no move."""
    text = f"{Position.start().format()}; F5:+0; --:-127; --:-127;"
    assert parse_obf(text) == parse_obf(text.partition(" --")[0])
    for field in ("--:-126", "--:+0", "f5:-127"):
        with pytest.raises(OthelloError):
            parse_obf(f"{Position.start().format()}; {field};")
