"""Game records: legal moves, and passes that files omit."""

import pickle

import pytest
from hypothesis import given

from othello import PASS, Board, Color, IllegalMoveError, InvalidNotationError, Position, parse_square, svg
from othello.formats.game_builder import GameBuilder
from othello.formats.record import Ending, GameRecord, PlayedMove, Player
from othello.formats.result_text import parse_number, parse_result
from tests import positions
from tests.cases import cases
from tests.formats import records

F5, D6, C3 = map(parse_square, ("f5", "d6", "c3"))


def test_equal_records_have_equal_hashes_and_a_record_survives_pickling():
    record = GameRecord.from_moves([F5, D6], black=Player("a", 1500.0), date="1984")
    assert record == GameRecord.from_moves([F5, D6], black=Player("a", 1500.0), date="1984")
    assert {record: 1}[pickle.loads(pickle.dumps(record))] == 1


def test_a_record_in_short():
    """The text of a record shows its players, its result and its length, and so does its `repr`."""
    record = GameRecord.from_moves(["f5", "d6"], black=Player("alice"), event="Cup <1>")
    assert str(record) == "alice - ?, unfinished, 2 moves"
    assert repr(record) == "<GameRecord alice - ?, unfinished, 2 moves>"
    assert str(GameRecord(result=12.0)) == "? - ?, +12, 0 moves"
    shown = record._repr_html_()
    assert svg.board(record.board()) in shown
    assert "Cup &lt;1&gt;" in shown
    assert "<code>f5d6</code>" in shown


def test_an_illegal_move_is_refused_with_its_number_in_the_message():
    with pytest.raises(IllegalMoveError, match="move 2: white cannot play f5"):
        GameRecord.from_moves([F5, F5])
    with pytest.raises(IllegalMoveError, match="move 1: black cannot pass"):
        GameRecord.from_moves([PASS])


@cases("number", [float("nan"), float("inf")])
def test_a_value_or_time_that_is_not_finite_is_refused(number):
    with pytest.raises(InvalidNotationError):
        PlayedMove(F5, value=number)
    with pytest.raises(InvalidNotationError):
        PlayedMove(F5, seconds=number)
    with pytest.raises(InvalidNotationError):
        GameRecord(result=number)


@given(records.plain_records())
def test_a_record_has_the_positions_before_each_move_and_after_the_last_one(record):
    line = record.positions()
    assert len(line) == len(record.moves) + 1
    assert line[0] == record.start
    assert record.board().position == line[-1]
    assert GameRecord.from_board(record.board()) == record
    assert [record.board(ply).position for ply in range(len(line))] == line


def test_a_board_on_which_a_side_moved_out_of_turn_has_no_record():
    board = Board.parse("f5d6")
    board.push("f4", Color.WHITE)
    with pytest.raises(IllegalMoveError, match="a side moved out of turn"):
        GameRecord.from_board(board)


def test_a_finished_game_has_the_result_of_its_board_whatever_result_is_given():
    board = Board()
    board.push_transcript(positions.WIPE_OUT)
    assert GameRecord.from_board(board).result == 64
    contradicted = GameRecord.from_board(board, result=-2.0)
    assert (contradicted.result, contradicted.claimed) == (64, -2)
    assert GameRecord.from_board(board, result=64.0).claimed is None
    assert GameRecord.from_moves([F5]).result is None


def test_a_result_with_or_without_the_empty_squares_does_not_contradict_the_moves():
    """Quarry counts the discs on the board. Other programs give the winner the empty squares."""
    board = Board()
    board.push_transcript(positions.WIPE_OUT)
    discs = board.position.black.bit_count()
    assert (board.position.white, discs) == (0, 13)
    for result in (13.0, 64.0):
        record = GameRecord.from_board(board, result=result)
        assert (record.result, record.claimed) == (64, None)
    for result, claimed in ((12.0, 12.0), (-13.0, -13.0)):
        assert GameRecord.from_board(board, result=result).claimed == claimed


def test_a_player_who_resigned_a_finished_game_has_not_contradicted_it():
    """A win without a margin counts as 64 discs, whatever is on the board."""
    board = positions.passing_board()
    margin = board.result.margin
    assert 0 < abs(margin) < 64
    win = 64.0 if margin > 0 else -64.0
    assert GameRecord.from_board(board, result=win, ending=Ending.RESIGNED).claimed is None
    assert GameRecord.from_board(board, result=-win, ending=Ending.RESIGNED).claimed == -win


