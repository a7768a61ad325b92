"""Engines of all protocols that play by the slow model, with a fault or peculiarity on the command line.

`python -m tests.gtp.fake_engines PROTOCOL MODE [FILE]` plays the first legal move until FAULTY_MOVE, if the
mode is a fault. The lines that come in are written to FILE, and the process number first.
"""

import os
import re
import signal
import subprocess
import sys
import time

from tests import model

FAULTY_MOVE = 3
"""The move of the game, from 1, with which a fault of a move shows."""
COMMANDS = ["name", "list_commands", "boardsize", "clear_board", "play", "genmove", "quit"]
CLOCKS = ["time_settings", "time_left"]
EXTRA = {
    **dict.fromkeys(("timed", "whole-seconds", "slow", "hang"), CLOCKS),
    "last-search": ["othello-last"],
    "levels": ["othello-level", "othello-seed"],
}
OPTIONS = (
    "Level type string",
    "Seed type spin",
    "Hash type spin",
    "Skill Level type spin",
    "Threads type spin",
)
ILLEGAL = {
    "illegal": "a1",
    "passes": "pass",
    "resigns": "resign",
    "nonsense": "I think, f5",
    "wide": "\uff46\uff15",
    "empty": "",
}
"""Answers that are not moves of the game."""
NBOARD_ANSWERS = {
    "spaces": "=== {name} -1.25 0.5",
    "value": "=== {name}/2.50/0.5",
    "time-only": "=== {name}//0.5",
    "search": "search {name} 3.75 0 12\n=== {name}",
    "nonsense": "=== zz/1",
    "empty": "===",
}
UGI_ANSWERS = {
    "ponder": "bestmove {name} ponder a1",
    "value": "info depth 3 score cp 250 pv {name}\nbestmove {name}",
    "lines": "info multipv 1 score cp 250 pv {name}\ninfo multipv 2 score cp 9 pv a1\nbestmove {name}",
    "talks": "Invalid command: 3\ninfo string thinking\ninfo depth 3\nbestmove {name}",
    "nonsense": "bestmove zz",
    "empty": "bestmove",
    "passes": "bestmove 0000",
    "illegal": "bestmove a1",
}


class FakeEngine:
    """What the fakes of all protocols share: the game and the log."""

    def __init__(self, mode, path=None):
        self.mode = mode
        self.file = open(path, "a") if path else None  # noqa: SIM115
        self.log(str(os.getpid()))
        self.clear()

    def log(self, line):
        if self.file:
            print(line, file=self.file, flush=True)

    def lines(self):
        """Yield the lines that come in, without spaces around them, and log them."""
        for line in sys.stdin:
            self.log(line.strip())
            yield line.strip()

    def clear(self):
        self.board, self.turn, self.moves = model.start(), "b", 0

    def make(self, name):
        """Make a move. All names except squares are passes."""
        move = model.NAMES.index(name.lower()) if name.lower() in model.NAMES else model.PASS
        self.board = model.play(self.board, move)
        self.turn = "w" if self.turn == "b" else "b"
        self.moves += 1

    def first_move(self):
        """Return the name of the first legal move."""
        return model.NAMES[model.legal_moves(self.board)[0]]

    def answer(self, answers, plain):
        """Write the answer to `go` in the mode, or *plain*. Hang or die if that is the fault."""
        is_faulty = self.moves >= FAULTY_MOVE
        if is_faulty and self.mode == "hang":
            time.sleep(100)
        if is_faulty and self.mode == "dies":
            sys.exit(4)
        form = plain if self.mode in ILLEGAL and not is_faulty else answers.get(self.mode, plain)
        write(form.format(name=self.first_move()) + "\n")


class FakeNBoard(FakeEngine):
    def run(self):
        for line in self.lines():
            word, _, rest = line.partition(" ")
            if word == "ping" and self.mode != "no-pong":
                write(f"status late\n=== a1\npong {rest}\n")
            if word == "set" and rest.startswith("game"):
                self.clear()
                for move in re.findall(r"[BW]\[(..)", rest.partition("BO[")[2]):
                    self.make(move)
            if word == "move":
                self.make(rest.partition("/")[0])
            if word == "go":
                write("nodestats 12 0.01\n")
                self.answer(NBOARD_ANSWERS, "=== {name}")
            if word == "quit":
                return


class FakeUgi(FakeEngine):
    def run(self):
        for line in self.lines():
            word, *words = line.split()
            if word == "ugi" and self.mode != "silent":
                options = OPTIONS if self.mode == "options" else ()
                write("".join(f"option name {option}\n" for option in options) + "ugiok\n")
            if word == "isready" and self.mode != "never-ready":
                write("readyok\n")
            if word == "position":
                self.clear()
                for move in words[4:]:
                    self.make(move)
            if word == "go":
                self.answer(UGI_ANSWERS, "bestmove {name}")
            if word == "quit":
                return


class FakeGtp(FakeEngine):
    def run(self):
        self.before()
        for line in self.lines():
            name, *arguments = line.split()
            if name == "quit" and self.mode == "ignores-quit":
                continue
            reply = self.reply(name, arguments)
            if self.mode == "blank-lines":
                write("\n\n")
            write(f"{reply}\n\n")
            if name == "quit":
                return
        if self.mode in ("ignores-quit", "deaf"):
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
            for number in range(20_000):
                print(f"line {number} of many", file=sys.stderr)
        if self.mode in ("child", "child-leaves", "deaf"):
            sleep, leaves = [sys.executable, "-c", "import time; time.sleep(100)"], self.mode != "child"
            child = subprocess.Popen(sleep, start_new_session=leaves)
            self.log(f"child {child.pid}")
        if self.mode == "deaf":
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)

    def reply(self, name, arguments):
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

    def make(self, name):
        super().make(name)
        if self.mode == "passes-itself" and not model.legal_moves(self.board):
            super().make("pass")

    def to_move(self, color):
        """Return whether a color may move. Passes may be made silently or required."""
        if self.mode == "keeps-turn":
            return True
        silent = self.mode not in ("strict", "passes-itself")
        if color != self.turn and silent and not model.legal_moves(self.board):
            self.board, self.turn = model.passed(self.board), color
        return color == self.turn

    def play(self, color, name):
        if name == "pass" and self.mode in ("knows-no-pass", "passes-itself"):
            return "? syntax error"
        if not self.to_move(color) or (self.mode == "refuses" and self.moves >= FAULTY_MOVE):
            return "? illegal move"
        legal = [model.NAMES[move] for move in model.legal_moves(self.board)] or ["pass"]
        if self.mode != "keeps-turn" or name in legal:
            self.make(name)
        return "="

    def genmove(self, color):
        if not self.to_move(color):
            return "? wrong color"
        is_faulty = self.moves >= FAULTY_MOVE
        if is_faulty:
            self.fail()
            if self.mode == "error":
                return "? out of memory"
            if self.mode == "id":
                return f"=12 {self.first_move()}"
            if self.mode in ILLEGAL:
                return f"= {ILLEGAL[self.mode]}"
        name = self.first_move() if model.legal_moves(self.board) else "pass"
        self.make(name)
        return f"= {name.upper() if self.mode == 'upper-case' else name}"

    def fail(self):
        """Show the faults that are not about the text of a reply."""
        if self.mode == "deaf":
            self.log("deaf")
        if self.mode in ("hang", "deaf"):
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
    protocol, *rest = sys.argv[1:]
    {"gtp": FakeGtp, "nboard": FakeNBoard, "ugi": FakeUgi}[protocol](*rest).run()
