"""A UGI engine that plays by the slow model, with a fault named on its command line.

`python -m tests.gtp.fake_ugi MODE [FILE]`, as `fake_gtp`.
"""

import sys

from tests import model
from tests.gtp.fake_gtp import FAULTY_MOVE, FakeEngine, write

OPTIONS = (
    "Level type string",
    "Seed type spin",
    "Hash type spin",
    "Skill Level type spin",
    "Threads type spin",
)
ANSWERS = {
    "good": "bestmove {name}",
    "ponder": "bestmove {name} ponder a1",
    "value": "info depth 3 score cp 250 pv {name}\nbestmove {name}",
    "lines": "info multipv 1 score cp 250 pv {name}\ninfo multipv 2 score cp 9 pv a1\nbestmove {name}",
    "talks": "Invalid command: 3\ninfo string thinking\ninfo depth 3\nbestmove {name}",
    "nonsense": "bestmove zz",
    "empty": "bestmove",
    "passes": "bestmove 0000",
    "illegal": "bestmove a1",
}


class Fake(FakeEngine):
    def run(self):
        for line in self.lines():
            words = line.split()
            if words[0] == "ugi" and self.mode != "silent":
                options = OPTIONS if self.mode == "options" else ()
                write("".join(f"option name {each}\n" for each in options) + "ugiok\n")
            if words[0] == "isready" and self.mode != "never-ready":
                write("readyok\n")
            if words[0] == "position":
                self.moves = [word for word in words[5:] if word != "0000"]
                self.board = model.start()
                for word in words[5:]:
                    at = "abcdefgh".index(word[0]) + 8 * int(word[1]) - 8 if word != "0000" else model.PASS
                    self.board = model.play(self.board, at)
            if words[0] == "go":
                self.go()
            if words[0] == "quit":
                return

    def go(self):
        is_faulty = len(self.moves) >= FAULTY_MOVE
        name = self.first_move(self.board, is_faulty=is_faulty)
        is_fault = self.mode in ("nonsense", "empty", "passes", "illegal")
        mode = "good" if is_fault and not is_faulty else self.mode
        write(ANSWERS.get(mode, ANSWERS["good"]).format(name=name) + "\n")


if __name__ == "__main__":
    Fake(*sys.argv[1:]).run()
