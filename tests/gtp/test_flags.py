"""No game is lost on time: real games on the clock of an arbiter, on a busy computer.

The arbiter has a clock and rules of its own. The engine gets clocks of all forms, which are
reported in all ways that controllers have, while other programs use the processors. Time in which
the engine or the arbiter waits for a processor does not count, as far as the system reports it.
"""

import os
import random
import re
import time
from pathlib import Path

import pytest

from othello import PASS, Color, GameRecord, PlayedMove, Player, Position, format_move, parse_move
from othello.formats.ggf import format_ggf
from tests.gtp.arbiter import Clock, Rule, crowd, waited
from tests.gtp.driver import EngineProcess

GTP = ("-m", "othello", "gtp", "--hash", "16")
NBOARD = ("-m", "othello", "nboard", "--hash", "16")
UNREPORTED = 0.1
"""Seconds of delays that the system does not report."""
MANY = range(40)
"""Seeds of clocks. In GTP, seed 1 is a clock with an increment, and seed 7 is a clock with periods."""

linux = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(),
    reason="only Linux reports how long programs wait for a processor",
)


class GtpSide:
    """The engine over GTP."""

    arguments = GTP

    def __init__(self, engine, rule, chance):
        self.ask, self.clock, self.process = engine.ask, Clock(rule), engine.process
        self.form = chance.choice(["none", "exact", "whole"])
        if rule.increment:
            self.form = "exact"  # without time_left the settings would mean no limit
        self.ask("clear_board")
        self.ask(f"time_settings {rule.gtp()}")

    def play(self, color, move):
        self.ask(f"play {color} {format_move(move)}")

    def go(self, color):
        """Return the move and the seconds that it took, by the arbiter's clock."""
        clock = self.clock
        left = {"none": None, "exact": f"{clock.left:.3f}", "whole": int(clock.left + 0.5)}[self.form]
        if left is not None:
            self.ask(f"time_left {color} {left} {clock.stones}")
        return timed(lambda: self.ask(f"genmove {color}"), self.process)


class NBoardSide:
    """The engine over NBoard's protocol, with the whole game before each move."""

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


def timed(act, process):
    """Return the result of *act* and the seconds that it took, without waits for a processor."""
    pids = process.pid, os.getpid()
    before, began = waited(*pids), time.perf_counter()
    result = act()
    used = time.perf_counter() - began
    return result, max(0.0, used - max(0.0, waited(*pids) - before))


def random_rule(chance, side):
    """Return a clock of any form, on which a game lasts a second or two."""
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
    has_main = kind == "periods"
    return Rule(round(main / 3, 2) if has_main else 0.0, period, stones)


def game(side, color, chance):
    """Play a game against random moves, and return the minimum of the time left, in seconds."""
    position, least = Position.start(), float("inf")
    while not position.is_over:
        replies = position.legal_moves
        if position.turn is color:
            name, used = side.go(color)
            least = min(least, side.clock.charge(used))
            move = PASS if name in ("pass", "PA") else parse_move(name.lower())
            assert move in replies
        else:
            move = chance.choice(replies)
            side.play(position.turn, move)
        position = position.play(move)
    return least


@pytest.fixture
def busy(request):
    """Programs that keep the processors busy, some for each processor."""
    with crowd(request.param * (os.cpu_count() or 1)):
        yield


@linux
@pytest.mark.timing
@pytest.mark.parametrize("is_long", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["few", "many"])
@pytest.mark.parametrize(
    ("side", "options", "busy", "few"),
    [
        (GtpSide, (), 0, (1, 7)),
        (GtpSide, ("--ponder",), 1, (7,)),
        (NBoardSide, (), 1, (1,)),
        (NBoardSide, ("--ponder",), 0, (7,)),
    ],
    ids=["GTP", "GTP, pondering, in a crowd", "NBoard, in a crowd", "NBoard, pondering"],
    indirect=["busy"],
)
@pytest.mark.usefixtures("busy")
def test_no_game_is_lost_on_time(side, options, few, is_long):
    """With any form of clock, with or without other running programs, every game ends with time left."""
    with EngineProcess((*side.arguments, *options)) as engine:
        for seed in MANY if is_long else few:
            chance = random.Random(seed)
            rule, color = random_rule(chance, side), chance.choice(list(Color))
            player = side(engine, rule, chance)
            assert game(player, color, chance) >= -UNREPORTED, (rule, player.form)
        engine.send("quit")
        assert engine.wait() == 0
        assert engine.errors() == ""
