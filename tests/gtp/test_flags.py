"""No game is lost on time: real games by the clock of an arbiter, on a computer that is busy.

The arbiter reads its own clock at its own end of the pipes, and knows the rules by itself. The
engine has clocks of all forms, told in all ways that controllers have, and other programs
are in its way. The arbiter's clock stands while one of them keeps a processor from the engine or
from the arbiter, as far as the system knows: that is no fault of the engine.
"""

import contextlib
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from othello.formats.ggf import format_ggf
from othello.formats.record import GameRecord, PlayedMove, Player
from othello.position import Position
from othello.score import Color
from othello.square import PASS, format_move, parse_move
from tests.gtp.driver import EngineProcess

GTP = ("-m", "othello", "gtp", "--hash", "16")
NBOARD = ("-m", "othello", "nboard", "--hash", "16")
TRIES = 3
"""The system does not know of all delays, but a game is not lost by them so often in a row."""
FEW, MANY = (1, 5, 7), range(40)
"""Seeds of clocks: in GTP the few are one with an increment, one for each move, and one with periods."""

linux = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="Linux tells how long programs wait for a processor"
)


@dataclass
class Rule:
    """The times of one side, in seconds."""

    main: float
    period: float = 0.0
    stones: int = 0
    """Moves in a period."""
    increment: float = 0.0

    def gtp(self):
        """The settings as GTP has them; those with an increment in the manner of neural-reversi."""
        period = self.increment if self.increment else self.period
        return f"{self.main:g} {period:g} {self.stones}"

    def ggf(self):
        """The same in a GGF file, with time in reserve that no game should need."""
        return f"0:{self.main:02.0f}//0:30"


class Clock:
    """What the arbiter knows of the time of one side."""

    def __init__(self, rule):
        self.rule, self.left, self.stones = rule, rule.main, 0
        if rule.main == 0:
            self.left, self.stones = rule.period, rule.stones

    def charge(self, used):
        """Take note of a move; gives the time that was left when it was made."""
        self.left -= used
        if self.left < 0 and not self.stones and self.rule.stones:
            self.left += self.rule.period
            self.stones = self.rule.stones
        reserve = self.left
        if self.stones:
            self.stones -= 1
            if not self.stones:
                self.left, self.stones = self.rule.period, self.rule.stones
        self.left += self.rule.increment
        return reserve


class GtpSide:
    """The engine by GTP."""

    arguments = GTP

    def __init__(self, engine, rule, chance):
        self.ask, self.clock, self.process = engine.ask, Clock(rule), engine.process
        self.form = chance.choice(["none", "exact", "whole"])
        if rule.increment:
            self.form = "exact"  # or nothing would tell that the settings mean that
        self.ask("clear_board")
        self.ask(f"time_settings {rule.gtp()}")

    def play(self, color, move):
        self.ask(f"play {color} {format_move(move)}")

    def go(self, color):
        """The move and the seconds that it took, by the arbiter's clock."""
        clock = self.clock
        left = {"none": None, "exact": f"{clock.left:.3f}", "whole": int(clock.left + 0.5)}[self.form]
        if left is not None:
            self.ask(f"time_left {color} {left} {clock.stones}")
        return timed(lambda: self.ask(f"genmove {color}"), self.process)


class NBoardSide:
    """The engine by NBoard's protocol, with the whole game each time, as after two moves."""

    arguments = NBOARD

    def __init__(self, engine, rule, chance):
        self.engine, self.rule, self.clock, self.process = engine, rule, Clock(rule), engine.process
        self.played, self.ping = [], 0
        self.form = "game"

    def play(self, color, move):
        self.played.append(PlayedMove(move))

    def go(self, color):
        player = Player("x", clock=self.rule.ggf())
        game = format_ggf(GameRecord(tuple(self.played), black=player, white=player))
        self.ping += 1
        self.engine.send(f"set game {game}\nping {self.ping}")
        self._until(f"pong {self.ping}")
        move, used = timed(self._answer, self.process)
        self.played.append(PlayedMove(parse_move(move.lower()) if move != "PA" else PASS, seconds=used))
        return move, used

    def _answer(self):
        self.engine.send("go")
        return self._until("===").split()[1].split("/")[0]

    def _until(self, beginning):
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            lines.append(self.engine.output.readline().decode())
            assert lines[-1], lines
            assert not re.match("status (?!Thinking|Loading)\\S", lines[-1]), lines
        return lines[-1]


