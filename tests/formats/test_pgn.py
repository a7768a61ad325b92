"""PGN, as Edax, game servers and chess programs write it."""

import pytest

from othello import PASS, Ending, PlayedMove, Player, Position, format_game, parse_square, write_games
from othello.errors import FormatError, InvalidNotationError
from othello.formats.pgn import parse_pgn
from othello.formats.transcript import parse_transcript
from tests import positions
from tests.formats.samples import PGN_GAME


def test_tags_moves_values_times_and_the_margin_are_read():
    record = parse_pgn(PGN_GAME)
    assert record.black == Player("alice", 1720.5, "05:00/00:12/00:00")
    assert record.white == Player('bob "b" \\', None, "05:00/00:12/00:00")
    assert (record.event, record.date, record.result) == ("World Open", "2014-02-21 20:52:27 GMT", 16)
    assert record.moves == tuple(parse_transcript("f5d6c3d3c4").move_stack)
    assert record.played[2] == PlayedMove(parse_square("c3"), 1.5, 2.5)


@pytest.mark.parametrize("spelling", ["--", "pass", "pa", ""])
def test_passes_are_read_in_several_forms_or_may_be_omitted(spelling):
    moves = positions.passing_board().move_stack
    text = " ".join(spelling if move == PASS else str(move) for move in moves)
    assert parse_pgn(text).moves == tuple(moves)


@pytest.mark.parametrize(
    "moves",
    [
        "f5 d6 c3",
        "1.f5 d6 2.c3",
        "1. F5 1... D6 2. C3 *",
        "1. f5! $1 d6?? 2. c3!? 1-0",
        "1. f5 {best} d6 ; the rest of the line\n2. c3",
        "1. f5 (1. d3 c5 (1... e3) {x)}) d6 2. c3",
        "1. f5\n\n d6\t2. c3 1/2-1/2",
    ],
)
def test_numbers_marks_and_variations_are_ignored_and_comments_are_no_moves(moves):
    assert parse_pgn(f'[Event "x"]\n\n{moves}').moves == (37, 43, 18)


@pytest.mark.parametrize(
    ("tags", "end", "result", "ending"),
    [
        ("", "*", None, None),
        ("", "1-0", None, None),
        ('[Result "40-24"]', "", 16, None),
        ("", "d6 40-24", 16, None),
        ("", "4-1", 62, None),
        ("", "20-20", None, None),
        ('[Termination "White resigned"]', "40-24", 16, Ending.RESIGNED),
        ("", "{O wins 40-24} 0-1", -16, None),
        ("", "{O wins 24-40} 0-1", -16, None),
        ("", "{Black wins 33-31} 1-0", 2, None),
        ("", "{Draw 32-32} 1/2-1/2", 0, None),
        ('[Termination "White resigned"]', "1-0", 64, Ending.RESIGNED),
        ('[Termination "Time forfeit"][Result "0-1"]', "", -64, Ending.TIME),
        ('[Termination "abandoned"]', "{X wins 40-24} 1-0", 16, Ending.LEFT),
        ('[Termination "unterminated"]', "*", None, None),
    ],
)
def test_results(tags, end, result, ending):
    """The margin comes from the comment or the tag; a result without a margin gives none."""
    record = parse_pgn(f"{tags}\n1. f5 {end}")
    assert (record.result, record.ending) == (result, ending)


def test_comments_of_moves():
    """A comment is that of the move before it, without its values; the first ones are those of the game."""
    text = '[Event "x"]\n\n{of} {the game} 1. f5 {[%eval 1.5] good} d6 ; to the end\n2. c3 {[%emt 2]}'
    record = parse_pgn(text)
    assert record.comment == "of the game"
    assert [each.comment for each in record.played] == ["good", "to the end", ""]
    assert (record.played[0].value, record.played[2].seconds) == (1.5, 2)


def test_the_final_board_decides_who_won_if_1_0_disagrees_with_it():
    moves = " ".join(map(str, parse_transcript(positions.WIPE_OUT).move_stack))
    assert parse_pgn(f"{moves} 0-1").result == 64


def test_fen_has_row_8_first_and_p_for_the_first_player():
    fen = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1"
    assert parse_pgn(f'[FEN "{fen}"] 1. f5').start == Position.start()
    after = parse_pgn('[FEN "8/8/8/3PPP2/3pP3/8/8/8 b - - 0 1"] 1... d6')
    assert (after.start, after.moves) == (Position.start().play("f5"), ("d6",))


@pytest.mark.parametrize(
    ("date", "found"),
    [
        ("1984.??.??", "1984"),
        ("1984.02.??", "1984-02"),
        ("1984.02.29", "1984-02-29"),
        ("1984", "1984"),
        ("????.??.??", ""),
        ("in spring", "in spring"),
    ],
)
def test_a_date_is_read_as_exactly_as_it_is_known(date, found):
    assert parse_pgn(f'[Date "{date}"] f5').date == found


def test_a_pass_has_a_time_in_its_comment_like_any_other_move():
    moves = positions.passing_board().move_stack
    text = " ".join(f"{'--' if move == PASS else move} {{[%eval 1.25] [%emt 0:01:01.500]}}" for move in moves)
    assert parse_pgn(text).played == tuple(PlayedMove(move, 1.25, 61.5) for move in moves)


def test_games_are_not_written(tmp_path):
    """PGN has no standard for Othello, so it is only read: other formats are named."""
    game = parse_pgn(PGN_GAME)
    with pytest.raises(InvalidNotationError, match="'pgn' is not a text format to write: use one of ggf, "):
        format_game(game, "pgn")
    with pytest.raises(InvalidNotationError, match="'pgn' is not a format to write: use one of ggf, sgf, "):
        write_games(tmp_path / "games.ggf", [game], format="pgn")
    with pytest.raises(FormatError, match=r"must end in one of \.ggf, \.sgf, "):
        write_games(tmp_path / "games.pgn", [game])
