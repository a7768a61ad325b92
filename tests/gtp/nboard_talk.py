"""A conversation in NBoard's protocol with a session in this process."""

import re

from othello.gtp.late import Late
from othello.gtp.nboard.session import NBoardSession
from othello.gtp.nboard.session_state import NBoardState
from othello.rules.position import Position
from othello.rules.square import PASS, parse_move
from tests.gtp.session_talk import SessionTalk

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


class Talk(SessionTalk):
    """A session that is asked line by line."""

    def __init__(self, engine, **options):
        super().__init__(NBoardSession, NBoardState(engine, **options))

    def sync(self, *lines):
        """Send lines, and wait until they were carried out."""
        self.send(*lines, "ping 7")
        assert self.until("pong 7")[-1] == "pong 7"


def loaded(engine):
    """Return an engine that is ready."""
    late = Late(lambda: engine)
    assert late.get() is engine
    return late
