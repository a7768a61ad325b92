"""Lines of UGI, options and limits, without a session."""

import pytest
from hypothesis import given, strategies as st

from othello import PASS, Clock, InvalidNotationError, Limits, Line, SearchInfo, parse_move
from othello.gtp.ugi import protocol
from othello.gtp.ugi.go_limits import GoLimits, parse_limits
from othello.gtp.ugi.options import all_options, parse_setting
from othello.rules.score import Bound, Centidiscs, Color, Discs, Score
from tests.gtp.talk import INFO

OPTIONS = all_options(table_mib=256, threads=2, level=None, seed=7, has_book=True, ponders=False)


@given(st.text())
def test_any_line_is_a_command_or_blank(line):
    assert (protocol.parse(line) is None) is (not line.split())


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score.heuristic(Centidiscs(-153), Color.BLACK, 4), "cp -153"),
        (Score.heuristic(Centidiscs(20), Color.BLACK, 12, probability=73), "cp 20 confidence 73"),
        (Score.selective(Discs(4), Color.WHITE, 95, depth=24), "cp 400 confidence 95"),
        (Score.exact(Discs(-64), Color.WHITE), "cp -6400 exact"),
        (Score.exact(Discs(2), Color.WHITE, bound=Bound.LOWER), "cp 200 exact lowerbound"),
        (Score.exact(Discs(2), Color.WHITE, bound=Bound.UPPER), "cp 200 exact upperbound"),
    ],
)
def test_a_score_is_in_hundredths_of_a_disc_and_says_how_certain_it_is(score, text):
    assert protocol.format_score(score) == text


def test_reports():
    """A report has the depth, the number of the line, the score, the work, and the moves."""
    score = Score.wld(1, Color.BLACK, depth=20)
    line = Line(score, 20, (parse_move("f5"), PASS, parse_move("d6")))
    info = SearchInfo(20, score, 5000, 0.25, line.pv, (line,))
    text = protocol.format_line(line, 2, info)
    moves = "nodes 5000 nps 20000 time 250 pv f5 0000 d6"
    assert text == f"info depth 20 multipv 2 score cp {score.value} wld {moves}"
    assert INFO.fullmatch(text)


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("", Limits()),
        ("depth 12", Limits(depth=12)),
        ("nodes 5000 depth 3", Limits(depth=3, nodes=5000)),
        ("movetime 1500", Limits(seconds=1.0)),
        ("movetime 100", Limits(seconds=0.0)),
        ("p1time 60000 p2time 30000 p1inc 2000 p2inc 0", Limits(clock=Clock(59.5, 2.0))),
        ("p1time 60000 p2time 1 movestogo 20", Limits(clock=Clock(59.5, 0.0, 20))),
        ("p1time -300 p2time 30000", Limits(clock=Clock(0.0))),
        ("p2time 30000", Limits()),
    ],
)
def test_limits(words, limits):
    """The limits are those of the first player when it is to move, less the time since the line came in."""
    read = parse_limits(words.split())
    assert (read.unread, read.is_unbounded) == ((), False)
    assert read.limits(Color.BLACK, 1, 0.5) == limits


def test_white_is_the_second_player():
    read = parse_limits(["p1time", "60000", "p2time", "30000", "p1inc", "2000", "p2inc", "1000"])
    assert read.limits(Color.WHITE, 3, 0.0) == Limits(clock=Clock(30.0, 1.0), multipv=3)


@pytest.mark.parametrize("word", ["infinite", "ponder"])
def test_searches_without_an_end(word):
    """A search of go infinite or go ponder has no other end than a stop, whatever other limits there are."""
    read = parse_limits([word, "depth", "3"])
    assert read.is_unbounded
    assert read.unbounded(2) == Limits(level=60, multipv=2)


@pytest.mark.parametrize(
    "words",
    ["depth", "depth x", "depth 0", "depth -1", "nodes 0", "movetime -1", "mate 3", "depth 3.5", "p1inc -1"],
)
def test_limits_that_are_none(words):
    """Words that are not a limit are kept for the message, and the limits after them hold."""
    assert parse_limits([*words.split(), "nodes", "7"]) == GoLimits({"nodes": 7}, unread=tuple(words.split()))


@given(st.lists(st.sampled_from(["depth", "p1time", "infinite", "-3", "12", "x", "9" * 20, ""])))
def test_any_limits(words):
    """Each word is read or kept, and the limits are always such that an engine takes them."""
    read = parse_limits(words)
    count = 2 * len(read.numbers) + len(read.unread)
    assert count <= len(words)
    read.limits(Color.BLACK, 1, 0.0)


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        ("name Hash value 64", ("hash", "64")),
        ("name clear hash", ("clear hash", "")),
        ("name Level value", ("level", "")),
        ("NAME OwnBook VALUE False", ("book", "False")),
        ("name Skill Level value two words", ("skill level", "two words")),
    ],
)
def test_names_and_values_may_have_blanks_and_names_may_be_in_any_case(words, setting):
    assert parse_setting(tuple(words.split())) == setting


@pytest.mark.parametrize("words", ["", "Hash 64", "name", "value 3"])
def test_an_option_without_a_name_is_refused(words):
    with pytest.raises(InvalidNotationError, match="an option has a name"):
        parse_setting(tuple(words.split()))


def test_declarations():
    """The lines that announce the options have their kinds, defaults and ranges."""
    lines = [option.declaration() for option in OPTIONS.values()]
    assert lines[1:] == [
        "option name Clear Hash type button",
        "option name Threads type spin default 2 min 1 max 256",
        "option name Level type string default auto",
        "option name Seed type spin default 7 min 0 max 2147483647",
        "option name Book type check default true",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 60",
    ]
    assert lines[0].startswith("option name Hash type spin default 256 min 1 max ")


@pytest.mark.parametrize("text", ["", "0", "257", "x", "1.5", "-1", "9" * 30, "¹"])
def test_a_number_that_is_none_or_out_of_its_range_is_refused_with_the_range(text):
    with pytest.raises(InvalidNotationError, match="write a number from 1 to 256"):
        OPTIONS["threads"].number(text)


def test_a_switch_is_true_or_false_in_any_case():
    assert OPTIONS["book"].switch("TRUE")
    assert not OPTIONS["book"].switch("false")
    with pytest.raises(InvalidNotationError, match="write true or false"):
        OPTIONS["book"].switch("on")
