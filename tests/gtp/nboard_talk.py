"""A conversation in NBoard's protocol with a session in this process."""

import queue
import re
import threading

from othello.gtp.loader import Loader
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.nboard.session_state import State
from othello.position import Position
from othello.square import PASS, parse_move
from tests.gtp.talk import TIMEOUT

SEARCH = re.compile(
    r"search ((?:[A-H][1-8]|PA)(?:-(?:[A-H][1-8]|PA))*) "
    r"([+-]\d+\.\d\d) 0 (\d+(?:@\d+%)?|100%W?)( at (?:least|most))?"
)
NODESTATS = re.compile(r"nodestats \d+ \d+\.\d+")
ANSWER = re.compile(r"=== ([A-H][1-8]|PA)/([+-]\d+\.\d\d)/(\d+\.\d\d)")


def ggf(position=None, *, moves="", tags=""):
    """Return a game as NBoard writes it, from a position on."""
    cells, turn = (position or Position.start()).format().replace("X", "*").split()
    return f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]{tags}TY[8]BO[8 {cells} {turn}]{moves};)"


def answered_move(line):
    """Return the move of an answer to `go`."""
    name = ANSWER.fullmatch(line)[1]
    return PASS if name == "PA" else parse_move(name.lower())


class Talk:
    """A session in this process, in a thread of its own."""

    def __init__(self, loader, **options):
        self.input, self.output = queue.SimpleQueue(), queue.SimpleQueue()
        self.state = State(loader, **options)
        session = NBoardSession(self.state, self.input.get, lambda data: self.output.put(data.decode()))
        self.thread = threading.Thread(target=session.run)
        self.thread.start()

    def send(self, *lines):
        """Send lines, all at once."""
        self.input.put("".join(f"{line}\n" for line in lines).encode())

    def until(self, pattern):
        """Return the lines up to the next one that begins with a pattern."""
        found = []
        while not found or not re.match(pattern, found[-1]):
            text = self.output.get(timeout=TIMEOUT)
            assert text.endswith("\n")
            assert text.count("\n") == 1
            found.append(text[:-1])
        return found

    def sync(self, *lines):
        """Send lines, and wait until they were carried out."""
        self.send(*lines, "ping 7")
        assert self.until("pong 7")[-1] == "pong 7"

    def end(self):
        """End the input, and return the lines that are still written."""
        self.input.put(b"")
        self.thread.join(TIMEOUT)
        assert not self.thread.is_alive()
        return [self.output.get()[:-1] for _ in range(self.output.qsize())]


def loaded(engine):
    """Return a loader whose engine is ready."""
    loader = Loader(lambda: engine)
    assert loader.get() is engine
    return loader
