"""GGF, as GGS, NBoard and other programs write it."""

from io import StringIO

import pytest
from hypothesis import given, strategies as st

from othello import PASS, Color, Ending, GameRecord, OthelloError, PlayedMove, Position, parse_square
from othello.formats.ggf import (
    format_ggf,
    format_ggf_move,
    parse_ggf,
    parse_ggf_move,
    read_ggf,
)
from othello.formats.ggf_clock import GgfClock, Times, format_ggf_clock, parse_ggf_clock
from othello.storage.content import Content
from tests import positions
from tests.cases import cases
from tests.formats import records
from tests.formats.samples import GGF_BOARD, GGS, NBOARD


def test_a_game_of_nboard():
    """The example in NBoard's description is read: names, clocks, values and times."""
    record = parse_ggf(NBOARD)
    assert (record.black.name, record.white.name, record.event) == ("Chris", "Edax4", "NBoard")
    assert record.date == "2014-02-21 20:52:27 GMT"
    assert record.black.clock == record.white.clock == "15:00//02:00"
    assert record.result is None
    f5, d6, c3, d3 = map(parse_square, ("f5", "d6", "c3", "d3"))
    moves = (PlayedMove(f5, None, 1.25), PlayedMove(d6, 0.5, 2.0), PlayedMove(c3), PlayedMove(d3, None, 0.01))
    assert record.played == moves


def test_dates_and_results_are_read_in_the_forms_of_the_ggs_server():
    record = parse_ggf(GGS)
    assert record.date == "2004-09-18 05:54:38 MDT"
    assert (record.black.rating, record.white.rating) == (1720.5, 2011.25)
    assert (record.result, record.ending) == (12.0, Ending.RESIGNED)


@given(records.plain_records())
def test_omitted_passes_are_found_by_the_colors_of_the_moves(record):
    text = format_ggf(record).replace("B[PA]", "").replace("W[PA]", "")
    moves = record.moves[:-1] if record.moves and record.moves[-1] == PASS else record.moves
    assert parse_ggf(text).moves == moves


def test_every_pass_is_written_as_nboard_requires():
    record = GameRecord.from_board(positions.passing_board())
    assert format_ggf(record).count("[PA]") == record.moves.count(PASS) > 0


@cases(
    "text",
    [
        NBOARD.replace("---O*---", "---O*-- -"),
        NBOARD.replace("---O*---", "\n---O*---\n"),
        NBOARD.replace("---O*---", "---OX---").replace("---*O---", "---Xo---"),
        NBOARD.replace("-------- --------", "................"),
        NBOARD.replace("BO[", "XX[unknown ;) (; property]BO["),
        NBOARD.replace("]B[C3]", "];\n\tB[c3]"),
        NBOARD.replace("TY[8]", "").replace("GM[Othello]", ""),
        NBOARD.replace(f"BO[{GGF_BOARD}]", ""),
        f"1 {NBOARD}",
        f"  {NBOARD}\r\n",
    ],
)
def test_spellings(text):
    """Spaces, line ends, other cells, and unknown or missing properties are accepted."""
    assert parse_ggf(text) == parse_ggf(NBOARD)


def test_the_two_games_of_a_match_are_read_from_one_line():
    games = read_ggf(Content.of(StringIO(f"2 {NBOARD}{GGS}")))
    assert list(games) == [parse_ggf(NBOARD), parse_ggf(GGS)]


@cases(
    ("text", "played"),
    [
        ("F5", PlayedMove(37)),
        ("f5/1.5", PlayedMove(37, 1.5)),
        ("f5//2", PlayedMove(37, None, 2.0)),
        ("F5/-1.25/0.01", PlayedMove(37, -1.25, 0.01)),
        ("PA", PlayedMove(PASS)),
        ("pass/0/1e-3", PlayedMove(PASS, 0.0, 0.001)),
    ],
)
def test_moves(text, played):
    """A move may include a value and a time, and is read back from its text."""
    assert parse_ggf_move(text) == played
    assert parse_ggf_move(format_ggf_move(played)) == played


@cases(
    ("text", "clock"),
    [
        ("05:00//02:00", GgfClock(300, 0, 120)),
        ("5:00", GgfClock(300, 0, 120)),
        ("15:00/0:12/0", GgfClock(900, 12, 0)),
        ("1:00:00/30/", GgfClock(3600, 30, 120)),
        ("1.00:00:00//", GgfClock(86400, 0, 120)),
        ("", GgfClock(0, 0, 120)),
        ("90//0", GgfClock(90, 0, 0)),
    ],
)
def test_clocks(text, clock):
    """A time control contains days, hours, minutes and seconds, with or without increment and grace time."""
    assert parse_ggf_clock(text) == clock


