"""Engines that speak NBoard's protocol, version 2.

The protocol has two kinds of replies: `=== MOVE/VALUE/SECONDS` answers `go`, and `pong` answers `ping`. After
a `pong`, an engine must not write any lines about earlier commands. Therefore, the controller sends a `ping`
before each command that needs an answer and ignores everything before the `pong`. An engine does not play the
moves that it chooses on its board, so the controller sends them back with `move`.

Times are sent as parts of the game, which are the clocks in GGF and the seconds for each move. The protocol
cannot express a time limit per move. While searching, an engine also writes lines about the search. The
controller uses their values only if the answer contains no value.

Source: C. Welty, NBoard and the engines that come with it.
"""

import math
import time
from typing import Final

from othello.formats.ggf import format_ggf, format_ggf_move
from othello.formats.ggf_clock import GgfClock, format_ggf_clock
from othello.formats.record import GameRecord, PlayedMove, Player
from othello.match.controllers.controller import Controller, EngineMove, Program, parse_value, reading_move
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.timing import GameClock, TimeRule
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, Move, parse_move

ANSWER: Final = "==="
UNLIMITED: Final = GgfClock(main=24 * 3600)
"""The clock in games without a limit. Some engines refuse to play without a clock."""


class NBoardController(Controller):
    """An NBoard engine in its own process."""

    def __init__(self, program: Program, *, depth: int | None = None) -> None:
        """Prepare an engine. *depth* is sent with `set depth`."""
        super().__init__(program)
        self._depth = depth
        self._pings = 0

    def _greet(self) -> None:
        """Send the depth and wait for the first `pong`."""
        self._send("nboard 2")
        if self._depth is not None:
            self._send(f"set depth {self._depth}")
        self._ping(self._timeouts.greeting)

    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Send the game so far, including the clocks."""
        if rule.per_move is not None:
            raise EngineFailure(
                Fault.REFUSAL, "NBoard's protocol has no limit per move: give the engine a depth or a clock"
            )
        clock = UNLIMITED
        if rule.main is not None:
            clock = GgfClock(main=max(1, math.floor(rule.main)), increment=math.floor(rule.increment))
        player = Player("player", clock=format_ggf_clock(clock))
        record = GameRecord.from_board(board, black=player, white=player)
        self._send(f"set game {format_ggf(record)}")
        self._ping(self._wait_for_game())

    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Send `move` with a square or a pass."""
        self._send(f"move {format_ggf_move(PlayedMove(move, seconds=seconds or None))}")

    def go(self, color: Color, clock: GameClock, other: GameClock) -> EngineMove:
        """Send `go`, wait for the answer, and send the move back."""
        self._ping(self._timeouts.reply)
        began = time.monotonic()
        self._send("go")
        with self._time_forfeit(clock, began):
            answer = self._await_answer(began, self._wait_for_move(clock))
        self._send(f"move {format_ggf_move(PlayedMove(answer.move, answer.evaluation, answer.seconds))}")
        return answer

    def stop(self) -> None:
        """Kill the engine, because NBoard's protocol has no command to make an engine move immediately."""
        self.kill()

    def _ping(self, seconds: float) -> None:
        """Wait until the engine has executed all commands. Ignore its output until then."""
        self._pings += 1
        ping, pong = f"ping {self._pings}", f"pong {self._pings}"
        self._send(ping)
        deadline = time.monotonic() + seconds
        while " ".join(self._lines.read(deadline, ping)[0].split()) != pong:
            pass

    def _await_answer(self, began: float, seconds: float) -> EngineMove:
        """Read lines until the answer to `go` arrives."""
        evaluation = None
        while True:
            line, arrived = self._lines.read(began + seconds, "go")
            word, _, rest = line.strip().partition(" ")
            if word in ("search", "book"):
                _, *others = rest.split() or [""]  # the moves, then the value
                evaluation = parse_value(others[0] if others else "")
            if word == ANSWER:
                return _parse_answer(rest, arrived - began, evaluation)


def _parse_answer(text: str, seconds: float, evaluation: float | None) -> EngineMove:
    """Parse `=== MOVE/VALUE/SECONDS`, with slashes or spaces between the fields."""
    # NBoard itself accepts both separators and any abbreviation of "pass".
    fields = "/".join(text.split()).split("/")
    name, value = fields[0], fields[1] if len(fields) > 1 else ""
    with reading_move(text):
        move = PASS if name and "PASS".startswith(name.upper()) else parse_move(name)
    own = parse_value(value)
    return EngineMove(move, max(0.0, seconds), evaluation if own is None else own)