def waited(*processes):
    """Seconds that the threads of processes have waited for a processor."""
    files = [file for each in processes for file in Path(f"/proc/{each}/task").glob("*/schedstat")]
    total = 0
    for file in files:
        with contextlib.suppress(OSError):  # the thread has ended
            total += int(file.read_text().split()[1])
    return total / 1e9


def timed(act, process):
    """What a process was asked for, and the seconds that it took, those apart that it had to wait."""
    pids = process.pid, os.getpid()
    before, began = waited(*pids), time.perf_counter()
    found = act()
    used = time.perf_counter() - began
    return found, max(0.0, used - max(0.0, waited(*pids) - before))


def random_rule(chance, side):
    """A clock of any form, on which a game lasts a second or two."""
    if side is NBoardSide:
        return Rule(chance.randint(1, 2))  # whole seconds
    kind = chance.choice(["sudden death", "increment", "periods", "periods from the start", "a move"])
    main = round(chance.uniform(1.0, 2.5), 2)
    if kind == "sudden death":
        return Rule(main)
    if kind == "increment":
        return Rule(round(main / 2, 2), increment=round(chance.uniform(0.02, 0.06), 2))
    stones = 1 if kind == "a move" else chance.randint(2, 12)
    period = round(chance.uniform(0.1, 0.2) + 0.07 * stones, 2)
    return Rule(round(main / 3, 2) if kind == "periods" else 0.0, period, stones)


def game(side, color, chance):
    """Play a game against random moves; gives the least that was left of a time, in seconds."""
    position, least = Position.start(), float("inf")
    while not position.is_over:
        replies = position.legal_moves() or [PASS]
        if position.turn is color:
            name, used = side.go(color)
            least = min(least, side.clock.charge(used))
            move = PASS if name in ("pass", "PA") else parse_move(name.lower())
            assert move in replies
        else:
            move = chance.choice(replies)
            side.play(position.turn, move)
        position = position.apply(move)
    return least


@pytest.fixture
def crowd(request):
    """So many programs for each processor, each of which would like one for itself."""
    spin = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10**5))"
    count = request.param * (os.cpu_count() or 1)
    programs = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(count)]
    yield programs
    for program in programs:
        program.kill()
        program.wait()


@linux
@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
@pytest.mark.parametrize(
    ("side", "options", "crowd"),
    [(GtpSide, (), 0), (GtpSide, ("--ponder",), 1), (NBoardSide, (), 1), (NBoardSide, ("--ponder",), 0)],
    ids=["GTP", "GTP, pondering, in a crowd", "NBoard, in a crowd", "NBoard, pondering"],
    indirect=["crowd"],
)
@pytest.mark.usefixtures("crowd")
def test_no_game_is_lost_on_time(side, options, seeds):
    """On random clocks of all forms, and with other programs in the way, each game ends with time left."""
    with EngineProcess((*side.arguments, *options)) as engine:
        for seed in seeds:
            chance = random.Random(seed)
            rule, color, tries = random_rule(chance, side), chance.choice(list(Color)), []
            while len(tries) < TRIES and (not tries or tries[-1] < 0):
                player = side(engine, rule, chance)
                tries.append(game(player, color, chance))
            assert tries[-1] >= 0, (rule, player.form, tries)
        engine.send("quit")
        assert engine.wait() == 0
        assert engine.errors() == ""
