"""A conversation in UGI with a session in this process."""

import queue
import re
import threading

from othello.gtp.ugi.game import Game
from othello.gtp.ugi.session import UgiSession
from othello.gtp.ugi.session_state import State
from tests.gtp.talk import TIMEOUT

INFO = re.compile(
    r"info depth (\d+) multipv (\d+) score cp (-?\d+)( confidence \d+| exact| wld)?( lowerbound| upperbound)?"
    r" nodes \d+ nps \d+ time \d+ pv ((?:[a-h][1-8]|0000)(?: (?:[a-h][1-8]|0000))*)"
)
BEST = re.compile(r"bestmove ([a-h][1-8]|0000)")


class Talk:
    """A session in this process, in a thread of its own."""

    def __init__(self, engine=None, *, make=None, **options):
        self.input, self.output = queue.SimpleQueue(), queue.SimpleQueue()
        self.state = State(make or (lambda settings: (engine, Game())), **options)
        session = UgiSession(self.state, self.input.get, lambda data: self.output.put(data.decode()))
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

    def ask(self, line):
        """Send a line, and return the one line that it gets."""
        self.send(line, "isready")
        answer, _ = self.until("readyok")
        return answer

    def best(self, *lines):
        """Send lines, and return the move of the next answer to `go`."""
        self.send(*lines)
        return BEST.fullmatch(self.until("bestmove")[-1])[1]

    def end(self):
        """End the input, and return the lines that are still written."""
        self.input.put(b"")
        self.thread.join(TIMEOUT)
        assert not self.thread.is_alive()
        return [self.output.get()[:-1] for _ in range(self.output.qsize())]
