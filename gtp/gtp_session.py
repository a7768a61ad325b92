"""GTP sessions: commands, their replies, and `quit`.

A handler that writes lines before it returns calls `write_line` of its request. From then on, the reply is a
success.

The session ends with `quit`, when the controller stops reading replies, or at the end of the input, after the
replies to all commands. A controller that sends `quit` is assumed to wait for all replies, unless it has
closed its reading end.
"""

import re

from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.protocol import Command, format_reply, parse
from othello.gtp.session import ProtocolSession, Request
from othello.gtp.session_state import GtpState


class GtpSession(ProtocolSession[GtpState]):
    """A GTP session."""

    registry = REGISTRY

    def parse(self, line: str) -> Command | None:
        """Return the command of a line."""
        return parse(line)

    def is_interrupt(self, line: str) -> bool:
        """Return whether a line is the comment "# interrupt", by which GoGui stops a search."""
        return re.fullmatch(r"\s*#\s*interrupt\s*", line) is not None

    def waits_for_replies(self, command: Command) -> bool:
        """Return whether a command is `quit`."""
        return command.name == "quit"

    def beginning(self, command: Command) -> str:
        """Return the mark of a success, on a line of its own."""
        return f"={command.id}\n"

    def end_reply(self, request: Request, text: str, *, is_success: bool) -> None:
        """Write the whole reply or, if its lines have begun, the empty line at its end."""
        whole = format_reply(request.command.id, text, is_success=is_success)
        self.write("\n" if request.has_begun else whole)
