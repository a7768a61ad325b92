"""A GTP engine that plays by the slow model, with a fault or peculiarity named on its command line.

`python -m tests.gtp.fake_gtp MODE [FILE]` plays the first legal move until FAULTY_MOVE, if the
mode is a fault. The lines that come in are written to FILE, and the process number first.
"""

import os
import subprocess
import sys
import time

from tests import model

FAULTY_MOVE = 3
"""The move of the game, from 1, with which a fault of `genmove` shows."""
COMMANDS = ["name", "list_commands", "boardsize", "clear_board", "play", "genmove", "quit"]
EXTRA = {
    "timed": ["time_settings", "time_left"],
    "whole-seconds": ["time_settings", "time_left"],
    "last-search": ["othello-last"],
    "levels": ["othello-level", "othello-seed"],
    "slow": ["time_settings", "time_left"],
    "hang": ["time_settings", "time_left"],
}


class FakeEngine:
    """The common part of the fakes of all protocols."""

    def __init__(self, mode, path=None):
        self.mode = mode
        self.file = open(path, "a") if path else None  # noqa: SIM115
        self.log(str(os.getpid()))

    def log(self, line):
        if self.file:
            print(line, file=self.file, flush=True)

    def lines(self):
        """Yield the lines that come in, without blanks around them, and log them."""
        for line in sys.stdin:
            self.log(line.strip())
            yield line.strip()

    def first_move(self, board, *, is_faulty):
        """Return the name of the first legal move; hang or die if that is the fault."""
        if is_faulty and self.mode == "hang":
            time.sleep(100)
        if is_faulty and self.mode == "dies":
            sys.exit(4)
        square = model.legal_moves(board)[0]
        return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


class Fake(FakeEngine):
    def __init__(self, mode, path=None):
        super().__init__(mode, path)
        self.clear()

    def clear(self):
        self.board, self.turn, self.moves = model.start(), "b", 0

    def run(self):
        self.before()
        for line in self.lines():
            name, *arguments = line.split()
            if name == "quit" and self.mode == "ignores-quit":
                continue
            reply = self.answer(name, arguments)
            if self.mode == "blank-lines":
                write("\n\n")
            write(f"{reply}\n\n")
            if name == "quit":
                return
        if self.mode == "ignores-quit":
            time.sleep(100)

    def before(self):
        if self.mode == "banner":
            write("Welcome to the engine\n  version 1\n\n")
        if self.mode == "dies-at-start":
            print("no weights found", file=sys.stderr)
            sys.exit(3)
        if self.mode == "hangs-at-start":
            time.sleep(100)
        if self.mode == "usage":
            write("usage: engine [options]\n" * 1000)
        if self.mode == "errors":
            for number in range(100_000):
                print(f"line {number} of many", file=sys.stderr)
        if self.mode == "child":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
            self.log(f"child {child.pid}")

    def answer(self, name, arguments):
        if name not in COMMANDS + EXTRA.get(self.mode, []):
            return "? unknown command"
        if name == "list_commands":
            return "= " + "\n".join(COMMANDS + EXTRA.get(self.mode, []))
        if name == "othello-last":
            return "= -2.25 depth 5"
        if name == "clear_board":
            self.clear()
        if name == "time_left" and self.mode == "whole-seconds" and not arguments[1].isdigit():
            return "? syntax error"
        if name == "play":
            return self.play(*arguments)
        return self.genmove(*arguments) if name == "genmove" else "="

    def to_move(self, color):
        """Return whether a color may move; passes may be made silently or required."""
        if color != self.turn and self.mode != "strict" and not model.legal_moves(self.board):
            self.board, self.turn = model.passed(self.board), color
        return color == self.turn

    def play(self, color, name):
        if name == "pass" and self.mode == "knows-no-pass":
            return "? syntax error"
        if not self.to_move(color) or (self.mode == "refuses" and self.moves >= FAULTY_MOVE):
            return "? illegal move"
        self.make(name)
        return "="

    def make(self, name):
        move = (
            model.PASS if name.lower() == "pass" else "abcdefgh".index(name[0].lower()) + 8 * int(name[1]) - 8
        )
        self.board = model.play(self.board, move)
        self.turn = "w" if self.turn == "b" else "b"
        self.moves += 1

    def genmove(self, color):
        if not self.to_move(color):
            return "? wrong color"
        square = model.legal_moves(self.board)[0]
        name = f"{'abcdefgh'[square % 8]}{square // 8 + 1}"
        if self.moves >= FAULTY_MOVE:
            self.fail()
            name = {"illegal": "a1" if name != "a1" else "e4", "passes": "pass", "resigns": "resign"}.get(
                self.mode, name
            )
            name = {"nonsense": "I think, f5", "empty": ""}.get(self.mode, name)
            if self.mode == "error":
                return "? out of memory"
        if self.mode == "upper-case":
            name = name.upper()
        if self.mode not in ("illegal", "passes", "resigns", "nonsense", "empty") or self.moves < FAULTY_MOVE:
            self.make(name)
        return f"= {name}"

    def fail(self):
        """Show the faults that are not about the text of a reply."""
        if self.mode == "hang":
            time.sleep(100)
        if self.mode == "slow":
            time.sleep(0.3)
        if self.mode == "dies":
            print("segmentation fault, so to say", file=sys.stderr)
            write("= f")
            os._exit(7)
        if self.mode in ("killed", "shot"):
            os.kill(os.getpid(), 11 if self.mode == "killed" else 9)
        if self.mode == "closes":
            os.close(1)
            time.sleep(100)
        if self.mode == "noise":
            write("*** SEARCH STILL RUNNING ? (0) ***\n")
        while self.mode == "endless-noise":
            write("thinking...\n")
        while self.mode == "flood":
            write("= f5 and so on " * 100 + "\n")
        while self.mode == "one-line":
            write("= f5 and so on " * 100)
        while self.mode == "complains":
            print("something is wrong", file=sys.stderr)
        if self.mode == "endless":
            write("= f5\n" + "and more\n" * 20_000)


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    Fake(*sys.argv[1:]).run()
