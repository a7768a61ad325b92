"""`othello-analyze`: reports, their interval, and the end of the stream."""

import re
import threading
from queue import Empty

import pytest

from othello import PASS, IllegalMoveError, Limits, Line, Position, SearchInfo, parse_square
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.commands.analyze import format_info
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.protocol import GtpError
from othello.gtp.session_state import GtpState
from othello.rules.score import Bound, Centidiscs, Color, Discs, Score
from tests.gtp.doubles import FedEngine, carry_out, request
from tests.gtp.talk import GtpTalk
from tests.positions import ONLY_BLACK
from tests.searches import LARGE

HARD = LARGE[15].position
INFO = re.compile(
    r"info move (pass|[A-H][1-8]) order (\d+) score ([+-]\d+\.\d\d) bound (=|>=|<=) "
    r"kind (exact|wld|selective|heuristic) depth (\d+)(?: probability \d+)? nodes (\d+) time (\d+\.\d\d) "
    r"pv ((?:pass|[A-H][1-8])(?: (?:pass|[A-H][1-8]))*)(?: (?=info)|$)"
)
FINISHED = f"{'X' * 60}OOOO O"
LONG = 10**8
"""An interval, in hundredths of a second, that never passes."""


def infos(line):
    """The moves of a report, which has nothing else."""
    result = list(INFO.finditer(line))
    assert "".join(move[0] for move in result) == line
    return result


def info(depth):
    """A report with one move."""
    score, moves = Score.heuristic(Centidiscs(100 * depth), Color.BLACK, depth), (parse_square("f5"),)
    return SearchInfo(depth, score, 1000, 0.5, moves, (Line(score, depth, moves),))


def test_format():
    """A report shows each move with rank, value, kind and bound, and the search's nodes and time."""
    moves = (parse_square("f5"), parse_square("d6"))
    lines = (
        Line(Score.heuristic(Centidiscs(150), Color.BLACK, 12, 73), 12, moves),
        Line(Score.exact(Discs(-2), Color.BLACK, bound=Bound.UPPER, depth=20), 20, (PASS,)),
    )
    assert format_info(SearchInfo(12, lines[0].score, 1234, 0.5, moves, lines)) == (
        "info move F5 order 0 score +1.50 bound = kind heuristic depth 12 probability 73 nodes 1234 time 0.50"
        " pv F5 D6 "
        "info move pass order 1 score -2.00 bound <= kind exact depth 20 nodes 1234 time 0.50 pv pass"
    )


@pytest.fixture
def stream(fed):
    """A session whose engine gets its reports from the test. The reply to the last command is not read."""
    talk = GtpTalk(fed)
    yield talk
    talk.end()


def report_of(stream):
    return stream.next().removeprefix("=\n").removesuffix("\n")


@pytest.mark.parametrize(
    ("line", "turn", "lines"),
    [
        ("othello-analyze", Color.BLACK, 5),
        ("othello-analyze white", Color.WHITE, 5),
        ("othello-analyze 10 lines 2", Color.BLACK, 2),
        ("othello-analyze w 10 lines 3", Color.WHITE, 3),
        ("othello-analyze lines 60", Color.BLACK, 60),
    ],
)
def test_arguments(stream, fed, line, turn, lines):
    """The color and the number of moves come from the arguments, and the search goes to the end of the
    game."""
    stream.send(line)
    assert fed.next() == (
        Position.from_discs(Position.start().black, Position.start().white, turn),
        Limits(depth=60, multipv=lines),
    )


def test_options(stream, fed):
    """Moves to consider or to exclude, depth, nodes and lines may come in any order."""
    stream.send("othello-analyze 10 without F5,d3 nodes 500 lines 2 depth 7")
    limits = Limits(depth=7, nodes=500, multipv=2, root_moves=["c4", "e6"])
    assert fed.next() == (Position.start(), limits)
    fed.finish()
    assert stream.next() == "=\n\n"
    stream.send("othello-analyze w only C5")
    assert fed.next()[1] == Limits(depth=60, multipv=5, root_moves=["c5"])


@pytest.mark.parametrize(
    ("words", "error"),
    [
        *((words, "syntax error") for words in ("lines 0", "depth", "only", "only i9", "only f5,", "so 3")),
        ("lines 2 lines 3", "syntax error"),
        ("only d3,a1", "black cannot play a1: that flips no disc"),
        ("without d3,c4,f5,e6", "no move is left to consider: black may play d3 c4 f5 e6"),
    ],
)
def test_wrong_options(state, words, error):
    with pytest.raises((GtpError, IllegalMoveError), match=error):
        carry_out(REGISTRY, state, request(f"othello-analyze {words}"))


