"""Analyses: values, lines, stable discs, mobility, and the stream that goes on until something comes in."""

import queue
import re
import threading
import time

import pytest

from gtp.commands.analysis import format_info
from gtp.game import Game
from gtp.inbox import Inbox
from gtp.loader import Loader
from gtp.session import Session
from gtp.session_state import State
from othello import mobility
from othello.formats.obf import read_obf
from othello.position import Position
from othello.results import Info, Line
from othello.score import Bound, Centidiscs, Color, Discs, Score
from othello.square import PASS, parse_move, parse_square
from tests import model, positions, source
from tests.gtp.driver import EngineProcess

FOLDER = source.DATA / "ffo"
SOLVED = list(read_obf(FOLDER / "fforum-1-19.obf"))[:4]
HARD = [problem.position for problem in read_obf(FOLDER / "fforum-40-59.obf")][15]
INFO = re.compile(
    r"info move (pass|[A-H][1-8]) order (\d+) score ([+-]\d+\.\d\d) bound (=|>=|<=) "
    r"kind (exact|wld|selective|heuristic) depth (\d+)(?: selectivity \d+)? nodes (\d+) time (\d+\.\d\d) "
    r"pv ((?:pass|[A-H][1-8])(?: (?:pass|[A-H][1-8]))*)(?: (?=info)|$)"
)
ONLY_BLACK = f"XO-{'-' * 61} O"
FINISHED = f"{'X' * 60}OOOO O"


def set_up(position):
    return f"othello-setup {position.format()}"


def infos(line):
    """The reports of a line of text, which has nothing else."""
    found = list(INFO.finditer(line))
    assert "".join(each[0] for each in found) == line
    return found


# Answers


@pytest.mark.parametrize("problem", SOLVED, ids=lambda problem: f"#{problem.line}")
def test_values(run, problem):
    """Near the end each move has its exact value, without a fraction, the best first."""
    run(set_up(problem.position))
    run("othello-level 20")
    words = run("othello-values").split()
    found = {parse_move(move): int(value) for move, value in zip(words[::2], words[1::2], strict=True)}
    assert found == problem.scores
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_values_of_a_color(run):
    """Values that are not exact have a fraction; the color that is not to move can be asked for as well."""
    run("othello-level 3")
    for color, moves in (("black", {"D3", "C4", "F5", "E6"}), ("white", {"E3", "F4", "C5", "D6"})):
        words = run(f"othello-values {color}").split()
        assert set(words[::2]) == moves
        assert all(re.fullmatch(r"[+-]\d+\.\d", value) for value in words[1::2])
    run(f"othello-setup {ONLY_BLACK}")
    assert run("othello-values w") == ""


def test_principal_variation(run):
    """The line can be played as it stands, passes among its moves, and ends a solved game."""
    run(set_up(SOLVED[0].position))
    run("othello-level 20")
    words = run("othello-pv").split()
    for color, move in zip(words[::2], words[1::2], strict=True):
        run(f"play {color} {move}")
    score = max(SOLVED[0].scores.values())
    color = "B" if (score > 0) == (SOLVED[0].position.turn is Color.BLACK) else "W"
    assert run("final_score") == (f"{color}+{abs(score)}" if score else "0")
    assert run("othello-pv") == ""


def test_forced_passes(run):
    """A side that must pass has a line that begins with it."""
    run(f"othello-setup {ONLY_BLACK}")
    assert run("othello-pv") == "w pass b C1"
    assert run("othello-mobility w") == "TEXT Mobility: black 1, white 0"


def test_stable_discs(run):
    """Stable discs are told by color; a color without any has no line."""
    assert run("othello-stable") == "TEXT Stable discs: black 0, white 0"
    run(f"othello-setup XXO{'-' * 61} X")
    assert run("othello-stable") == "BLACK A1 B1\nTEXT Stable discs: black 2, white 0"


def test_mobility(run):
    """Each move has the number of replies to it, and both sides have their numbers of moves."""
    run("play b f5")
    assert run("othello-mobility") == "LABEL F4 5 D6 5 F6 4\nTEXT Mobility: black 3, white 3"


