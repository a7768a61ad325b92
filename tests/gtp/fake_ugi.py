"""A UGI engine that plays by the slow model, with a fault named on its command line.

`python -m tests.gtp.fake_ugi MODE [FILE]`, as `fake_gtp`.
"""

import os
import sys
import time

from tests import model
from tests.gtp.fake_gtp import FAULTY_MOVE, write

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


class Fake:
    def __init__(self, mode, path=None):
        self.mode = mode
        self.file = open(path, "a") if path else None  # noqa: SIM115
        self.log(str(os.getpid()))

    def log(self, line):
        if self.file:
            print(line, file=self.file, flush=True)

    def run(self):
        for line in sys.stdin:
            line = line.strip()
            self.log(line)
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
        square = model.legal_moves(self.board)[0]
        name = f"{'abcdefgh'[square % 8]}{square // 8 + 1}"
        is_faulty = len(self.moves) >= FAULTY_MOVE
        if is_faulty and self.mode == "hang":
            time.sleep(100)
        if is_faulty and self.mode == "dies":
            sys.exit(4)
        is_fault = self.mode in ("nonsense", "empty", "passes", "illegal")
        mode = "good" if is_fault and not is_faulty else self.mode
        write(ANSWERS.get(mode, ANSWERS["good"]).format(name=name) + "\n")


if __name__ == "__main__":
    Fake(*sys.argv[1:]).run()
