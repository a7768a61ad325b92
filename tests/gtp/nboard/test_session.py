"""NBoard's protocol: lines, answers, silence after a ping, and the process over pipes."""

import itertools
import threading
import time

import pytest

from gtp.loader import Loader
from gtp.nboard import protocol
from gtp.nboard.session import clock_of
from othello.errors import InvalidNotationError
from othello.formats.ggf import parse_ggf
from othello.formats.obf import read_obf
from othello.limits import Clock
from othello.position import Position
from othello.results import Line
from othello.score import Bound, Centidiscs, Color, Discs, Score
from othello.square import PASS, parse_move
from tests import source
from tests.gtp.driver import EngineProcess
from tests.gtp.nboard_talk import CHOICE, NODESTATS, SEARCH, Talk, ggf, loaded

BLACK = Color.BLACK
COMMAND = ("-m", "othello", "nboard")
HARD = read_obf(source.DATA / "ffo" / "fforum-40-59.obf")
SOLVED = next(iter(read_obf(source.DATA / "ffo" / "fforum-1-19.obf")))
ONLY_PASS = f"-O{'X' * 62} O"
PROMPT = 0.05
"""Seconds within which a ping is to be answered on a computer that has nothing else to do."""


# Lines


@pytest.mark.parametrize(
    ("line", "name", "argument"),
    [
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
        ("quit", "quit", ""),
    ],
)
def test_requests(line, name, argument):
    """Each line of the grammar is read."""
    assert protocol.parse(line) == protocol.Request(name, argument)


@pytest.mark.parametrize(
    "line", ["", " ", "foo", "set", "set colour red", "GO", "go away", "f9", "f5 d6", "pong 1"]
)
def test_other_lines(line):
    """What is no request is ignored."""
    assert protocol.parse(line) is None


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
    """Values are discs in the mover's view; a proved draw is worth what the contempt says."""
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
    """A line says how deep and how sure it is, and only what is proved is called 100%."""
    pv = (parse_move("f5"), PASS, parse_move("d6"))
    assert protocol.format_search(Line(score, 12, pv), 0) == text


@pytest.mark.parametrize(
    ("tags", "moves", "clock"),
    [
        ("", "", None),
        ("TI[0]", "", None),
        ("TI[5:00//2:00]", "", Clock(300.0)),
        ("TI[5:00/0:10/2:00]", "B[f5//20.5]W[d6//100]", Clock(289.5, increment=10)),
        ("TB[1:00]TW[2:00]", "B[f5//20.5]", Clock(120.0)),
        ("TI[1:00//0:30]", "B[f5//70]W[d6]", Clock(20.0)),
        ("TI[1:00//0:30]", "B[f5//100]W[d6]", Clock(0.0)),
    ],
)
def test_clocks(tags, moves, clock):
    """The clock of the side to move is what its moves have left of its time, and then of its grace."""
    assert clock_of(parse_ggf(ggf(tags=tags, moves=moves))) == clock


def test_counts():
    """A number out of its range is refused with the range."""
    assert protocol.parse_count("12", "depth", least=1, most=60) == 12
    for text in ("", "0", "61", "x", "1.5", "9" * 30):
        with pytest.raises(InvalidNotationError, match="is no depth: write a number from 1 to 60"):
            protocol.parse_count(text, "depth", least=1, most=60)


# Conversations


@pytest.fixture
def talk(engine):
    talk = Talk(loaded(engine))
    yield talk
    talk.end()


def test_a_session(talk):
    """What NBoard says, in its order: a name, a pong, hints of two moves, and a choice among them."""
    talk.send(
        "nboard 2", "set depth 4", f"set game {ggf(moves='B[F5//2]W[d6/1.00]')}", "set contempt 0", "ping 1"
    )
    assert talk.until("pong") == ["set myname Othello4", "pong 1"]
    talk.send("hint 2")
    hints = talk.until("status$")
    assert hints[0] == "status Thinking"
    reports = [SEARCH.fullmatch(line) for line in hints if not NODESTATS.fullmatch(line)][1:-1]
    assert all(reports)
    last = {report[1].partition("-")[0]: report[3] for report in reports[-2:]}
    assert set(last.values()) == {"4"}
    talk.send("go")
    choice = CHOICE.fullmatch(talk.until("===")[-1])
    assert choice
    assert choice[1] in last


