"""Sessions of both protocols: signals to requests, mistakes, the end of the input, and the process."""

import io
import os
import re
import signal
import threading
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from othello.gtp import session
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.registry import Entry
from othello.gtp.session import GRACE, ProtocolSession, read_lines
from othello.gtp.session_state import GtpState
from tests.gtp.doubles import Time
from tests.gtp.driver import EngineProcess
from tests.gtp.talk import TALKS, GtpTalk, NBoardTalk, Talk, ggf

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
ERROR = {"gtp": "? ", "nboard": "status "}
"""The text before an error message."""
BEST = r"= [A-H][1-8]$|=== [A-H][1-8]/"
"""The form of a move in the answer of any protocol."""
FAILURE = "the engine did not start: too large"
LONG = "x" * 300_000
MISTAKES = [
    ("nboard", "set depth 0", "depth must be a whole number from 1 to 60, not '0'"),
    ("nboard", "set contempt x", "contempt must be a whole number from -1000000 to 1000000, not 'x'"),
    ("nboard", "hint", "the number of moves must be a whole number from 1 to 1000000000, not ''"),
    ("nboard", "set game (;GM[Go];)", "the game is 'Go', not Othello"),
    ("nboard", "set game nonsense", "'nonsense' is not a game: use (;GM[Othello]...;)"),
    ("nboard", "set game (;GM[Othello]TI[soon];)", "'soon' is not a time: use s, m:s, h:m:s or d.h:m:s"),
    ("nboard", "move a1", "black cannot play a1: that flips no disc"),
    ("nboard", "move zz", "'zz' is not a move: use a1 to h8, or pass"),
]
GO = {"nboard": ["set depth 1", f"set game {ggf()}", "go"]}
NEEDS_ENGINE = [
    *(("gtp", line) for line in ("genmove b", "reg_genmove w", "othello-values")),
    *(("nboard", line) for line in (f"set game {ggf()}", "go", "hint 1", "analyze")),
]
LAST_SEARCHES = [
    ("gtp", ["genmove b"]),
    *(("nboard", ["go", *end]) for end in ([], ["quit"])),
]
"""Searches that run at the end of the input, or at a quit that does not wait for answers."""
AFTER_QUIT = {
    "gtp": (["protocol_version", "quit", "name"], ["= 2\n", "=\n"]),
    "nboard": (["set depth 3", "quit", "set depth 4"], ["set myname Othello3"]),
}
ANSWERS = [
    *(("gtp", line) for line in ("name", "othello-analyze")),
    *(("nboard", line) for line in ("set depth 3", "go")),
]
"""Requests with an answer, at once and of a search."""
ENDLESS = {
    "gtp": "othello-level 60\nothello-analyze 1",
    "nboard": "set depth 60\ngo",
}
"""Searches that report until they are stopped."""


# Signals to requests


class Words(ProtocolSession):
    """A session whose lines are words: "#" contains no command, "!" interrupts, "quit" waits for replies."""

    def parse(self, line):
        return None if line in "#!" else line

    def is_interrupt(self, line):
        return line == "!"

    def waits_for_replies(self, command):
        return command == "quit"

    end_reply = None

    def carry_out(self, request):
        return self.state.carry_out(request)


class WordsTalk(Talk):
    """A session of words. By default, requests are collected."""

    def __init__(self, carry_out=None, *, stop=lambda seconds: None):
        self.requests, self.now = SimpleQueue(), Time()
        carry_out = carry_out or self.collect
        super().__init__(
            Words, SimpleNamespace(carry_out=carry_out, stop=stop, now=self.now, rest=lambda: None)
        )

    def collect(self, request):
        self.requests.put(request)
        return True

    def take(self, *lines):
        """Send lines, and return the requests that they make."""
        self.send(*lines)
        return [self.requests.get(timeout=30) for line in lines if line not in "#!"]


@pytest.fixture
def talk():
    talk = WordsTalk()
    yield talk
    talk.end()


def test_each_line_with_a_command_makes_a_request_in_the_order_of_the_lines(talk):
    assert [request.command for request in talk.take("a", "#", "b", "!", "a")] == ["a", "b", "a"]


