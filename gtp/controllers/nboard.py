"""Engines that speak NBoard, version 2.

NBoard has no replies to wait for but two: `pong`, after which nothing that belongs to
earlier commands may follow, and `=== MOVE/VALUE/SECONDS`, the answer to `go`. So a `ping`
goes before everything that needs an answer, and all that comes before its `pong` is
dropped. The engine does not make its move on its own board: `move` tells it.

Times go with the game, as the clocks of GGF and the seconds of the moves; there is no
time for each move. What an engine says while it thinks is used for one thing only: the
value of its move, where the answer has none.

Source: C. Welty, NBoard, and the engines that come with it.
"""

import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from gtp.controllers.channel import Channel
from gtp.controllers.controller import Answer, parse_value
from gtp.controllers.failure import EngineFailure, Fault
from gtp.controllers.process import ProcessController
from gtp.controllers.timeouts import DEFAULT_TIMEOUTS, Timeouts
from gtp.controllers.timing import GameClock, TimeRule
from othello.board import Board
from othello.errors import InvalidNotationError, quoted
from othello.formats.ggf import Clock, format_clock, format_ggf, format_ggf_move
from othello.formats.record import GameRecord, PlayedMove, Player
from othello.score import Color
from othello.square import PASS, Move, parse_move

ANSWER: Final = "==="
UNLIMITED: Final = Clock(main=24 * 3600)
"""The clock of a game without one: some engines need to see a clock."""


class NBoardController(ProcessController):
    """An NBoard engine in a process of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        depth: int | None = None,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
    ) -> None:
        """Prepare an engine; nothing is started yet. *depth* is sent as `set depth`."""
        self._command, self._cwd, self._env = command, cwd, env
        super().__init__(timeouts)
        self._depth = depth
        self._pings = 0

    def start(self) -> None:
        """Start the engine, and wait for its first `pong`."""
        self._channel = Channel(self._command, cwd=self._cwd, env=self._env)
        try:
            self._send("nboard 2")
            if self._depth is not None:
                self._send(f"set depth {self._depth}")
            self._ping(self._timeouts.start)
        except EngineFailure as failure:
            raise EngineFailure(Fault.START, failure.reason) from None

    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Send the game so far, with the clocks."""
        if rule.per_move is not None:
            raise EngineFailure(
                Fault.REFUSAL, "NBoard has no time for a move: give the engine a depth or a clock"
            )
        clock = UNLIMITED
        if rule.main is not None:
            clock = Clock(main=max(1, math.floor(rule.main)), increment=math.floor(rule.increment))
        player = Player("player", clock=format_clock(clock))
        record = GameRecord.from_board(board, black=player, white=player)
        self._send(f"set game {format_ggf(record)}")
        self._ping(self._timeouts.reply)

    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Send `move`; a pass is a move like others."""
        self._send(f"move {format_ggf_move(PlayedMove(move, seconds=seconds or None))}")

    def go(self, color: Color, clock: GameClock, other: GameClock) -> Answer:
        """Send `go`, wait for the answer, and tell the engine that the move was made."""
        self._ping(self._timeouts.reply)
        limit = clock.limit
        wait = self._timeouts.move if limit is None else limit + self._timeouts.margin
        began = time.monotonic()
        self._send("go")
        try:
            answer = self._await_answer(began, wait)
        except EngineFailure as failure:
            if failure.fault is Fault.HANG and limit is not None:
                reason = f"no move after {time.monotonic() - began:.2f} s, with {limit:.2f} s to go"
                raise EngineFailure(Fault.TIME, reason) from None
            raise
        self._send(f"move {format_ggf_move(PlayedMove(answer.move, answer.evaluation, answer.seconds))}")
        return answer

    def stop(self) -> None:
        """Nothing stops an NBoard engine and makes it move: end it."""
        self.kill()

    def _send(self, line: str) -> None:
        assert self._channel is not None, "the engine was started"
        self._channel.send(line)

    def _ping(self, seconds: float) -> None:
        """Wait until the engine has done all that it was told, and drop what it said."""
        assert self._channel is not None, "the engine was started"
        self._pings += 1
        ping, pong = f"ping {self._pings}", f"pong {self._pings}"
        self._send(ping)
        deadline = time.monotonic() + seconds
        while " ".join(self._channel.read(deadline, ping)[0].split()) != pong:
            pass

    def _await_answer(self, began: float, seconds: float) -> Answer:
        """The move that follows `===`."""
        assert self._channel is not None, "the engine was started"
        evaluation = None
        while True:
            line, arrived = self._channel.read(began + seconds, "go")
            word, _, rest = line.strip().partition(" ")
            if word in ("search", "book"):
                evaluation = parse_value((rest.split() + ["", ""])[1])
            if word == ANSWER:
                return _parse_answer(rest, arrived - began, evaluation)


def _parse_answer(text: str, seconds: float, evaluation: float | None) -> Answer:
    """The move of `=== MOVE/VALUE/SECONDS`, where blanks may stand for the slashes."""
    # NBoard itself reads both forms, and any beginning of "pass".
    name, value = ("/".join(text.split()).split("/") + [""])[:2]
    try:
        move = PASS if name and "PASS".startswith(name.upper()) else parse_move(name)
    except InvalidNotationError:
        raise EngineFailure(Fault.PROTOCOL_ERROR, f"the engine's move is {quoted(text.strip())}") from None
    own = parse_value(value)
    return Answer(move, max(0.0, seconds), evaluation if own is None else own)