def test_moves(talk):
    """Moves go on from the game, of either version, with value and time or without, passes as well."""
    position = Position.parse(ONLY_PASS)
    talk.send(f"set game {ggf(position)}", "set depth 3", "hint 5")
    assert "search PA-A1 -64.00 0 100%" in talk.until("status$")
    talk.send("go")
    assert talk.until("===")[-1].startswith("=== PA/-64.00/")
    talk.send("move PA/-1.0/2", "go")
    assert talk.until("===")[-1].startswith("=== A1/+64.00/")
    talk.send("A1", "go")
    assert talk.until("===")[-1].startswith("=== PA/-64.00/")


def test_exact_hints(talk):
    """Near the end hints are exact, and of all the moves if so many are asked for."""
    talk.send(f"set game {ggf(SOLVED.position)}", "set depth 20", "hint 60")
    hints = filter(None, map(SEARCH.fullmatch, talk.until("status$")))
    exact = {parse_move(hint[1][:2].lower()): float(hint[2]) for hint in hints if hint[3] == "100%"}
    assert exact == SOLVED.scores


def test_analysis(talk):
    """Each position of a game, the last one first, has a value, no worse than what its next move led to."""
    moves = "B[F5]W[D6]B[C5]W[F4]B[E7]W[F6]B[G5]W[E6]B[E3]"  # White has no disc left.
    talk.send("set depth 4", f"set game {ggf(moves=moves)}", "analyze")
    lines = [line.split() for line in talk.until("status$") if line.startswith("analysis")]
    assert [int(line[1]) for line in lines] == list(range(9, -1, -1))
    values = [float(line[2]) for line in lines]
    assert values[:2] == [-64, 64]
    for after, before in itertools.pairwise(values):
        assert before >= -after


def test_learn(talk):
    """Learning is answered, and it is said that there is no book."""
    talk.send("learn")
    assert talk.until("learned") == ["status This engine has no book to learn into", "learned"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set depth 0", "'0' is no depth: write a number from 1 to 60"),
        ("set contempt x", "'x' is no contempt: write a number from -1000000 to 1000000"),
        ("hint", "'' is no number of moves: write a number from 1 to 1000000000"),
        ("set game (;GM[Go];)", "the game is 'Go', not Othello"),
        ("set game nonsense", "'nonsense' is not a game: write (;GM[Othello]...;)"),
        ("set game (;GM[Othello]TI[soon];)", "'soon' is not a time: use s, m:s, h:m:s or d.h:m:s"),
        ("move a1", "move 1: black cannot play a1: that turns no disc"),
        ("move zz", "'zz' is not a move: use a1 to h8, or pass"),
    ],
)
def test_mistakes(talk, line, message):
    """What is wrong with a line is shown as the engine's status."""
    talk.send("set depth 1")
    talk.until("set myname")
    talk.send(line)
    assert talk.until("status")[-1] == f"status {message}"


def test_an_unreadable_game(talk):
    """After a game or a move that cannot be read nothing is said of the old game."""
    for line in ("set game nonsense", "move a1"):
        talk.send(f"set game {ggf()}")
        talk.send(line)
        talk.until("status .")
        for request in ("move f5", "go", "hint 3", "analyze"):
            talk.send(request)
            assert talk.until("status .") == ["status There is no position: the game could not be read"]
    talk.send(f"set game {ggf()}", "set depth 2", "go")
    assert CHOICE.fullmatch(talk.until("===")[-1])


def test_finished_games(talk):
    """There is nothing to hint at when the game is over."""
    position = Position.parse("X" * 64 + " O")
    talk.send("set depth 5", f"set game {ggf(position)}", "hint 3", "set depth 6")
    assert talk.until("set myname Othello6") == ["set myname Othello5", "set myname Othello6"]


def test_contempt(talk):
    """A proved draw is worth to black what the contempt says."""
    draw = Position.parse(32 * "X" + 32 * "O" + " O")
    talk.send("set contempt 100", f"set game {ggf(draw)}", "go")
    assert talk.until("===")[-1].startswith("=== PA/-1.00/")
    talk.send("set contempt -5000", "go")
    assert talk.until("===")[-1].startswith("=== PA/+1.99/")


# Stops


HARDEST = [problem.position for problem in HARD][15]


def test_silence_after_a_ping(talk):
    """A ping ends a search that would take for ever, and nothing of the search follows."""
    for number, request in enumerate(("hint 60", "go", "analyze", "hint 1"), 1):
        talk.send("set depth 60", f"set game {ggf(HARDEST)}", request)
        talk.until("status .")
        time.sleep(0.1)
        talk.send(f"ping {number}")
        assert talk.until("pong")[-2:] == ["status", f"pong {number}"]
        time.sleep(0.1)
        assert talk.said.empty()
    talk.send("set depth 2", "go")
    assert CHOICE.fullmatch(talk.until("===")[-1])