@pytest.mark.parametrize("seed", range(20))
def test_counts(seed):
    """The counts of a side are those of the slow model, whosever turn it is."""
    words = positions.random_position(seed, 10 + seed)
    for turn in Color:
        position = Position(*words, turn)
        moves = model.legal_moves(model.from_words(*words))
        assert mobility.mobility_bits(position, turn) == sum(1 << move for move in moves)
        assert mobility.mobility_bits(position, turn.other) == sum(
            1 << move for move in model.legal_moves(model.from_words(*reversed(words)))
        )
        for color in Color:
            stable = mobility.stable_bits(position, color)
            assert stable & ~(position.black if color is Color.BLACK else position.white) == 0
            for move in position.legal_moves():
                assert mobility.stable_bits(position.play(move), color) & stable == stable


# The stream


def test_format():
    """A report has each line with its rank, value, kind and bound; nodes and time are those of the search."""
    moves = (parse_square("f5"), parse_square("d6"))
    lines = (
        Line(Score.heuristic(Centidiscs(150), Color.BLACK, 12, 73), 12, moves),
        Line(Score.exact(Discs(-2), Color.BLACK, bound=Bound.UPPER, depth=20), 20, (PASS,)),
    )
    assert format_info(Info(12, lines[0].score, 1234, 0.5, moves, lines)) == (
        "info move F5 order 0 score +1.50 bound = kind heuristic depth 12 selectivity 73 nodes 1234 time 0.50"
        " pv F5 D6 "
        "info move pass order 1 score -2.00 bound <= kind exact depth 20 nodes 1234 time 0.50 pv pass"
    )


def test_inbox():
    """News is what comes after a line, and the end is news as well."""
    inbox = Inbox()
    assert inbox.arrive() == 1
    assert not inbox.has_news(1)
    assert inbox.arrive() == 2
    assert inbox.has_news(1)
    assert not inbox.has_news(2)
    assert not inbox.wait(lambda: inbox.has_news(2), 0.01)
    threading.Timer(0.05, inbox.end).start()
    assert inbox.wait(lambda: inbox.has_news(2), 10)


class Talk:
    """A session in this process that is spoken to line by line."""

    def __init__(self, engine):
        self.input, self.said = queue.SimpleQueue(), queue.SimpleQueue()
        state = State(Loader(lambda: Game(engine)))
        self.session = Session(state, self.input.get, lambda data: self.said.put(data.decode()))
        self.thread = threading.Thread(target=self.session.run)
        self.thread.start()

    def send(self, text):
        self.input.put(f"{text}\n".encode())

    def next(self):
        """What is written next, as it is."""
        return self.said.get(timeout=20)

    def end(self):
        self.input.put(b"")
        self.thread.join(20)
        assert not self.thread.is_alive()


@pytest.fixture
def talk(engine):
    talk = Talk(engine)
    yield talk
    talk.end()


def test_stream(talk):
    """The reply begins at once, has a line for each report, and ends when a command comes."""
    talk.send(set_up(HARD))
    assert talk.next() == "=\n\n"
    talk.send("7 othello-analyze 0 lines 3")
    first = talk.next()
    assert first.startswith("=7\ninfo ")
    reports = [first.removeprefix("=7\n"), *(talk.next() for _ in range(8))]
    for report in reports:
        assert report.endswith("\n")
        assert report.count("\n") == 1
        assert [int(each[2]) for each in infos(report[:-1])] == list(range(report.count("info")))
    assert max(report.count("info") for report in reports) == 3
    talk.send("8 protocol_version")
    while (text := talk.next()) != "\n":
        assert infos(text[:-1])
    assert talk.next() == "=8 2\n\n"


@pytest.mark.parametrize("line", ["", "# a comment", "# interrupt"])
def test_any_line_ends_a_stream(talk, line):
    """A line without a command ends the stream as well, and has no reply."""
    talk.send("othello-analyze")
    assert talk.next().startswith("=\ninfo")
    talk.send(line)
    while talk.next() != "\n":
        pass
    talk.send("1 protocol_version")
    assert talk.next() == "=1 2\n\n"


def test_a_solved_position_waits(talk):
    """When there is nothing more to find out the stream says no more, and still ends only with a line."""
    talk.send(set_up(SOLVED[0].position))
    talk.next()
    talk.send("othello-analyze 0 lines 60")
    found = {}
    text = talk.next().removeprefix("=\n")
    while found != SOLVED[0].scores:
        found = {
            parse_move(each[1].lower()): float(each[3]) for each in infos(text[:-1]) if each[5] == "exact"
        }
        if found != SOLVED[0].scores:
            text = talk.next()
    time.sleep(0.2)
    assert talk.said.empty()
    talk.send("")
    assert talk.next() == "\n"


