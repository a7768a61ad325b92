"""Engines that speak UGI, or that speak UCI as Fairy-Stockfish does for Othello.

The position is sent before every search, so the engine's own board does not matter.
`othello.match.controllers.dialects` lists how real engines differ.
"""

import re
import time
from collections.abc import Mapping
from typing import Final

from othello.match.controllers.controller import Controller, EngineMove, Program, parse_value, reading_move
from othello.match.controllers.dialects import UGI, Dialect
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.timing import GameClock, TimeRule
from othello.rules.board import Board
from othello.rules.score import DISC, Color
from othello.rules.square import Move

_OPTION: Final = re.compile(r"option name (.+?) type (\w+)(.*)")
_VALUE: Final = re.compile(r"info (?!.*multipv (?!1 )).*score cp (-?[0-9]+)")
"""A report that contains the value of the best line, such as "info depth 8 score cp 120 pv f5"."""


class UgiController(Controller):
    """A UGI or UCI engine in its own process."""

    def __init__(
        self,
        program: Program,
        *,
        dialect: Dialect = UGI,
        depth: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare an engine.

        depth    -- depth of each search in plies, or None for no limit
        options  -- names and values of options that the engine must support
        """
        super().__init__(program)
        self._dialect, self._depth = dialect, depth
        self._options = {**dict(dialect.options), **(options or {})}
        self._board = Board()

    def _greet(self) -> None:
        """Set the engine's options and wait until the engine is ready."""
        declared = self._declared(time.monotonic() + self._timeouts.greeting)
        deadline = time.monotonic() + self._timeouts.start
        for name, value in self._options.items():
            _check_option(declared, name, value)
            self._send(f"setoption name {name} value {value}")
        self._await_ready(deadline)

    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Begin a game. The position is sent before each search."""
        has_own_limit = self._depth is not None or "Level" in self._options
        if not has_own_limit and not rule.is_limited:
            raise EngineFailure(
                Fault.REFUSAL, "the engine has no limit: give it a depth, a level, a time or a clock"
            )
        self._board = board.copy()
        self._send(f"{self._dialect.name}newgame")
        self._await_ready(time.monotonic() + self._wait_for_game())

    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Store a move. It is sent with the position before the next search."""
        self._board.push(move)

    def go(self, color: Color, clock: GameClock, other: GameClock) -> EngineMove:
        """Send the position and `go`, then wait for the engine's answer."""
        self._send(self._dialect.position(self._board))
        self._await_ready(time.monotonic() + self._timeouts.reply)
        limits = self._limits(color, clock, other)
        began = time.monotonic()
        self._send(f"go {limits}".strip())
        with self._time_forfeit(clock, began):
            answer = self._await_answer(began, self._wait_for_move(clock))
        if self._board.is_legal(answer.move):
            self._board.push(answer.move)
        return answer

    def stop(self) -> None:
        """Send `stop`."""
        if self._channel is not None:
            self._send("stop")

    def _declared(self, deadline: float) -> dict[str, str]:
        """Return the types and values of the engine's options by their names in lower case."""
        hello = self._dialect.name
        declared = {}
        self._send(hello)
        while (line := self._read(deadline, hello)) != f"{hello}ok":
            if match := _OPTION.fullmatch(line):
                declared[match[1].lower()] = match[2] + match[3]
        return declared

    def _await_ready(self, deadline: float) -> None:
        """Wait until the engine has executed everything that was sent."""
        self._send("isready")
        while self._read(deadline, "isready") != "readyok":
            pass

    def _await_answer(self, began: float, seconds: float) -> EngineMove:
        """Read lines until the answer to `go` arrives."""
        value = None
        while True:
            line, arrived = self._lines.read(began + seconds, "go")
            if self._dialect.has_discs and (match := _VALUE.match(line)):
                value = parse_value(match[1])
            word, _, rest = line.strip().partition(" ")
            if word == "bestmove":
                discs = None if value is None else value / DISC
                return EngineMove(self._move(rest), max(0.0, arrived - began), discs)

    def _move(self, text: str) -> Move:
        """Parse the move in an answer. A move to ponder may follow it."""
        with reading_move(text):
            words = text.split()
            return self._dialect.move(words[0] if words else "")

    def _limits(self, color: Color, clock: GameClock, other: GameClock) -> str:
        """Return the arguments of `go`, with times in milliseconds."""
        words = [] if self._depth is None else [f"depth {self._depth}"]
        if clock.rule.per_move is not None:
            words.append(f"movetime {_milliseconds(clock.rule.per_move)}")
        elif clock.limit is not None:
            # If the opponent has no clock, tell the engine that both sides have the same time.
            sides = (clock, clock if other.limit is None else other)
            black, white = sides if color is Color.BLACK else sides[::-1]
            for player, side in zip(self._dialect.players, (black, white), strict=True):
                words.append(f"{player}time {_milliseconds(side.limit or 0.0)}")
            for player, side in zip(self._dialect.players, (black, white), strict=True):
                words.append(f"{player}inc {round(1000 * side.rule.increment)}")
        return " ".join(words)

    def _read(self, deadline: float, waiting_for: str) -> str:
        """Return the next line, with single spaces between its words."""
        return " ".join(self._lines.read(deadline, waiting_for)[0].split())


def _milliseconds(seconds: float) -> int:
    """Convert seconds to whole milliseconds, rounded down, but at least 1."""
    return max(1, int(1000 * seconds))


def _check_option(declared: Mapping[str, str], name: str, value: str) -> None:
    """Raise EngineFailure if the engine has no such option or if the value is not in the option's list."""
    kind = declared.get(name.lower())
    if kind is None:
        raise EngineFailure(Fault.START, f"the engine has no option {name}")
    values = kind.split(" var ")[1:]
    if values and value not in values:
        raise EngineFailure(Fault.START, f"the engine's option {name} does not accept the value {value}")