def test_a_ping_that_is_written_with_the_request(talk):
    """A request is not even begun when a ping came with it; what follows the ping is carried out."""
    talk.send("set depth 60", f"set game {ggf(HARDEST)}", "hint 60", "go", "ping 1", "set depth 3")
    lines = talk.until("set myname Othello3")
    assert lines[-2:] == ["pong 1", "set myname Othello3"]
    assert not [line for line in lines if line.startswith(("===", "search"))]


def test_other_lines_stop_a_search(talk):
    """Without a ping a search that is stopped says what it has found, so that go has its answer."""
    talk.send("set depth 60", f"set game {ggf(HARDEST)}", "go")
    talk.until("search")
    talk.send("set contempt 0")
    assert CHOICE.fullmatch(talk.until("===")[-1])


def test_the_end_of_the_input_leaves_some_time(engine):
    """Lines from a file get their answers, and no search goes on for long."""
    talk = Talk(loaded(engine))
    talk.send("set depth 60", f"set game {ggf(HARDEST)}", "go", "quit")
    began = time.monotonic()
    lines = talk.end()
    assert CHOICE.fullmatch(lines[-1])
    assert time.monotonic() - began < 10


def test_before_the_engine_is_there(engine):
    """A ping is answered while the engine is loaded; a game waits for it, and it is said why."""
    go_on = threading.Event()

    def make():
        assert go_on.wait(20)
        return engine

    talk = Talk(Loader(make))
    talk.send("nboard 2", "set depth 2", "ping 1", f"set game {ggf()}", "move f5", "ping 2", "go")
    assert talk.until("status") == ["set myname Othello2", "pong 1", "status Loading the engine"]
    assert talk.said.empty()
    go_on.set()
    assert talk.until("pong 2") == ["status", "pong 2"]
    assert CHOICE.fullmatch(talk.until("===")[-1])[1] in ("F4", "D6", "F6")
    assert talk.end() == []


def test_an_engine_that_does_not_start(capsys):
    """Requests that need an engine say why there is none."""

    def make():
        raise MemoryError("too large")

    talk = Talk(Loader(make))
    for request in (f"set game {ggf()}", "go", "hint 1", "analyze"):
        talk.send(request)
        failure = "status the engine did not start: MemoryError: too large"
        assert talk.until(failure)[-1] == failure
    talk.end()
    assert capsys.readouterr().err.count("Traceback") == 1


# The process


def test_over_pipes():
    """Byte by byte: a ping during an endless hint is answered at once, nothing follows, stderr is silent."""
    with EngineProcess(COMMAND) as engine:
        engine.send(f"nboard 2\nset depth 60\nset contempt 0\nset game {ggf(HARDEST)}\nping 1")
        assert engine.output.readline() == b"set myname Othello60\n"
        while (line := engine.output.readline()) != b"pong 1\n":
            assert line in (b"status Loading the engine\n", b"status\n")
        times = []
        for number in range(2, 12):
            engine.send("hint 60")
            assert engine.output.readline() == b"status Thinking\n"
            assert engine.output.readline().startswith(b"search ")
            time.sleep(0.1)
            began = time.perf_counter()
            engine.send(f"ping {number}")
            while (line := engine.output.readline()) != b"pong %d\n" % number:
                assert line.endswith(b"\n")
            times.append(time.perf_counter() - began)
        engine.send("quit")
        assert engine.output.read() == b""
        assert engine.wait() == 0
        assert engine.errors() == ""
        # The best of them: another program may be in the way of some.
        assert min(times) < PROMPT


def test_end_of_input_during_a_hint():
    """A GUI that goes away without a word leaves no process behind."""
    with EngineProcess(COMMAND) as engine:
        engine.send(f"set depth 60\nset game {ggf(HARDEST)}\nhint 1")
        while not engine.output.readline().startswith(b"search"):
            pass
        engine.input.close()
        engine.input = None
        assert engine.wait() == 0
        assert engine.errors() == ""


def test_the_page():
    """The page about the protocol shows each line of its grammar."""
    page = (source.ROOT / "docs" / "nboard.md").read_text(encoding="utf-8")
    for name in (*protocol.WITH_ARGUMENT, *protocol.ALONE, *(f"set {each}" for each in protocol.SETTINGS)):
        assert f"| `{name}" in page