def test_a_stream_with_a_limit_ends_at_the_limit(session):
    """A controller that asks for a depth or a number of nodes need not guess when they are reached."""
    for limit in ("depth 3", "nodes 1000"):
        session.send(f"othello-analyze 0 {limit} lines 1")
        reports = session.next().removeprefix("=\n")
        while (text := session.next()) != "\n":
            reports += text
        assert infos(reports.splitlines()[-1])


def test_without_an_interval_each_report_is_written_as_it_comes_and_none_twice(stream, fed):
    stream.send("othello-analyze 0")
    fed.next()
    for depth in (1, 2, 3):
        fed.report(info(depth))
        assert report_of(stream) == format_info(info(depth))
    stream.send("name")
    assert stream.next() == "\n"


def test_interval(stream, fed):
    """During the interval nothing is written. The latest report is written at its end."""
    stream.send(f"othello-analyze {LONG}")
    fed.next()
    fed.report(info(1))
    assert report_of(stream) == format_info(info(1))
    fed.report(info(2), info(3))
    fed.finish()
    assert report_of(stream) == format_info(info(3))
    assert stream.output.empty()


def test_a_stream_whose_search_has_ended_by_itself_waits_for_the_next_line(stream, fed):
    stream.send("othello-analyze 0")
    fed.next()
    fed.report(info(1))
    fed.finish()
    assert report_of(stream) == format_info(info(1))
    with pytest.raises(Empty):
        stream.output.get(timeout=0.1)
    stream.send("")
    assert stream.next() == "\n"


def test_a_stream_whose_next_line_was_there_before_it_began_ends_at_once():
    engine = FedEngine()
    state, late = GtpState(LazyEngine(lambda: engine)), request("othello-analyze")
    late.has_input.set()
    assert carry_out(REGISTRY, state, late) == ""


def test_an_error_of_the_search_is_an_error_of_the_command():
    class Broken(FedEngine):
        def steps(self, *arguments):
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        carry_out(REGISTRY, GtpState(LazyEngine(Broken)), request("othello-analyze"))


def test_a_line_that_cannot_be_delivered_ends_the_search():
    def write(text):
        raise BrokenPipeError

    engine = FedEngine()
    engine.report(info(1))
    with pytest.raises(BrokenPipeError):
        carry_out(REGISTRY, GtpState(LazyEngine(lambda: engine)), request("othello-analyze 0", write=write))
    assert not [thread for thread in threading.enumerate() if thread.name == "search"]


# With the real engine


@pytest.fixture
def session(state):
    session = GtpTalk(state=state)
    yield session
    session.end()


def test_stream(session):
    """The reply begins immediately, contains a line for each report, and ends when a command arrives."""
    session.send(f"othello-setup {HARD.format()}")
    assert session.next() == "=\n\n"
    session.send("7 othello-analyze 0 lines 3")
    first = session.next()
    assert first.startswith("=7\ninfo ")
    reports = [first.removeprefix("=7\n"), *(session.next() for _ in range(8))]
    for report in reports:
        assert report.endswith("\n")
        assert report.count("\n") == 1
        assert [int(move[2]) for move in infos(report[:-1])] == list(range(report.count("info")))
    assert max(report.count("info") for report in reports) == 3
    session.send("8 protocol_version")
    while (text := session.next()) != "\n":
        assert infos(text[:-1])
    assert session.next() == "=8 2\n\n"


@pytest.mark.parametrize("line", ["", "# a comment", "# interrupt"])
def test_a_line_without_a_command_ends_the_stream_and_has_no_reply(session, line):
    session.send("othello-analyze")
    assert session.next().startswith("=\ninfo")
    session.send(line)
    while session.next() != "\n":
        pass
    session.send("1 protocol_version")
    assert session.next() == "=1 2\n\n"


def test_if_all_input_is_there_a_stream_has_the_first_report_of_the_search(talk):
    first, *others, empty, last, end, rest = talk(b"othello-analyze lines 4\n1 protocol_version\n").split(
        "\n"
    )
    assert (first, empty, last, end, rest) == ("=", "", "=1 2", "", "")
    assert len(infos(others[-1])) == 4


def test_passes_and_ends(session):
    """A forced pass is the only move of a report, and a finished game cannot be analyzed."""
    session.send(f"othello-setup {ONLY_BLACK}")
    session.next()
    session.send("othello-analyze 0")
    assert [move[1] for move in infos(session.next().removeprefix("=\n")[:-1])] == ["pass"]
    session.send(f"othello-setup {FINISHED}")
    while session.next() != "\n":
        pass
    assert session.next() == "=\n\n"
    session.send("othello-analyze 0")
    assert session.next() == "? the game is over\n\n"
