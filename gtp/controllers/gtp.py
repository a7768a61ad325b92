"""Engines that speak GTP, with the ways of those that exist.

| engine | what it does | what is done here |
| --- | --- | --- |
| Edax | an id sticks to all later replies; typed-ahead commands get lost | no ids, one command at a time |
| Edax | colors in lower case only | `b` and `w` |
| gtp-rhino | knows no pass; passes by itself | passes are left out, see `_Passes` |
| gtp-rhino | times in whole seconds | a refused `time_left` is sent again rounded |
| neural-reversi | passes by itself, dies when asked after the end | not asked after the end |
| Egaroucid | upper case, `PASS`; a version of 2.0 | moves in any case; the version is not looked at |
| several | a banner, blank lines between replies | skipped before the first reply; skipped |

Source: the programs themselves, and the GTP draft, see `gtp.protocol`.
"""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from othello.position import Position
from othello.score import Color
from othello.square import PASS, Move, format_move, parse_move

MOST_BANNER_LINES: Final = 200
"""Lines before the first reply that are not taken for nonsense."""
MOST_REPLY_LINES: Final = 5000
SETUPS: Final = {"othello-setup": "{cells} {side}", "grhino-setup_board": "{cells} {side}"}
"""Commands that set up a position, with their arguments."""
LAST_SEARCH: Final = "othello-last"
"""The command that tells the value of the last move, in its first word."""
LETTERS: Final = {Color.BLACK: "b", Color.WHITE: "w"}


@dataclass(frozen=True, slots=True)
class _Reply:
    is_success: bool
    text: str
    arrived: float
    """When its first line came, in the time of `time.monotonic`."""


