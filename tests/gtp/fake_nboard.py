"""An NBoard engine that plays by the slow model, with a fault named on its command line.

`python -m tests.gtp.fake_nboard MODE [FILE]`, as `fake_gtp`.
"""

import re
import sys

from tests import model
from tests.gtp.fake_gtp import FAULTY_MOVE, FakeEngine, write

ANSWERS = {
    "good": "=== {name}",
    "blanks": "=== {name} -1.25 0.5",
    "value": "=== {name}/2.50/0.5",
    "time-only": "=== {name}//0.5",
    "search": "search {name} 3.75 0 12\n=== {name}",
    "nonsense": "=== zz/1",
    "empty": "===",
}


class Fake(FakeEngine):
    def __init__(self, mode, path=None):
        super().__init__(mode, path)
        self.board, self.moves = model.start(), 0

    def run(self):
        for line in self.lines():
            word, _, rest = line.partition(" ")
            if word == "ping" and self.mode != "no-pong":
                write(f"status late\n=== a1\npong {rest}\n")
            if word == "set" and rest.startswith("game"):
                self.board, self.moves = model.start(), 0
                for move in re.findall(r"[BW]\[(..)", rest.partition("BO[")[2]):
                    self.make(move)
            if word == "move":
                self.make(rest)
            if word == "go":
                self.go()
            if word == "quit":
                return

    def make(self, name):
        move = model.PASS if name.startswith("PA") else "ABCDEFGH".index(name[0]) + 8 * int(name[1]) - 8
        self.board = model.play(self.board, move)
        self.moves += 1

    def go(self):
        is_faulty = self.moves >= FAULTY_MOVE
        name = self.first_move(self.board, is_faulty=is_faulty)
        mode = self.mode if is_faulty or self.mode not in ("nonsense", "empty") else "good"
        write("nodestats 12 0.01\n" + ANSWERS.get(mode, "=== {name}").format(name=name) + "\n")


if __name__ == "__main__":
    Fake(*sys.argv[1:]).run()
