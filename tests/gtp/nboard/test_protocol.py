"""Lines of NBoard's protocol."""

import pytest

from othello import PASS, Line, parse_move
from othello.gtp.nboard import protocol
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.protocol import Command
from othello.rules.score import Bound, Centidiscs, Color, Discs, Score

BLACK = Color.BLACK
parse = NBoardSession(None, None, None).parse


def test_each_line_of_the_protocol_is_split_into_its_name_and_its_argument():
    for line, name, argument in [
        ("nboard 2", "nboard", "2"),
        ("set depth 12", "set depth", "12"),
        ("set  contempt   -100 ", "set contempt", "-100"),
        ("set game (;GM[Othello]B[f5 ]; )", "set game", "(;GM[Othello]B[f5 ]; )"),
        ("move F5/1.23/4.5", "move", "F5/1.23/4.5"),
        ("F5", "move", "F5"),
        ("pa\r", "move", "pa"),
        ("hint 3", "hint", "3"),
        ("go", "go", ""),
        ("ping 17", "ping", "17"),
        ("learn", "learn", ""),
        ("analyze", "analyze", ""),
    ]:
        assert parse(line) == Command("", name, (argument,) if argument else ()), line


def test_a_line_that_is_not_of_the_protocol_is_ignored():
    lines = ["", " ", "foo", "set", "set colour red", "GO", "go away", "f9", "f5 d6", "pong 1", "quit now"]
    assert [line for line in lines if parse(line) is not None] == []


@pytest.mark.parametrize(
    ("score", "contempt", "text"),
    [
        (Score.heuristic(Centidiscs(-150), BLACK, 12), 0, "-1.50"),
        (Score.exact(Discs(12), BLACK), 0, "+12.00"),
        (Score.exact(Discs(0), BLACK), 100, "+1.00"),
        (Score.exact(Discs(0), Color.WHITE), 100, "-1.00"),
        (Score.exact(Discs(0), BLACK, bound=Bound.LOWER), 100, "+0.00"),
        (Score.heuristic(Centidiscs(0), BLACK, 12), 100, "+0.00"),
    ],
)
def test_values(score, contempt, text):
    """A value is in discs, for the mover. A proved draw has the value of the contempt."""
    assert protocol.format_eval(score, contempt) == text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score.heuristic(Centidiscs(150), BLACK, 12), "search F5-PA-D6 +1.50 0 12"),
        (Score.heuristic(Centidiscs(150), BLACK, 12, 73), "search F5-PA-D6 +1.50 0 12@73%"),
        (
            Score.heuristic(Centidiscs(150), BLACK, 13, bound=Bound.LOWER),
            "search F5-PA-D6 +1.50 0 12 at least",
        ),
        (Score.exact(Discs(2), BLACK, depth=12), "search F5-PA-D6 +2.00 0 100%"),
        (Score.exact(Discs(2), BLACK, depth=20, bound=Bound.UPPER), "search F5-PA-D6 +2.00 0 12 at most"),
        (Score.wld(1, BLACK, depth=12), "search F5-PA-D6 +1.00 0 100%W"),
        (Score.selective(Discs(2), BLACK, 73, depth=24), "search F5-PA-D6 +2.00 0 24@73%"),
    ],
)
def test_reports_of_lines(score, text):
    """A report of a line shows its depth and selectivity, and 100% only if the value is proved."""
    pv = (parse_move("f5"), PASS, parse_move("d6"))
    assert protocol.format_search(Line(score, 12, pv), 0) == text