def test_arrival_time(talk):
    """A request stores the time at which its line arrived, not the time at which it is executed."""
    times = []
    for word in ("first", "second"):
        talk.now.seconds += 1
        times.append(talk.now.seconds)
        (request,) = talk.take(word)
        talk.now.seconds += 1
        assert request.received == times[-1]


def test_interrupts_reach_all_requests_before(talk):
    """An interrupt affects requests before it, whether or not they are done, but none after it."""
    first, second = talk.take("a", "b")
    assert not first.interrupted.is_set()
    (third,) = talk.take("!", "c")
    assert first.interrupted.is_set()
    assert second.interrupted.is_set()
    assert not third.interrupted.is_set()


def test_superseded_requests(talk):
    """A request is superseded as soon as another request arrives, but not by other lines."""
    (first,) = talk.take("a")
    talk.take("#", "!")
    assert not first.superseded.is_set()
    (second,) = talk.take("b")
    assert first.superseded.is_set()
    assert not second.superseded.is_set()


@pytest.mark.parametrize("line", ["#", "!", "b"])
def test_any_line_is_input_after_the_request_before_it(talk, line):
    (first,) = talk.take("a")
    assert not first.has_input.is_set()
    talk.take(line, "c")
    assert first.has_input.is_set()


def test_the_end_of_the_input_counts_as_input_but_supersedes_no_request():
    talk = WordsTalk()
    (last,) = talk.take("a")
    talk.end()
    assert last.has_input.is_set()
    assert not last.superseded.is_set()


def test_the_end_of_the_input_ends_long_searches():
    """After the end of the input, searches that are older than GRACE are stopped."""
    is_stopped, ages = threading.Event(), []

    def stop(older_than):
        ages.append(older_than)
        is_stopped.set()

    talk = WordsTalk(lambda request: is_stopped.wait(30), stop=stop)
    talk.send("a")
    talk.end()
    assert set(ages) == {GRACE}


@pytest.mark.parametrize("has_reader", [True, False])
def test_searches_before_a_quit(has_reader, monkeypatch):
    """A controller that sends quit waits for all replies, so searches continue while it can read them."""
    looked, ages = SimpleQueue(), []

    def looks():
        looked.put(None)
        return has_reader

    def carry_out(request):
        if request.command == "a":
            for _ in range(3):
                looked.get(timeout=30)
        return True

    monkeypatch.setattr(session, "has_reader", looks)
    talk = WordsTalk(carry_out, stop=ages.append)
    talk.send("a", "quit")
    talk.end()
    assert set(ages) == (set() if has_reader else {GRACE})


# Both protocols


@pytest.mark.parametrize(("protocol", "line", "message"), MISTAKES, ids=lambda text: text[:25])
def test_mistakes(engine, protocol, line, message):
    """A mistake gets one line that says what is wrong, and the session continues."""
    talk = TALKS[protocol](engine)
    talk.send(line)
    (answer,) = talk.until(ERROR[protocol])
    assert answer.startswith(ERROR[protocol] + message)
    assert len(answer) < 300
    talk.send(*GO[protocol])
    assert talk.until(BEST)
    talk.end()


@pytest.mark.parametrize(("protocol", "line"), NEEDS_ENGINE)
def test_an_engine_that_does_not_start(protocol, line, capsys):
    """If the engine did not start, a request that needs it tells the reason, and so does standard error."""

    def make():
        raise MemoryError("too large")

    late = LazyEngine(make)
    talk = GtpTalk(state=GtpState(late)) if protocol == "gtp" else NBoardTalk(late=late)
    for _ in range(2):
        talk.send(line)
        while FAILURE not in (text := talk.next()):
            assert "Loading" in text or text == "status\n"
        assert text.strip() == ERROR[protocol] + FAILURE
    assert talk.end() == []
    assert capsys.readouterr().err == f"othello: {FAILURE}\n"


@pytest.mark.parametrize(("protocol", "lines"), LAST_SEARCHES)
def test_a_search_at_the_end_of_the_input(fed, protocol, lines, monkeypatch):
    """A search that runs at the end is stopped after the grace period, and is answered."""
    monkeypatch.setattr(session, "GRACE", 0.0)
    talk = TALKS[protocol](fed)
    talk.send(*lines)
    fed.next()
    assert re.match(BEST, talk.end()[-1])


