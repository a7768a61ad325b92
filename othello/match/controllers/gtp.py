"""Controls engines that speak GTP and adapts to their deviations from the protocol.

| engine | behavior | adaptation |
| --- | --- | --- |
| Edax | reads only colors in lower case | send `b` and `w` |
| gtp-rhino | rejects `pass`, and passes by itself | accept the refusal of a pass |
| gtp-rhino | reads only whole seconds | round down a refused `time_left`, and send it again |
| neural-reversi | rejects `pass`, and passes by itself | accept the refusal of a pass |
| neural-reversi | crashes at a command after the end | send nothing after the end |
| Egaroucid | writes moves and `PASS` in upper case | read any case |

`othello.match.controllers.gtp_dialogue` lists deviations in banners, blank lines and ids.
"""

import math
import time
from collections.abc import Sequence
from typing import Final

from othello.match.controllers.controller import Controller, EngineMove, Program, parse_value, reading_move
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.gtp_dialogue import EngineReply, GtpDialogue, refusal, said
from othello.match.controllers.timing import GameClock, TimeRule
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, Move, format_move, parse_move

SETUPS: Final = ("othello-setup", "grhino-setup_board")
"""Commands that set up a position. They take 64 cells and the side to move."""
LAST_SEARCH: Final = "othello-last"
"""A command whose reply begins with the value of the last move."""
CLEAR_CACHE: Final = "clear_cache"
"""A command that makes the next game independent of earlier games, so that any worker can play any game."""
LETTERS: Final = {Color.BLACK: "b", Color.WHITE: "w"}


class GtpController(Controller):
    """A GTP engine in its own process."""

    def __init__(self, program: Program, *, setup: Sequence[str] = ()) -> None:
        """Prepare an engine. The commands in *setup* are sent at the start. All of them must succeed."""
        super().__init__(program)
        self._setup = setup
        self._rule = TimeRule()
        self._rounds_time = False
        self._refused_pass = ""
        """If the last command was a refused pass, a clause about this for error messages. Otherwise empty."""

    def _greet(self) -> None:
        """Ask for the engine's commands and choose the game and the board size."""
        self._dialogue = GtpDialogue(self._lines)
        self._dialogue.ask_for_commands(time.monotonic() + self._timeouts.greeting)
        deadline = time.monotonic() + self._timeouts.start
        if self._dialogue.knows("set_game"):
            self._dialogue.demand("set_game Othello", deadline)
        self._dialogue.demand("boardsize 8", deadline)
        for command in self._setup:
            name = command.split()[0]
            if not self._dialogue.may_know(name):
                raise EngineFailure(Fault.START, f"the engine does not support the command {name}")
            self._dialogue.demand(command, deadline)

    def new_game(self, board: Board, rule: TimeRule) -> None:
        """Clear the board and the transposition table, send the time control and replay the moves."""
        deadline = time.monotonic() + self._wait_for_game()
        self._refused_pass = ""
        self._dialogue.demand("clear_board", deadline)
        if self._dialogue.knows(CLEAR_CACHE):
            self._dialogue.demand(CLEAR_CACHE, deadline)
        self._send_rule(rule, deadline)
        if board.first_position != Position.start():
            self._set_up(board.first_position, deadline)
        position = board.first_position
        for move in board.move_stack:
            self.play(position.turn, move, 0.0)
            position = position.play(move)

    def play(self, color: Color, move: Move, seconds: float) -> None:
        """Send `play`. A refused pass counts as made, because some engines pass by themselves."""
        command = f"play {LETTERS[color]} {format_move(move)}"
        if move == PASS:
            reply = self._dialogue.ask_within(command, self._timeouts.reply)
            self._refused_pass = "" if reply.is_success else f", after {command!r} with {said(reply)}"
        else:
            self._move(command, self._timeouts.reply)

    def go(self, color: Color, clock: GameClock, other: GameClock) -> EngineMove:
        """Send `time_left` and `genmove`."""
        if self._rule.is_limited:
            self._send_time_left(color, clock)
            if self._rule.main is not None and other.limit is not None:
                self._send_time_left(color.other, other)
        began = time.monotonic()
        with self._time_forfeit(clock, began):
            reply = self._move(f"genmove {LETTERS[color]}", self._wait_for_move(clock))
        move = _parse_move(reply.text)
        return EngineMove(move, max(0.0, reply.arrived - began), self._last_value())

    def stop(self) -> None:
        """Send GoGui's interrupt. If the engine does not support it, kill the engine."""
        if self._channel is not None:
            if self._dialogue.knows("gogui-interrupt"):
                self._channel.send("# interrupt")
            else:
                self._channel.kill()

    def _move(self, command: str, seconds: float) -> EngineReply:
        """Send a command that makes a move and return the reply. Raises EngineFailure if it fails."""
        reply = self._dialogue.ask_within(command, seconds)
        if not reply.is_success:
            raise refusal(command, reply, self._refused_pass)
        self._refused_pass = ""
        return reply

    def _send_rule(self, rule: TimeRule, deadline: float) -> None:
        """Send the time control unless the engine already uses it."""
        if rule == self._rule:
            return
        if rule.per_move is not None:
            settings = f"0 {rule.per_move:g} 1"
        elif rule.main is not None:
            # GTP has no increment. neural-reversi accepts this form if `time_left` is sent before each move.
            settings = f"{rule.main:g} {rule.increment:g} 0"
        else:
            settings = "0 1 0"
        self._dialogue.demand(f"time_settings {settings}", deadline)
        self._rule = rule

    def _send_time_left(self, color: Color, clock: GameClock) -> None:
        """Send the time on a clock. An engine that refuses `time_left` plays without this information."""
        left = clock.limit or 0.0
        stones = 0 if clock.rule.per_move is None else 1  # the time is for the whole game or for a move
        if not self._dialogue.may_know("time_left"):
            return
        command = f"time_left {LETTERS[color]}"
        if not self._rounds_time:
            exact = f"{command} {left:.3f} {stones}".replace(".000", "")  # omit the fraction if it is 0
            self._rounds_time = not self._dialogue.ask_within(exact, self._timeouts.reply).is_success
        if self._rounds_time:
            self._dialogue.ask_within(f"{command} {math.floor(left)} {stones}", self._timeouts.reply)

    def _last_value(self) -> float | None:
        """Return the engine's value of its last move in discs, or None if the engine reports no value."""
        if not self._dialogue.knows(LAST_SEARCH):
            return None
        reply = self._dialogue.ask_within(LAST_SEARCH, self._timeouts.reply)
        return parse_value(reply.text.split()[0]) if reply.is_success and reply.text else None

    def _set_up(self, position: Position, deadline: float) -> None:
        """Set up the initial position of a game."""
        for name in SETUPS:
            if self._dialogue.knows(name):
                self._dialogue.demand(f"{name} {position.format()}", deadline)
                return
        raise EngineFailure(Fault.REFUSAL, "the engine has no command to set up a position")


def _parse_move(text: str) -> Move:
    """Parse the move in a reply to `genmove`."""
    if text.lower() == "resign":
        raise EngineFailure(Fault.RESIGNED, "the engine resigns")
    with reading_move(text):
        return parse_move(text)
