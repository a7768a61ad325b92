"""Sessions of either protocol in this process, and the forms of their lines."""

import queue
import re
import threading

from othello import PASS, Position, parse_move
from othello.gtp.gtp_session import GtpSession
from othello.gtp.lazy_engine import LazyEngine
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.nboard.session_state import NBoardState
from othello.gtp.session_state import GtpState
from tests.waiting import PATIENCE

SEARCH = re.compile(
    r"search ((?:[A-H][1-8]|PA)(?:-(?:[A-H][1-8]|PA))*) "
    r"([+-]\d+\.\d\d) 0 (\d+(?:@\d+%)?|100%W?)( at (?:least|most))?"
)
NODESTATS = re.compile(r"nodestats \d+ \d+\.\d+")
ANSWER = re.compile(r"=== ([A-H][1-8]|PA)/([+-]\d+\.\d\d)/(\d+\.\d\d)")


def loaded(engine):
    """Return an engine that is ready."""
    late = LazyEngine(lambda: engine)
    assert late.get() is engine
    return late


class Talk:
    """A session in its own thread, whose output is taken piece by piece as it is written."""

    def __init__(self, session, state):
        self.session, self.state = session, state
        self.input, self.output = queue.SimpleQueue(), queue.SimpleQueue()
        run = session(state, self.input.get, lambda data: self.output.put(data.decode())).run
        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def send(self, *lines):
        """Send lines, all at once."""
        self.input.put("".join(f"{line}\n" for line in lines).encode())

    def next(self):
        """Return what is written next."""
        return self.output.get(timeout=PATIENCE)

    def until(self, pattern):
        """Return the lines up to the next line that begins with a pattern. Each line is written
        separately."""
        lines = []
        while not lines or not re.match(pattern, lines[-1]):
            text = self.next()
            assert text.endswith("\n")
            assert text.count("\n") == 1
            lines.append(text[:-1])
        return lines

    def end(self):
        """End the input, and return the lines that are still written."""
        self.input.put(b"")
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        return [self.output.get()[:-1] for _ in range(self.output.qsize())]


class GtpTalk(Talk):
    """A GTP session with the ready *engine*, or otherwise with the given state."""

    def __init__(self, engine=None, *, state=None, **options):
        super().__init__(GtpSession, state or GtpState(loaded(engine), **options))

    def ask(self, line):
        """Send a command and return its reply."""
        self.send(line)
        return self.next()

    def sync(self, *lines):
        """Send commands, and wait until they were carried out."""
        for line in lines:
            self.ask(line)
        assert self.ask("protocol_version") == "= 2\n\n"

    def answer(self):
        """Return the move of the next reply, which must be one."""
        return parse_move(self.next().removeprefix("= ").strip())


class NBoardTalk(Talk):
    """An NBoard session, with an engine or a function that makes one later."""

    def __init__(self, engine=None, *, late=None, **options):
        super().__init__(NBoardSession, NBoardState(late or loaded(engine), **options))

    def sync(self, *lines):
        """Send lines, and wait until they were carried out."""
        self.send(*lines, "ping 7")
        assert self.until("pong 7")[-1] == "pong 7"

    def answer(self):
        """Return the move of the next answer to `go`."""
        return answered_move(self.until("===")[-1])


TALKS = {"gtp": GtpTalk, "nboard": NBoardTalk}


def ggf(position=None, *, moves="", tags=""):
    """Return a game as NBoard writes it, from a position on."""
    cells, turn = (position or Position.start()).format().replace("X", "*").split()
    return f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]{tags}TY[8]BO[8 {cells} {turn}]{moves};)"


def answered_move(line):
    """Return the move of NBoard's answer to `go`."""
    name = ANSWER.fullmatch(line)[1]
    return PASS if name == "PA" else parse_move(name.lower())
