"""Exchanges GTP commands and replies with real engines, which deviate from GTP.

| engine | behavior | adaptation |
| --- | --- | --- |
| Edax | repeats an id in all later replies, loses commands sent ahead | no ids, one command at a time |
| several | print a banner first, or blank lines between replies | skip them |
| Edax | prints `*** SEARCH STILL RUNNING` between replies | skip such lines, too |

Commands are sent without an id, so a reply with an id is an error.

Sources: tests with the programs, and the GTP draft (see `othello.gtp.protocol`).
"""

import time
from dataclasses import dataclass
from typing import Final

from othello.errors import quoted
from othello.match.controllers.channel import Channel
from othello.match.controllers.failure import EngineFailure, Fault

MAX_SKIPPED_LINES: Final = 200
"""How many lines without `=` or `?` are skipped before a reply."""
MAX_REPLY_LINES: Final = 5000


@dataclass(frozen=True, slots=True)
class EngineReply:
    """An engine's reply to a command."""

    is_success: bool
    text: str
    arrived: float
    """When the first line of the reply arrived, as a time of `time.monotonic`."""


class GtpDialogue:
    """Exchanges commands and replies with an engine, one command at a time."""

    def __init__(self, channel: Channel) -> None:
        """Prepare to use *channel*. Nothing is sent yet."""
        self.channel = channel
        self._commands: frozenset[str] | None = None

    def ask_for_commands(self, deadline: float) -> None:
        """Ask the engine for the names of its commands, for `knows` and `may_know`."""
        reply = self.ask("list_commands", deadline)
        self._commands = frozenset(reply.text.split()) if reply.is_success else None

    def knows(self, name: str) -> bool:
        """Return whether the engine lists the command *name*."""
        return self._commands is not None and name in self._commands

    def may_know(self, name: str) -> bool:
        """Return whether the engine lists the command *name* or does not list any commands."""
        return self._commands is None or name in self._commands

    def demand(self, command: str, deadline: float) -> EngineReply:
        """Send a command that must succeed and return the reply. Raises EngineFailure if it fails."""
        reply = self.ask(command, deadline)
        if not reply.is_success:
            raise refusal(command, reply)
        return reply

    def ask(self, command: str, deadline: float) -> EngineReply:
        """Send a command and return the reply. Raises EngineFailure if there is no reply by *deadline*.

        *deadline* is a time of `time.monotonic`.
        """
        self.channel.send(command)
        first, arrived = self._first_line(command, deadline)
        answer = first[1:]
        text = answer.lstrip("0123456789")
        number = answer[: len(answer) - len(text)]
        if number:
            reason = f"the reply to {command!r} has the id {quoted(number)}, but the command had no id"
            raise EngineFailure(Fault.PROTOCOL_ERROR, reason)
        lines = [text.strip()]
        while line := _clean(self.channel.read(deadline, command)[0]):
            lines.append(line)
            if len(lines) > MAX_REPLY_LINES:
                raise EngineFailure(Fault.PROTOCOL_ERROR, f"endless reply to {command!r}")
        return EngineReply(first[0] == "=", "\n".join(lines).strip(), arrived)

    def ask_within(self, command: str, seconds: float) -> EngineReply:
        """Send a command and return the reply, as `ask` does, but wait at most *seconds*."""
        return self.ask(command, time.monotonic() + seconds)

    def _first_line(self, command: str, deadline: float) -> tuple[str, float]:
        """Return the first line of a reply and its arrival time."""
        skipped, last = 0, ""
        while True:
            try:
                line, arrived = self.channel.read(deadline, command)
            except EngineFailure as failure:
                wrote = f" (its last line was {quoted(last)})" if last else ""
                raise EngineFailure(failure.fault, f"{failure}{wrote}") from None
            line = _clean(line)
            if line.startswith(("=", "?")):
                return line, arrived
            if line and skipped == MAX_SKIPPED_LINES:
                raise EngineFailure(Fault.PROTOCOL_ERROR, f"{quoted(line)} is not a reply to {command!r}")
            if line:
                skipped, last = skipped + 1, line


def refusal(command: str, reply: EngineReply, more: str = "") -> EngineFailure:
    """Return the failure for an error reply to *command*. Its message ends with *more*."""
    return EngineFailure(Fault.REFUSAL, f"the engine answers {command!r} with {said(reply)}{more}")


def said(reply: EngineReply) -> str:
    """Return the error message in an engine's reply, in quotes."""
    return quoted(f"? {reply.text}", 200)


def _clean(line: str) -> str:
    """Return a line without control characters, leading spaces and trailing spaces."""
    return "".join(" " if char == "\t" else char for char in line if char >= " " or char == "\t").strip()