@pytest.mark.parametrize("protocol", TALKS)
def test_requests_after_quit_are_not_carried_out(fed, protocol):
    lines, answers = AFTER_QUIT[protocol]
    talk = TALKS[protocol](fed)
    talk.send(*lines)
    assert talk.end() == answers


@pytest.mark.parametrize(
    ("protocol", "text"), [("gtp", "over\n.\na stone\n\n"), ("nboard", "over a stone\n")]
)
def test_after_an_error_of_a_handler_the_session_continues(engine, protocol, text, monkeypatch, capsys):
    def stumble(state, request):
        raise RuntimeError("over\n\na stone")

    talk = TALKS[protocol](engine)
    monkeypatch.setitem(talk.session.registry.entries, "stumble", Entry("stumble", {}, stumble))
    talk.send("stumble")
    assert talk.next() == f"{ERROR[protocol]}internal error: RuntimeError: {text}"
    talk.sync()
    talk.end()
    assert capsys.readouterr().err.count("Traceback") == 1


def answer_to(engine, protocol, line, error):
    """Carry out a line in a session whose answers cannot be written."""
    talk, chunks = TALKS[protocol](engine), [f"{line}\n".encode(), b""]
    talk.end()

    def write(data):
        raise error

    talk.session(talk.state, lambda: chunks.pop(0), write).run()


@pytest.mark.parametrize(("protocol", "line"), ANSWERS)
def test_a_full_disk(engine, protocol, line):
    """The session ends with the output's error, and does not report it as a failure of a handler."""
    with pytest.raises(OSError, match="No space"):
        answer_to(engine, protocol, line, OSError(28, "No space left on device"))


@pytest.mark.parametrize("error", [BrokenPipeError, ConnectionResetError])
@pytest.mark.parametrize(("protocol", "line"), ANSWERS)
def test_an_answer_to_a_controller_that_is_gone_ends_the_session(engine, protocol, line, error):
    answer_to(engine, protocol, line, error())


# Processes


@pytest.fixture
def searching(request):
    """A process in an endless search, in the protocol of the test."""
    with EngineProcess(("-m", "othello", request.param, "--hash", "1", "--no-book")) as engine:
        engine.send(ENDLESS[request.param])
        while not engine.output.readline().startswith((b"info move", b"search")):
            assert engine.process.poll() is None
        yield engine


@pytest.mark.parametrize("searching", ["gtp", pytest.param("nboard", marks=pytest.mark.slow)], indirect=True)
def test_the_end_of_the_input_during_a_search(searching):
    """A controller that closes its end leaves no process behind, and no traceback."""
    searching.input.close()
    searching.input = None
    assert searching.wait() == 0
    assert searching.errors() == ""


@posix
@pytest.mark.parametrize("searching", ["nboard"], indirect=True)
def test_interrupts(searching):
    """Ctrl-C stops a search, which then answers. Without a search, it ends the process."""
    searching.process.send_signal(signal.SIGINT)
    while not re.match(BEST, searching.output.readline().decode()):
        assert searching.process.poll() is None
    searching.process.send_signal(signal.SIGINT)
    assert searching.wait() == 130
    assert searching.errors() == ""


# Lines


def in_pieces(text, size):
    source = io.BytesIO(text)
    return lambda: source.read(size)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_lines(size):
    """Lines do not depend on the pieces in which the input arrives, and the last line needs no line end."""
    assert list(read_lines(in_pieces(b"a\r\n\nb c\nd", size))) == ["a\r", "", "b c", "d"]
    assert list(read_lines(in_pieces(b"a\n", size))) == ["a"]
    assert list(read_lines(in_pieces(b"", size))) == []


def test_bytes_that_are_not_utf_8_can_be_written_back_as_they_were():
    line = next(read_lines(in_pieces(b"\xff\xfe.sgf\n", 100)))
    assert line.encode(errors="surrogateescape") == b"\xff\xfe.sgf"


def test_an_error_of_the_input_is_its_end():
    def read():
        raise OSError

    assert list(read_lines(read)) == []