RESULTS = {
    (16, None): ["40-24", "40 - 24", "40:24", "B 40 W 24", "W 24 B 40", "Black 40 - White 24", "X 40 O 24"],
    (-16, None): [
        "24-40",
        "White wins 40-24",
        "white won 24-40",
        "O wins 40-24",
        "W+16",
        "White by 16 discs",
    ],
    (12, None): ["B+12", "B + 12.0", "Black+12", "Black wins by 12", "+12", "+12,0"],
    (0, None): ["0", "+0.0", "Draw", "draw", "Tie", "1/2-1/2", "32-32"],
    (64, Ending.RESIGNED): ["B+R", "B+Resign", "Black wins by resignation"],
    (-64, Ending.TIME): ["W+T", "W+Time", "White wins on time"],
    (-64, Ending.LEFT): ["W+F", "White wins by forfeit"],
    (None, None): ["", "?", "*", "Void"],
}


def test_results_in_the_words_of_many_programs():
    for result, texts in RESULTS.items():
        for text in texts:
            assert parse_result(text, Position.start()) == result, text


def test_a_text_that_is_not_a_result_or_has_no_margin_is_refused():
    """The discs must add up to 64 or to the discs on the board. Here, 5 and 3 do neither."""
    for text in ("4222", "B+99", "+65", "40-20", "5-3", "B+A", "won", "B 40 B 24", "B 40-24", "12"):
        with pytest.raises(InvalidNotationError, match="is not a result such as"):
            parse_result(text, Position.start())
    for text in ("1-0", "0-1", "B+", "White wins"):
        with pytest.raises(InvalidNotationError, match="names a winner but no margin in discs"):
            parse_result(text, Position.start())
        assert parse_result(text, positions.passing_board().position) == (None, None)


def test_a_builder_keeps_the_first_warning_of_each_kind_and_counts_the_others():
    builder = GameBuilder()
    for text in ("1,5", "", "?", "NaN", "x"):
        builder.number(text, f"the value of {text}", "value")
    builder.result("4222", "RE")
    first, second = builder.record().warnings
    assert first == "the value of NaN is ignored: 'NaN' is not a number (and 1 more of this kind)"
    assert second.startswith("RE is ignored: '4222' is not a result")


@given(records.plain_records())
def test_a_builder_adds_passes_that_a_file_omits_with_and_without_colors(record):
    colors = [position.turn for position in record.positions()]
    bare = [(move, turn) for move, turn in zip(record.moves, colors, strict=False) if move != PASS]
    for with_turns in (True, False):
        builder = GameBuilder(record.start)
        for move, turn in bare:
            builder.add(move, turn if with_turns else None)
        if record.moves and record.moves[-1] == PASS:
            builder.add(PASS)
        assert builder.record().moves == record.moves


@given(records.plain_records())
def test_a_builder_accepts_written_passes_and_drops_passes_after_the_end(record):
    builder = GameBuilder(record.start)
    for move in record.moves:
        builder.add(move)
    assert builder.record() == record
    if record.last_position.is_over:
        builder.add(PASS)
        builder.add(PASS)
        assert builder.record() == record


def test_a_move_of_the_wrong_color():
    """A move by the side that is not to move is an error, unless the other side must pass."""
    builder = GameBuilder()
    with pytest.raises(IllegalMoveError, match="move 1: f5 is given as white's, but it is black's turn"):
        builder.add(F5, Color.WHITE)
    with pytest.raises(IllegalMoveError, match="move 1: pass is given as white's, but it is black's turn"):
        builder.add(PASS, Color.WHITE)
    assert builder.position == Position.start()


def test_a_side_that_must_pass_cannot_play_a_square_and_the_message_says_so():
    builder = GameBuilder(Position(*positions.pass_positions()[0], Color.BLACK))
    square = builder.position.empty_squares[0]
    with pytest.raises(IllegalMoveError, match="black cannot play"):
        builder.add(square, Color.BLACK)


def test_a_number_between_separators_that_float_refuses():
    """`str.strip` removes the separator U+001F, but `float` refuses it."""
    assert parse_number("\x1f2,5\x1f") == 2.5
