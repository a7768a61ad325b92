"""Conversations, byte by byte: order, framing, the end of the input, mistakes on either side."""

import io
import threading
import time

import pytest

from gtp.commands.registry import Registry
from gtp.loader import Loader
from gtp.protocol import GtpError
from gtp.session import GRACE, Session, lines
from gtp.session_state import State
from tests.gtp import conversation

LIMIT = 6
"""How many times as much as the cheapest command others may cost."""
CONVERSATIONS = sorted(conversation.FOLDER.glob("*.gtp"))


def split(text, size):
    """A function that reads a text in pieces."""
    source = io.BytesIO(text)
    return lambda: source.read(size)


@pytest.mark.parametrize("path", CONVERSATIONS, ids=lambda path: path.stem)
def test_conversations(talk, path):
    """Written all at once, every command of a file is answered, in order, as the file says."""
    exchanges = conversation.read(path)
    conversation.check(exchanges, talk(b"".join(each.sent + b"\n" for each in exchanges)))


def test_conversations_are_there():
    """The tests have files to read, with replies of both kinds."""
    exchanges = [each for path in CONVERSATIONS for each in conversation.read(path)]
    assert len(CONVERSATIONS) >= 5
    assert any(each.is_pattern for each in exchanges)
    assert any(not each.reply for each in exchanges)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_lines(size):
    """Lines are the same however the input comes in; the last one needs no end."""
    assert list(lines(split(b"a\r\n\nb c\nd", size))) == ["a\r", "", "b c", "d"]
    assert list(lines(split(b"a\n", size))) == ["a"]
    assert list(lines(split(b"", size))) == []


def test_any_bytes(talk):
    """Bytes that are no text are no reason to fall silent."""
    text = bytes(set(range(256)) - set(b"\n#")) + b"\n5 protocol_version\n"
    assert talk(text) == "? unknown command\n\n=5 2\n\n"


def test_input_that_breaks_off():
    """An error of the input is its end."""

    def read():
        raise OSError

    assert list(lines(read)) == []


def test_no_input(talk):
    """Without input there is no output."""
    assert talk(b"") == ""


def test_last_line_without_end(talk):
    """The last command is carried out even if its line has no end."""
    assert talk(b"1 protocol_version\n2 protocol_version") == "=1 2\n\n=2 2\n\n"


def test_quit_is_answered(talk):
    """Quit gets its reply, and what follows is not carried out."""
    assert talk(b"3 quit\n4 name\n") == "=3\n\n"


def test_quit_that_fails(talk):
    """A quit with arguments is an error, and the session goes on."""
    assert talk(b"quit now\n1 protocol_version\n") == "? syntax error\n\n=1 2\n\n"


def test_each_reply_at_once(state):
    """A reply is delivered before the next command comes in."""
    waiting = threading.Semaphore(0)
    replies = []
    commands = [b"1 protocol_version\n", b"2 protocol_version\n", b"quit\n", b""]

    def read():
        if len(commands) < 4:
            assert waiting.acquire(timeout=10)
        return commands.pop(0)

    def write(reply):
        replies.append(reply)
        waiting.release()

    Session(state, read, write).run()
    assert replies == [b"=1 2\n\n", b"=2 2\n\n", b"=\n\n"]


def test_mistake_of_a_handler(state, capsys):
    """An exception becomes a failure of one line, its traceback goes to stderr, and the session lives on."""
    registry = Registry()

    @registry.command("stumble")
    def stumble(state):
        raise RuntimeError("over\n\na stone")

    replies = []
    Session(state, split(b"6 stumble\nstumble\nstumble x\n", 100), replies.append, registry).run()
    assert replies == [
        b"?6 internal error: RuntimeError: over\n.\na stone\n\n",
        b"? internal error: RuntimeError: over\n.\na stone\n\n",
        b"? syntax error\n\n",
    ]
    assert capsys.readouterr().err.count("Traceback") == 2


