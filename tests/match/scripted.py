"""Controllers that follow a script, and games between them."""

from othello.formats.transcript import parse_transcript
from othello.match.controllers.controller import EngineMove
from othello.match.controllers.timing import TimeRule
from othello.match.engine_slot import EngineSlot
from othello.match.engine_spec import EngineSpec
from othello.match.referee import Contestant, Referee
from othello.rules.square import PASS

OPENINGS = [parse_transcript(text) for text in ("f5d6c3", "f5f6e6", "f5d6c5")]
NO_LIMIT = TimeRule()
PLAIN = EngineSpec("")


class Scripted:
    """A controller that plays the legal move with some index, and raises *failure* at its move *at*."""

    def __init__(self, index=0, *, seconds=0.01, failure=None, at=2, value=None):
        self.index, self.seconds, self.failure, self.at, self.value = index, seconds, failure, at, value
        self.heard, self.killed = [], 0

    def start(self):
        self.heard.append("start")

    def new_game(self, board, rule):
        self.board, self.asked = board.copy(), 0
        self.heard.append(f"new {board.transcript()}")

    def play(self, color, move, seconds):
        assert color is self.board.turn
        self.board.push(move)
        self.heard.append("pass" if move == PASS else "play")

    def go(self, color, clock, other):
        assert color is self.board.turn
        assert not self.board.is_over
        self.asked += 1
        if self.failure and self.asked == self.at:
            raise self.failure
        move = self.board.legal_moves[self.index]
        self.board.push(move)
        return EngineMove(move, self.seconds, self.value)

    def stop(self):
        pass

    def quit(self):
        self.heard.append("quit")

    def kill(self):
        self.killed += 1

    @property
    def errors(self):
        return "its last complaint"


def game(black, white, *, rule=NO_LIMIT, opening=OPENINGS[0], margin=0.0, adjudicator=None):
    """Return the outcome of a game between two controllers."""
    contestants = [
        Contestant(name, EngineSlot(lambda controller=controller: controller), rule, margin)
        for name, controller in (("one", black), ("other", white))
    ]
    return Referee(4, opening, *contestants, adjudicator).play()
