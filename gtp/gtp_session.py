"""GTP sessions: how commands are read, how replies are written, and when the session ends.

A handler usually returns its whole reply, but it can also write lines earlier, with `Request.write_line`. The
first line reports success, so the handler can no longer fail after it.

The session ends at `quit`, when the controller no longer reads replies, or at the end of the input, once all
commands have been answered. A controller that has sent `quit` is assumed to wait for all replies, unless it
has closed its end of the pipe.
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
        """Return the command in *line*, or None if the line contains no command."""
        return parse(line)

    def is_interrupt(self, line: str) -> bool:
        """Return whether *line* is the comment "# interrupt", which GoGui sends to stop a search."""
        return re.fullmatch(r"\s*#\s*interrupt\s*", line) is not None

    def waits_for_replies(self, command: Command) -> bool:
        """Return whether *command* is `quit`, which ends the session."""
        return command.name == "quit"

    def beginning(self, command: Command) -> str:
        """Return the first line of a successful reply, which contains only "=" and the command's id."""
        return f"={command.id}\n"

    def end_reply(self, request: Request, text: str, *, is_success: bool) -> None:
        """Write the whole reply, or only the final empty line if the handler has written the other lines."""
        whole = format_reply(request.command.id, text, is_success=is_success)
        self.write("\n" if request.has_begun else whole)