def test_a_clock_may_be_used_to_its_end():
    times = Times(GgfClock(2, 0, 120))
    assert [times.left(Color.BLACK, seconds) for seconds in (1.5, 0.5, 0.1, 0.0)] == [0.5, 0.0, None, None]


@given(st.builds(GgfClock, *3 * [st.integers(0, 10**6)]))
def test_a_time_control_is_read_back_from_its_text(clock):
    assert parse_ggf_clock(format_ggf_clock(clock)) == clock


@cases("text", ["5 minutes", "1:2:3:4", "1/2/3/4", "-5", "1:x"])
def test_a_text_that_is_not_a_time_control_is_an_error(text):
    with pytest.raises(OthelloError):
        parse_ggf_clock(text)


def test_brackets_in_a_name_are_replaced_because_ggf_cannot_quote_them():
    record = parse_ggf(NBOARD.replace("Chris", "x"))
    odd = GameRecord(record.played, black=records.Player("a[1]\nb"))
    assert parse_ggf(format_ggf(odd)).black.name == "a(1) b"


def test_games_over_many_lines(tmp_path):
    """A game may take several lines, a match may take one line, and old files are not UTF-8."""
    path = tmp_path / "games.ggf"
    tall = NBOARD.replace("]", "]\r\n").replace("Chris", "J\xfcrgen ;)")
    path.write_bytes(f"2 {NBOARD}{GGS}\n\n{tall}\r\n{GGS}".encode("iso-8859-1"))
    games = list(read_ggf(path))
    assert [game.black.name for game in games] == ["Chris", "alice", "J\xfcrgen ;)", "alice"]


def test_a_game_from_another_first_position_is_read_back():
    position = Position.start().play(parse_square("f5"))
    record = GameRecord.from_moves([parse_square("d6")], start=position)
    assert "BO[8 " in format_ggf(record)
    assert parse_ggf(format_ggf(record)) == record


def test_comments_of_moves_are_read():
    """CO before the first move is the comment on the game. After a move, it is the comment on that move."""
    record = parse_ggf("(;GM[Othello]CO[the game]B[f5]CO[good]W[d6];)")
    assert record.comment == "the game"
    assert [played.comment for played in record.played] == ["good", ""]


def test_a_field_that_cannot_be_read_costs_only_itself():
    """Each bad field is reported by its name, and the moves and all other fields are read."""
    fields = [
        ("TY[8]", "TY[0]", "TY is ignored: '0' contradicts the board of 8 by 8 squares"),
        ("RE[?]", "RE[4222]", "RE is ignored: '4222' is not a result such as"),
        ("RE[?]", "RE[+66]", "RE is ignored: '+66' is not a result such as"),
        ("PB[", "RB[abc]PB[", "RB is ignored: 'abc' is not a number"),
        ("d6/0.50/2", "d6/NaN/2", "the value of move 2 is ignored: 'NaN' is not a number"),
        ("d6/0.50/2", "d6/0.5/-2", "the time of move 2 is ignored: -2 is negative"),
        (
            "d6/0.50/2",
            "d6/1/2/3",
            "part of move 2 is ignored: 'd6/1/2/3' contains more than a value and a time",
        ),
    ]
    for old, new, warning in fields:
        record = parse_ggf(NBOARD.replace(old, new))
        assert record.moves == parse_ggf(NBOARD).moves
        assert record.black == parse_ggf(NBOARD).black
        assert len(record.warnings) == 1
        assert record.warnings[0].startswith(warning)


def test_a_decimal_comma_is_a_point():
    record = parse_ggf(NBOARD.replace("d6/0.50/2", "d6/0,50/2,5").replace("PB[", "RB[1720,5]PB["))
    assert (record.played[1], record.black.rating) == (PlayedMove(43, 0.5, 2.5), 1720.5)
    assert record.warnings == ()


def test_the_results_of_edax_and_of_other_programs():
    """Edax writes -127 for an unfinished game. Some programs write discs, or capital letters."""
    results = {"-127.000": None, "40-24": 16, "+12.000:R": 12, "-4": -4, "12": 12, "+0.000": 0}
    for text, result in results.items():
        record = parse_ggf(NBOARD.replace("RE[?]", f"RE[{text}]"))
        assert (record.result, record.warnings) == (result, ())
