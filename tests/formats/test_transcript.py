"""Transcripts in all usual notations."""

import pytest
from hypothesis import given, strategies as st

from othello import PASS, Board, GameRecord, OthelloError, Position, parse_game, parse_square, read_games
from othello.formats.transcript import (
    parse_transcript,
    parse_transcript_record,
    read_transcripts,
    write_transcripts,
)
from tests import positions
from tests.cases import cases


@cases(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 d6 2.c3 d3 3.c4",
        "1. f5 1... d6 2. c3 2... d3 3. c4",
        "1. f5\n2. d6\n3. c3\n4. d3\n5. c4\n",
        "+f5-d6+c3-d3+c4",
        "+F5 -D6 +C3 -D3 +C4",
        "+f5-d6+c3-d3+c4:+02 10",
        "  f5d6c3d3c4  \r\n",
        "f5, d6, c3, d3, c4",
        "f5;d6;c3;d3;c4",
        "1) f5 2) d6 3) c3 4) d3 5) c4",
        "1: f5 2: d6 3: c3 4: d3 5: c4",
        "1 f5 d6 2 c3 d3 3 c4",
        "1 f5 d6\n2 c3 d3\n3 c4\n",
        "Game 12: f5 d6 c3 d3 c4",
        "f5! d6?? c3!? d3 c4?",
        "f5d6c3d3c4?",
        "f5 {best, f4 (2)} d6 (0.5) c3 (1. d3 c5) d3 c4",
        "# my games\nf5 d6 c3 d3 c4",
        "% my games\nf5 d6 c3 d3 c4",
        "f5 d6 c3 d3 c4 40-24",
        "f5d6c3d3c4,40,24",
        "f5 d6 c3 d3 c4 +04",
        "f5 d6 c3 d3 c4 1-0",
        "f5 d6 c3 d3 c4 *",
        "\uff26\uff15\uff24\uff16\uff23\uff13\uff24\uff13\uff23\uff14",
    ],
)
def test_spellings(text):
    """Capitals, separators, numbers, marks, comments, full-width letters and a result are accepted."""
    assert parse_transcript(text).transcript() == "f5d6c3d3c4"
    assert parse_game(text).board().transcript() == "f5d6c3d3c4"


@cases(
    ("end", "result"),
    [
        ("40-24", 16),
        (",24,40", -16),
        (" +04", 4),
        (":-12 10", -12),
        (" 4-1", 62),
        (" 20-20", None),
        (" 1-0", None),
        (" *", None),
        ("", None),
    ],
)
def test_results_of_unfinished_games(end, result):
    """The result of an unfinished game counts if its discs add up to 64 or to the discs on the board."""
    assert parse_transcript_record(f"f5 {end}").result == result


def test_the_board_decides_over_a_result():
    """The result of a finished game comes from its board. A different result in the text is kept as
    `claimed`."""
    record = parse_transcript_record(f"{positions.WIPE_OUT} 40-24")
    assert (record.result, record.claimed) == (64, 16)


SHEET = "1. f5 d6\n2. c3 d3\n3. c4"
SHEETS = [
    SHEET,
    f"Paul - Carla, 40-24\n{SHEET}",
    f"Paul - Carla\n\n{SHEET}\n40-24",
    f"{SHEET}\nPaul - Carla 40-24",
    f"{SHEET}\n\nPaul vs. Carla\nResult: 40 - 24\n",
    f"Paul 40-24 Carla\n\n{SHEET}",
    f"Black: Paul\nWhite: Carla\n\n{SHEET} 40-24",
    "Paul - Carla\n# on paper\nf5 d6\nc3 d3\nc4\n40:24",
    "Paul - Carla, 40-24\r\nf5d6c3\r\nd3c4\r\n",
    "Paul - Carla, 40-24\n1. f5\n2. d6\n3. c3\n4. d3\n5. c4",
]


@pytest.mark.parametrize("text", SHEETS)
@pytest.mark.parametrize("name", ["sheet.txt", "sheet", "sheet.pgn"])
def test_score_sheets_are_read_alike_everywhere(tmp_path, text, name):
    """A sheet of several lines, with names and a result, is one game, both in a file and in a text."""
    path = tmp_path / name
    path.write_bytes(text.encode())
    (record,) = read_games(path)
    assert record.board().transcript() == "f5d6c3d3c4"
    if text != SHEET:
        assert (record.black.name, record.white.name, record.result) == ("Paul", "Carla", 16)
    if not name.endswith(".pgn") or text[0].isalpha():
        assert record == parse_game(text)


