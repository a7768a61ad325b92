"""Conversations: signals to requests, the end of the input, and the reading of lines."""

import io
import threading
from queue import SimpleQueue

import pytest

from othello.gtp.conversation import GRACE, Conversation, read_lines
from tests.gtp.doubles import Time

END = object()


class Talk:
    """A conversation whose lines are words; "#" has no command, "!" interrupts, and "quit" is patient."""

    def __init__(self, lines=None, *, has_reader=lambda: True, stop_search=lambda seconds: None, now=None):
        self.input, self.requests = SimpleQueue(), SimpleQueue()
        self.conversation = Conversation(
            iter(self.input.get, END) if lines is None else lines,
            lambda line: None if line in "#!" else line,
            is_interrupt=lambda line: line == "!",
            is_patient=lambda command: command == "quit",
            has_reader=has_reader,
            stop_search=stop_search,
            now=now or Time(),
        )

    def begin(self, carry_out=None):
        """Run the conversation in a thread; by default requests are collected."""
        self.thread = threading.Thread(target=self.conversation.run, args=(carry_out or self.collect,))
        self.thread.start()
        return self

    def collect(self, request):
        self.requests.put(request)
        return True

    def send(self, *lines):
        for line in lines:
            self.input.put(line)

    def take(self, *lines):
        """Send lines, and return the requests that they make."""
        self.send(*lines)
        return [self.requests.get(timeout=30) for line in lines if line not in "#!"]

    def end(self):
        self.input.put(END)
        self.thread.join(30)
        assert not self.thread.is_alive()


@pytest.fixture
def talk():
    talk = Talk().begin()
    yield talk
    talk.end()


def test_requests_come_in_order(talk):
    """Each line with a command makes a request, in the order of the lines."""
    assert [each.command for each in talk.take("a", "#", "b", "!", "a")] == ["a", "b", "a"]


def test_arrival_time():
    """A request has the time at which its line came in, not the time at which it is carried out."""
    now, is_read, seen = Time(), threading.Event(), []

    def lines():
        for now.seconds, line in enumerate(("first", "second", "last")):
            yield line
        now.seconds = 100
        is_read.set()

    def carry_out(request):
        assert is_read.wait(30)
        seen.append((request.command, request.received))
        return True

    Talk(lines(), now=now).conversation.run(carry_out)
    assert seen == [("first", 0), ("second", 1), ("last", 2)]


def test_interrupts_reach_all_requests_before(talk):
    """An interrupt reaches the requests before it, done or not, and none after it."""
    first, second = talk.take("a", "b")
    assert not first.interrupt.is_set()
    (third,) = talk.take("!", "c")
    assert first.interrupt.is_set()
    assert second.interrupt.is_set()
    assert not third.interrupt.is_set()


def test_successors(talk):
    """A request has a successor as soon as another request comes in; other lines are none."""
    (first,) = talk.take("a")
    talk.take("#", "!")
    assert not first.successor.is_set()
    (second,) = talk.take("b")
    assert first.successor.is_set()
    assert not second.successor.is_set()


@pytest.mark.parametrize("line", ["#", "!", "b"])
def test_next_lines(talk, line):
    """Any line is the next line of the request before it."""
    (first,) = talk.take("a")
    assert not first.next_line.is_set()
    talk.take(line, "c")
    assert first.next_line.is_set()


def test_the_end_of_the_input_is_a_next_line():
    """The end of the input is the next line of the last request, but not its successor."""
    talk = Talk().begin()
    (last,) = talk.take("a")
    talk.end()
    assert last.next_line.is_set()
    assert not last.successor.is_set()


def test_a_request_can_be_the_last():
    """After a request that ends the conversation no other one is carried out."""
    talk, seen = Talk(), []

    def carry_out(request):
        seen.append(request.command)
        return request.command != "stop"

    talk.begin(carry_out)
    talk.send("a", "stop", "b")
    talk.end()
    assert seen == ["a", "stop"]


@pytest.mark.parametrize("error", [BrokenPipeError, ConnectionResetError])
def test_a_controller_that_is_gone(error):
    """A reply that cannot be delivered because the controller is gone ends the conversation."""
    talk, seen = Talk(), []

    def carry_out(request):
        seen.append(request.command)
        raise error

    talk.send("a", "b", END)
    talk.conversation.run(carry_out)
    assert seen == ["a"]


def test_other_errors_of_a_reply():
    """Any other error of a reply is for the caller."""
    talk = Talk()

    def carry_out(request):
        raise OSError(28, "No space left on device")

    talk.send("a", END)
    with pytest.raises(OSError, match="No space"):
        talk.conversation.run(carry_out)


def test_the_end_of_the_input_ends_long_searches():
    """After the end of the input, searches that are older than GRACE are stopped."""
    is_stopped, ages = threading.Event(), []

    def stop_search(older_than):
        ages.append(older_than)
        is_stopped.set()

    talk = Talk(stop_search=stop_search).begin(lambda request: is_stopped.wait(30))
    talk.send("a")
    talk.end()
    assert set(ages) == {GRACE}


@pytest.mark.parametrize("has_reader", [True, False])
def test_searches_before_a_quit(has_reader):
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

    talk = Talk(has_reader=looks, stop_search=ages.append)
    talk.send("a", "quit", END)
    talk.conversation.run(carry_out)
    assert set(ages) == (set() if has_reader else {GRACE})


# Lines


def in_pieces(text, size):
    """Return a function that reads a text in pieces."""
    source = io.BytesIO(text)
    return lambda: source.read(size)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_lines(size):
    """The lines do not depend on the pieces in which the input comes, and the last one needs no end."""
    assert list(read_lines(in_pieces(b"a\r\n\nb c\nd", size))) == ["a\r", "", "b c", "d"]
    assert list(read_lines(in_pieces(b"a\n", size))) == ["a"]
    assert list(read_lines(in_pieces(b"", size))) == []


def test_bytes_that_are_not_text():
    """Bytes that are not UTF-8 can be written back as they were."""
    line = next(read_lines(in_pieces(b"\xff\xfe.sgf\n", 100)))
    assert line.encode(errors="surrogateescape") == b"\xff\xfe.sgf"


def test_input_that_breaks_off():
    """An error of the input is its end."""

    def read():
        raise OSError

    assert list(read_lines(read)) == []
