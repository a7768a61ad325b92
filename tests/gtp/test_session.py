"""Sessions: signals to requests, the end of the input, and the reading of lines."""

import io
import threading
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from othello.gtp import session
from othello.gtp.session import GRACE, ProtocolSession, read_lines
from tests.gtp.doubles import Time
from tests.gtp.talk import Talk


class Words(ProtocolSession):
    """A session whose lines are words; "#" has no command, "!" interrupts, and "quit" waits for replies."""

    def parse(self, line):
        return None if line in "#!" else line

    def is_interrupt(self, line):
        return line == "!"

    def waits_for_replies(self, command):
        return command == "quit"

    def is_last(self, line):
        return line == "end"

    end_reply = None

    def carry_out(self, request):
        return self.state.carry_out(request)


class WordsTalk(Talk):
    """A session of words; by default requests are collected."""

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


def run(carry_out, *lines):
    """Carry out lines that are there from the beginning, and the end of the input, in this thread."""
    chunks = ["".join(f"{line}\n" for line in lines).encode(), b""]
    state = SimpleNamespace(carry_out=carry_out, stop=lambda seconds: None, now=Time(), rest=lambda: None)
    Words(state, lambda: chunks.pop(0), None).run()


def test_each_line_with_a_command_makes_a_request_in_the_order_of_the_lines(talk):
    assert [request.command for request in talk.take("a", "#", "b", "!", "a")] == ["a", "b", "a"]


def test_arrival_time(talk):
    """A request has the time at which its line came in, not the time at which it is carried out."""
    times = []
    for word in ("first", "second"):
        talk.now.seconds += 1
        times.append(talk.now.seconds)
        (request,) = talk.take(word)
        talk.now.seconds += 1
        assert request.received == times[-1]


def test_interrupts_reach_all_requests_before(talk):
    """An interrupt reaches the requests before it, done or not, and none after it."""
    first, second = talk.take("a", "b")
    assert not first.interrupted.is_set()
    (third,) = talk.take("!", "c")
    assert first.interrupted.is_set()
    assert second.interrupted.is_set()
    assert not third.interrupted.is_set()


def test_superseded_requests(talk):
    """A request is superseded as soon as another request comes in, but not by other lines."""
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


@pytest.mark.parametrize("last", ["stop", "end"])
def test_the_last_request(last):
    """After a request that ends the session, or a line that is its end, nothing is carried out."""
    seen = []
    run(lambda request: seen.append(request.command) or request.command != "stop", "a", last, "b")
    assert seen == ["a", "stop"][: 2 if last == "stop" else 1]


@pytest.mark.parametrize("error", [BrokenPipeError, ConnectionResetError])
def test_a_controller_that_is_gone(error):
    """A reply that cannot be delivered because the controller is gone ends the session."""
    seen = []

    def carry_out(request):
        seen.append(request.command)
        raise error

    run(carry_out, "a", "b")
    assert seen == ["a"]


def test_any_other_error_of_a_reply_is_for_the_caller():
    def carry_out(request):
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        run(carry_out, "a")


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
    """A controller that sends quit waits for all replies: searches go on while it can read them."""
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


# Lines


def in_pieces(text, size):
    source = io.BytesIO(text)
    return lambda: source.read(size)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_lines(size):
    """The lines do not depend on the pieces in which the input comes, and the last one needs no end."""
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
