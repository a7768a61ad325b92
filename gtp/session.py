"""Conversations in GTP: commands are carried out in order, and answered.

A reply is written when its command is done. A handler that reports earlier calls `write_line` of its
request; from then on the reply is a success. After its own move the engine may ponder until the next
command comes in, see `othello.gtp.engine_session`.

The conversation ends with `quit`, when the controller stops reading replies, or at the end of the
input, after the replies to all commands. A controller that sends `quit` waits for all replies,
unless it has closed its end for them.
"""

import re
import traceback
from collections.abc import Callable

from othello.errors import NoLibraryError, OthelloError
from othello.gtp.commands.all_commands import REGISTRY
from othello.gtp.commands.registry import GtpRequest, Registry
from othello.gtp.conversation import Conversation
from othello.gtp.protocol import (
    Command,
    GtpError,
    GtpQuit,
    format_next_line,
    format_reply,
    parse,
)
from othello.gtp.session_state import GtpState


class Reply:
    """The reply to a command, written as a whole or line by line."""

    def __init__(self, number: str, write: Callable[[bytes], object]) -> None:
        """Begin the reply to the command with the id *number*; nothing is written yet."""
        self._number, self._write_bytes = number, write
        self.has_begun = False
        """Whether a line of the reply was written."""

    def write_line(self, text: str) -> None:
        """Write the next line; from then on the reply is a success."""
        begin = "" if self.has_begun else f"={self._number}\n"
        self.has_begun = True
        self._write(begin + format_next_line(text))

    def end(self, text: str, *, is_success: bool) -> None:
        """Write the whole reply, or only its end if `has_begun`."""
        self._write("\n" if self.has_begun else format_reply(self._number, text, is_success=is_success))

    def _write(self, text: str) -> None:
        self._write_bytes(text.encode(errors="surrogateescape"))


class GtpSession(Conversation[GtpState, Command]):
    """A GTP conversation."""

    def __init__(
        self,
        state: GtpState,
        read: Callable[[], bytes],
        write: Callable[[bytes], object],
        registry: Registry = REGISTRY,
    ) -> None:
        """Prepare a conversation with the commands of *registry*, see `Conversation`."""
        super().__init__(state, read, write)
        self._registry = registry

    def parse(self, line: str) -> Command | None:
        """Return the command of a line."""
        return parse(line)

    def is_interrupt(self, line: str) -> bool:
        """Return whether a line is the comment "# interrupt", by which GoGui stops a search."""
        return re.fullmatch(r"\s*#\s*interrupt\s*", line) is not None

    def is_patient(self, command: Command) -> bool:
        """Return whether a command is `quit`."""
        return command.name == "quit"

    def carry_out(self, request: GtpRequest) -> bool:
        """Carry out a command and write its reply; return whether the conversation continues."""
        self.state.rest()
        reply = Reply(request.command.id, self._write)
        request.write_line = reply.write_line
        text, is_success, is_last = "", True, False
        try:
            handler, values = self._registry.find(request.command)
            text = handler(self.state, request, *values) or ""
        except GtpQuit:
            is_last = True
        except (GtpError, OthelloError, NoLibraryError) as error:
            text, is_success = str(error), False
        except Exception as error:
            if reply.has_begun and isinstance(error, OSError):
                raise  # a line of the reply could not be delivered
            # A bug in a handler must not end the session.
            traceback.print_exc()
            text, is_success = f"internal error: {type(error).__name__}: {error}", False
        reply.end(text, is_success=is_success)
        if not is_last:
            self.state.idle(request.successor)
        return not is_last
