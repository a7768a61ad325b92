"""A conversation in UGI with a session in this process."""

import re

from othello.gtp.ugi.session import UgiSession
from othello.gtp.ugi.session_state import UgiState
from tests.gtp.session_talk import SessionTalk

INFO = re.compile(
    r"info depth (\d+) multipv (\d+) score cp (-?\d+)( confidence \d+| exact| wld)?( lowerbound| upperbound)?"
    r" nodes \d+ nps \d+ time \d+ pv ((?:[a-h][1-8]|0000)(?: (?:[a-h][1-8]|0000))*)"
)
BEST = re.compile(r"bestmove ([a-h][1-8]|0000)")


class Talk(SessionTalk):
    """A session that is asked line by line."""

    def __init__(self, engine=None, *, make=None, **options):
        super().__init__(UgiSession, UgiState(make=make or (lambda settings: engine), **options))

    def ask(self, line):
        """Send a line, and return the one line that it gets."""
        self.send(line, "isready")
        answer, _ = self.until("readyok")
        return answer

    def best(self, *lines):
        """Send lines, and return the move of the next answer to `go`."""
        self.send(*lines)
        return BEST.fullmatch(self.until("bestmove")[-1])[1]
