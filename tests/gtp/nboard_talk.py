"""A conversation in NBoard's protocol with a session in this process."""

import queue
import re
import threading

from gtp.loader import Loader
from gtp.nboard.session import NBoardSession
from othello.position import Position

SEARCH = re.compile(
    r"search ((?:[A-H][1-8]|PA)(?:-(?:[A-H][1-8]|PA))*) "
    r"([+-]\d+\.\d\d) 0 (\d+(?:@\d+%)?|100%W?)( at (?:least|most))?"
)
NODESTATS = re.compile(r"nodestats \d+ \d+\.\d+")
CHOICE = re.compile(r"=== ([A-H][1-8]|PA)/([+-]\d+\.\d\d)/(\d+\.\d\d)")


def ggf(position=None, *, moves="", tags=""):
    """A game as NBoard writes it, from a position on."""
    cells, turn = (position or Position.start()).format().replace("X", "*").split()
    return f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]{tags}TY[8]BO[8 {cells} {turn}]{moves};)"


class Talk:
    """A conversation with a session in this process."""

    def __init__(self, loader, **options):
        self.input, self.said = queue.SimpleQueue(), queue.SimpleQueue()
        self.session = NBoardSession(loader, self.input.get, self._hear, **options)
        self.thread = threading.Thread(target=self.session.run)
        self.thread.start()

    def _hear(self, data):
        self.said.put(data.decode())

    def send(self, *lines):
        """Write lines to the session, all at once."""
        self.input.put("".join(f"{line}\n" for line in lines).encode())

    def until(self, pattern):
        """All lines up to the one that has a pattern."""
        found = []
        while not found or not re.match(pattern, found[-1]):
            text = self.said.get(timeout=20)
            assert text.endswith("\n")
            assert text.count("\n") == 1
            found.append(text[:-1])
        return found

    def end(self):
        """Close the input; gives what was still said."""
        self.input.put(b"")
        self.thread.join(20)
        assert not self.thread.is_alive()
        found = []
        while not self.said.empty():
            found.append(self.said.get()[:-1])
        return found


def loaded(engine):
    """A loader that has the engine ready."""
    loader = Loader(lambda: engine)
    assert loader.get()
    return loader