def test_sheets_after_one_another(tmp_path):
    """A number that does not follow the previous number begins a game, and so does a line with a full
    game."""
    path = tmp_path / "sheets.txt"
    path.write_text(
        "Paul - Carla\n1. f5 d6\n2. c3\n\nAnna - Otto, 40-24\n1. e6 f4\n2. c3\n\nd3c5\nf5f6\nThe end"
    )
    games = list(read_games(path))
    assert [game.board().transcript() for game in games] == ["f5d6c3", "e6f4c3", "d3c5", "f5f6"]
    assert [game.black.name for game in games] == ["Paul", "Anna", "", ""]
    assert [game.result for game in games] == [None, 16, None, None]
    assert games[-1].comment == "The end"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. f5 d6\n2. c3 d9\n3. c4", "line 2: move 4: 'd9' is not a move"),
        ("1. f5 d6\n2. a1 d3\n3. c4", "line 2: move 3: black cannot play a1"),
        ("Paul - Carla\n1. f5 d6\n2. c3 d3\n3. h9", "line 4: move 5: 'h9' is not a move"),
        ("f5 d6\nc3 d3\na1", "line 3: move 5: black cannot play a1"),
    ],
)
def test_the_bad_line_of_a_sheet_is_named(tmp_path, text, message):
    """The error about a sheet names the line that is wrong, and no partial game is returned."""
    with pytest.raises(OthelloError) as caught:
        parse_transcript(text)
    assert str(caught.value).startswith(message)
    path = tmp_path / "sheet.txt"
    path.write_text(text)
    errors = []
    assert not list(read_transcripts(path, errors.append))
    assert f"line {errors[0].line}: {errors[0].reason}".endswith(str(caught.value))


def test_comments_are_kept():
    """A comment in braces belongs to the move before it, or to the game. Omitted passes have no comments."""
    record = parse_transcript_record("{of the game} {itself} f5 {one} {two} d6 c3 {three}")
    assert record.comment == "of the game itself"
    assert [played.comment for played in record.played] == ["one two", "", "three"]
    board = positions.passing_board()
    names = [str(move) for move in board.move_stack if move is not PASS]
    record = parse_transcript_record(" ".join(f"{name} {{{name}}}" for name in names))
    assert [played.comment for played in record.played] == [
        "" if move is PASS else str(move) for move in board.move_stack
    ]


@given(positions.boards, st.booleans(), st.booleans())
def test_round_trip(board, with_passes, with_signs):
    """A game is read back from its transcript, with or without passes and signs."""
    if board.move_stack and board.peek() == PASS:
        board.pop()
    text = board.transcript(with_passes=with_passes)
    if with_signs:
        text = "".join(f"{'+-'[i // 2 % 2]}{text[i : i + 2]}" for i in range(0, len(text), 2))
    assert parse_transcript(text) == board


def test_two_dashes_are_a_pass_and_not_a_sign_also_before_a_signed_move():
    passing = positions.passing_board()
    text = passing.transcript(with_passes=True)
    assert parse_transcript(text.replace("pa", "--")) == passing
    moves = [text[i : i + 2].replace("pa", "--") for i in range(0, len(text), 2)]
    assert parse_transcript("".join(move if move == "--" else f"-{move}" for move in moves)) == passing


def test_an_empty_text_is_the_transcript_of_a_game_without_moves():
    assert parse_transcript("") == Board()


def test_a_transcript_may_begin_at_any_position():
    position = Position.start().play(parse_square("f5"))
    assert parse_transcript("d6c3", position).first_position == position


def test_file_round_trip(tmp_path):
    """Games are read back from a file. Comments and blank lines are ignored."""
    path = tmp_path / "games.txt"
    games = [parse_transcript("f5d6c3"), parse_transcript("e6f4")]
    write_transcripts(path, map(GameRecord.from_board, games))
    assert path.read_bytes() == b"f5d6c3\ne6f4\n"
    path.write_text(f"% two games\n# of two people\n\n{path.read_text()}\n")
    assert [game.board() for game in read_transcripts(path)] == games


def test_a_result_that_cannot_be_is_reported_with_its_line_and_the_next_game_is_read(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5d6c3 +99\nf5d6c4\n")
    errors = []
    assert [game.board().transcript() for game in read_transcripts(path, errors.append)] == [
        "f5d6c3",
        "f5d6c4",
    ]
    assert [(error.line, "99" in error.reason) for error in errors] == [(2, True)]