def test_interval(talk):
    """Lines do not come more often than they are asked for."""
    talk.send("othello-analyze b 20")
    times = []
    for _ in range(4):
        talk.next()
        times.append(time.monotonic())
    # The first line may have waited for this thread.
    assert times[-1] - times[1] > 0.35


def test_color(talk):
    """The color comes first; without it the side to move is meant."""
    talk.send("othello-analyze white 10 lines 9")
    assert {each[1] for each in infos(talk.next().removeprefix("=\n")[:-1])} <= {"E3", "F4", "C5", "D6"}
    talk.send("othello-analyze lines 1")
    while not (text := talk.next()).startswith("=\n"):
        pass
    assert {each[1] for each in infos(text.removeprefix("=\n")[:-1])} <= {"D3", "C4", "F5", "E6"}


def test_stream_of_a_file(talk_at_once):
    """With all input there already, a stream has what is found at once."""
    reply = talk_at_once(b"othello-analyze lines 4\n1 protocol_version\n")
    first, *others, empty, last, end, rest = reply.split("\n")
    assert (first, empty, last, end, rest) == ("=", "", "=1 2", "", "")
    assert others
    assert len(infos(others[-1])) == 4


@pytest.fixture
def talk_at_once(talk, engine):
    def at_once(text):
        replies, chunks = [], [text, b""]
        Session(State(Loader(lambda: Game(engine))), lambda: chunks.pop(0), replies.append).run()
        return b"".join(replies).decode()

    return at_once


def test_passes_and_ends(talk):
    """A forced pass is the only line, and a finished game cannot be analyzed."""
    talk.send(f"othello-setup {ONLY_BLACK}")
    talk.next()
    talk.send("othello-analyze 0")
    assert [each[1] for each in infos(talk.next().removeprefix("=\n")[:-1])] == ["pass"]
    talk.send(f"othello-setup {FINISHED}")
    while talk.next() != "\n":
        pass
    assert talk.next() == "=\n\n"
    talk.send("othello-analyze 0")
    assert talk.next() == "? the game is over\n\n"


def test_nobody_listens_to_a_stream(engine, capsys):
    """When a line of a stream cannot be delivered the session ends without a word, and the search as well."""

    def write(data):
        raise BrokenPipeError

    source = queue.SimpleQueue()
    source.put(b"othello-analyze 0\n")
    session = Session(State(Loader(lambda: Game(engine))), source.get, write)
    session.run()
    source.put(b"")
    assert capsys.readouterr().err == ""
    assert not [each for each in threading.enumerate() if each.name == "analysis"]


# Interrupts


def test_an_interrupt_ends_a_search(talk):
    """GoGui's comment makes the engine move at once, and does not touch the next search."""
    talk.send("othello-level 60")
    talk.next()
    talk.send("genmove b")
    time.sleep(0.2)
    began = time.monotonic()
    talk.send("# interrupt")
    assert re.fullmatch(r"= [A-H][1-8]\n\n", talk.next())
    assert time.monotonic() - began < 2
    talk.send("othello-level 1")
    assert talk.next() == "=\n\n"
    talk.send("genmove w")
    assert re.fullmatch(r"= [A-H][1-8]\n\n", talk.next())


def test_an_interrupt_that_comes_early(talk):
    """It reaches a search that has not begun yet, because the reader is faster."""
    talk.send("othello-level 60\ngenmove b\n #  interrupt ")
    assert talk.next() == "=\n\n"
    assert re.fullmatch(r"= [A-H][1-8]\n\n", talk.next())


@pytest.mark.parametrize("comment", ["# interrupted", "name # interrupt", "interrupt"])
def test_other_comments(talk, comment):
    """Only the comment alone is an interrupt."""
    talk.send("othello-level 60")
    talk.next()
    talk.send(f"genmove b\n{comment}")
    time.sleep(0.2)
    assert talk.said.empty()
    talk.send("# interrupt")
    assert talk.next().startswith("= ")


def test_over_pipes():
    """A stream over pipes: lines come while the engine searches, and end at once with the next command."""
    with EngineProcess() as engine:
        engine.ask(set_up(HARD))
        engine.send("othello-analyze 1 lines 2")
        assert engine.output.readline() == b"=\n"
        for _ in range(3):
            assert infos(engine.output.readline().decode().removesuffix("\n"))
        engine.send("name")
        while (line := engine.output.readline()) != b"\n":
            assert line.startswith(b"info ")
        assert engine.reply() == "= Othello\n"
        assert engine.ask("quit") == ""
        assert engine.wait() == 0
        assert engine.errors() == ""