class GtpController(ProcessController):
    """A GTP engine in a process of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        setup: Sequence[str] = (),
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
    ) -> None:
        """Prepare an engine; nothing is started yet.

        *setup* are commands that follow the first ones and must succeed.
        """
        self._command, self._cwd, self._env = command, cwd, env
        super().__init__(timeouts)
        self._setup = setup
        self._known: frozenset[str] | None = None
        self._has_replied = False
        self._is_first_game = True
        self._rule = TimeRule()
        self._rounds_time = False
        self._sends_passes = False
        self._omitted_pass: Color | None = None

    def start(self) -> None:
        """Start the engine: what it is, what it knows, the game, the size of the board."""
        self._channel = Channel(self._command, cwd=self._cwd, env=self._env)
        deadline = time.monotonic() + self._timeouts.start
        try:
            listed = self._ask("list_commands", deadline)
            self._known = frozenset(listed.text.split()) if listed.is_success else None
            if self._known is not None and "set_game" in self._known:
                self._must("set_game Othello", deadline)
            self._must("boardsize 8", deadline)
            for command in self._setup:
                name = command.split()[0]
                if self._known is not None and name not in self._known:
                    raise EngineFailure(Fault.START, f"the engine does not know the command {name}")
                self._must(command, deadline)
        except EngineFailure as failure:
            raise EngineFailure(Fault.START, failure.reason) from None

    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Clear the board, send the time settings, and replay the moves."""
        seconds = self._timeouts.start if self._is_first_game else self._timeouts.reply
        deadline = time.monotonic() + seconds
        self._omitted_pass = None
        self._must("clear_board", deadline)
        self._is_first_game = False
        self._send_rule(rule, deadline)
        if board.first_position != Position.start():
            self._set_up(board.first_position, deadline)
        position = board.first_position
        for move in board.move_stack:
            self.play(position.turn, move, 0.0)
            position = position.apply(move)

    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Send `play`; a pass only to engines that have shown that they want one."""
        if move == PASS and not self._sends_passes:
            self._omitted_pass = color
            return
        self._with_pass(f"play {LETTERS[color]} {format_move(move)}", self._timeouts.reply)

    def go(self, color: Color, clock: GameClock, other: GameClock) -> Answer:
        """Send `time_left` and `genmove`."""
        if self._rule.is_limited:
            self._send_time_left(color, clock)
            if self._rule.main is not None and other.limit is not None:
                self._send_time_left(color.other, other)
        limit = clock.limit
        wait = self._timeouts.move if limit is None else limit + self._timeouts.margin
        began = time.monotonic()
        try:
            reply = self._with_pass(f"genmove {LETTERS[color]}", wait)
        except EngineFailure as failure:
            if failure.fault is Fault.HANG and limit is not None:
                reason = f"no move after {time.monotonic() - began:.2f} s, with {limit:.2f} s to go"
                raise EngineFailure(Fault.TIME, reason) from None
            raise
        move = _parse_reply(reply.text)
        return Answer(move, max(0.0, reply.arrived - began), self._last_value())

    def stop(self) -> None:
        """Send the interrupt of GoGui to engines that know it, and end the others."""
        if self._channel is not None:
            if self._known is not None and "gogui-interrupt" in self._known:
                self._channel.send("# interrupt")
            else:
                self._channel.kill()

    def _with_pass(self, command: str, seconds: float) -> _Reply:
        """The reply to a command that must succeed; a pass that was left out is sent if that helps.

        Some engines pass by themselves and know no pass, others want every pass: so it is left
        out at first. An engine that then refuses what follows gets the pass, and all later ones.
        """
        deadline = time.monotonic() + seconds
        color, self._omitted_pass = self._omitted_pass, None
        reply = self._ask(command, deadline)
        if not reply.is_success and color is not None:
            self._must(f"play {LETTERS[color]} pass", deadline)
            self._sends_passes = True
            reply = self._ask(command, deadline)
        if not reply.is_success:
            raise _refused(command, reply)
        return reply

    def _send_rule(self, rule: TimeRule, deadline: float) -> None:
        """Send the time settings if they are not those that the engine has."""
        if rule == self._rule:
            return
        if rule.per_move is not None:
            settings = f"0 {rule.per_move:g} 1"
        elif rule.main is not None:
            # GTP has no increment; this form, of neural-reversi, needs `time_left` before each move.
            settings = f"{rule.main:g} {rule.increment:g} 0"
        else:
            settings = "0 1 0"
        self._must(f"time_settings {settings}", deadline)
        self._rule = rule

    def _send_time_left(self, color: Color, clock: GameClock) -> None:
        """Say what a clock shows. That an engine does not want to know is no reason to end a game."""
        left, stones = clock.limit or 0.0, 0 if clock.rule.per_move is None else 1
        if self._known is not None and "time_left" not in self._known:
            return
        deadline = time.monotonic() + self._timeouts.reply
        if not self._rounds_time:
            reply = self._ask(f"time_left {LETTERS[color]} {left:.3f} {stones}".replace(".000", ""), deadline)
            self._rounds_time = not reply.is_success
        if self._rounds_time:
            self._ask(f"time_left {LETTERS[color]} {math.floor(left)} {stones}", deadline)

    def _last_value(self) -> float | None:
        """What the engine thinks of its last move, if it is one that tells."""
        if self._known is None or LAST_SEARCH not in self._known:
            return None
        reply = self._ask(LAST_SEARCH, time.monotonic() + self._timeouts.reply)
        return parse_value(reply.text.split()[0]) if reply.is_success and reply.text else None

    def _set_up(self, position: Position, deadline: float) -> None:
        """Begin with a position that is not the start of a game."""
        cells, side = position.format().split()
        for name, arguments in SETUPS.items():
            if self._known is not None and name in self._known:
                self._must(f"{name} {arguments.format(cells=cells, side=side)}", deadline)
                return
        raise EngineFailure(Fault.REFUSAL, "the engine has no command to set up a position")

    def _must(self, command: str, deadline: float) -> _Reply:
        """The reply to a command that must succeed."""
        reply = self._ask(command, deadline)
        if not reply.is_success:
            raise _refused(command, reply)
        return reply

    def _ask(self, command: str, deadline: float) -> _Reply:
        """The reply to a command."""
        channel = self._channel
        assert channel is not None, "the engine was started"
        channel.send(command)
        first, arrived = self._first_line(channel, command, deadline)
        lines = [first[1:].lstrip("0123456789").strip()]
        while line := _clean(channel.read(deadline, command)[0]):
            lines.append(line)
            if len(lines) > MOST_REPLY_LINES:
                raise EngineFailure(Fault.PROTOCOL_ERROR, f"a reply without end to {command!r}")
        self._has_replied = True
        return _Reply(first[0] == "=", "\n".join(lines).strip(), arrived)

    def _first_line(self, channel: Channel, command: str, deadline: float) -> tuple[str, float]:
        """The line that begins a reply."""
        skipped, last = 0, ""
        while True:
            try:
                line, arrived = channel.read(deadline, command)
            except EngineFailure as failure:
                wrote = f", after it wrote {quoted(last)}" if last else ""
                raise EngineFailure(failure.fault, f"{failure}{wrote}") from None
            line = _clean(line)
            if line.startswith(("=", "?")):
                return line, arrived
            if line and (self._has_replied or skipped == MOST_BANNER_LINES):
                raise EngineFailure(Fault.PROTOCOL_ERROR, f"{quoted(line)} is no reply to {command!r}")
            skipped, last = skipped + bool(line), line or last


def _clean(line: str) -> str:
    """A line without control characters and blanks at its ends."""
    return "".join(" " if char == "\t" else char for char in line if char >= " " or char == "\t").strip()


def _refused(command: str, reply: _Reply) -> EngineFailure:
    return EngineFailure(
        Fault.REFUSAL, f"the engine answers {command!r} with {quoted('? ' + reply.text, 200)}"
    )


def _parse_reply(text: str) -> Move:
    """The move of a reply to `genmove`."""
    if text.lower() == "resign":
        raise EngineFailure(Fault.RESIGNED, "the engine resigns")
    try:
        return parse_move(text)
    except InvalidNotationError:
        raise EngineFailure(Fault.PROTOCOL_ERROR, f"the engine's move is {quoted(text)}") from None