@pytest.mark.parametrize("error", [BrokenPipeError, ConnectionResetError])
def test_nobody_listens(state, error, capsys):
    """A reply that cannot be delivered is the end, without a word."""
    tried = []

    def write(reply):
        tried.append(reply)
        raise error

    Session(state, split(b"name\nname\n", 100), write).run()
    assert len(tried) == 1
    assert capsys.readouterr().err == ""


def test_a_full_disk(state):
    """Any other reason why a reply cannot be delivered is for the caller to tell."""

    def write(reply):
        raise OSError(28, "No space left on device")

    session = Session(state, split(b"name\n", 100), write)
    with pytest.raises(OSError, match="No space"):
        session.run()


def test_end_of_input_ends_a_search(talk):
    """A search that would take for ever ends soon after the input, and has its move."""
    began = time.monotonic()
    reply = talk(b"othello-level 60\ngenmove b\n")
    assert reply.startswith("=\n\n= ")
    assert GRACE <= time.monotonic() - began < GRACE + 1


def test_end_of_input_spares_short_searches(talk):
    """Commands from a file get the moves that they get from a controller."""
    patient = talk(b"reg_genmove b\nreg_genmove w\nreg_genmove b\nquit\n")
    assert talk(b"reg_genmove b\nreg_genmove w\nreg_genmove b\n") == patient.removesuffix("=\n\n")


def test_quit_waits_for_its_turn(talk):
    """Commands before a quit are carried out in full, though no more input comes."""
    began = time.monotonic()
    reply = talk(b"time_settings 0 1.5 1\ngenmove b\nquit\n")
    assert reply.startswith("=\n\n= ")
    assert reply.endswith("\n\n=\n\n")
    assert GRACE + 0.2 < time.monotonic() - began < 1.5


class SlowLoader(Loader):
    """A game that takes its time, and none in the end."""

    def __init__(self):
        self.go_on = threading.Event()
        super().__init__(self.make)

    def make(self):
        assert self.go_on.wait(10)
        raise RuntimeError("no memory")


def test_handshake_before_the_game(talk, capsys):
    """The first commands of a controller are answered while the engine is being loaded."""
    loader = SlowLoader()
    exchanges = conversation.read(conversation.FOLDER / "handshake.gtp")
    conversation.check(exchanges, talk(b"".join(each.sent + b"\n" for each in exchanges), State(loader)))
    assert loader.is_busy
    loader.go_on.set()
    with pytest.raises(GtpError, match="no memory"):
        loader.get()


def test_engine_that_does_not_start(talk, capsys):
    """When there is no engine, what needs it fails, with the reason; the rest is answered."""
    loader = SlowLoader()
    loader.go_on.set()
    reply = talk(b"protocol_version\nplay b f5\n7 genmove b\nclear_board\n", State(loader))
    failure = "the engine did not start: RuntimeError: no memory"
    assert reply == f"= 2\n\n? {failure}\n\n?7 {failure}\n\n? {failure}\n\n"
    assert capsys.readouterr().err.count("Traceback") == 1


def processor_time(talk, text):
    """Seconds that a conversation takes of the processor, whatever else the computer does."""
    began = time.process_time()
    replies = conversation.replies_in(talk(text))
    used = time.process_time() - began
    assert len(replies) == text.count(b"\n")
    assert all(reply.startswith("=") for reply in replies)
    return used


def test_cheap_commands_are_cheap(talk):
    """Some GUIs begin a new game for each move that they look at: nothing may be wiped or loaded for that.

    A command about the game costs no more than a few times what one costs that needs nothing;
    to clear a small table alone would cost a hundred times as much.
    """
    play = b"clear_board\nplay b f5\nplay w f6\nplay b e6\nplay w f4\n"
    rules = b"gogui-rules_board\ngogui-rules_side_to_move\ngogui-rules_legal_moves\n"
    ratios = []
    for _ in range(5):
        cheapest = processor_time(talk, b"protocol_version\n" * 4000)
        ratios.append(processor_time(talk, (play + rules) * 500) / cheapest)
        if ratios[-1] < LIMIT:
            return
    pytest.fail(f"{ratios} times as much as the cheapest command")
