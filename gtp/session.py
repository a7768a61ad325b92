"""A conversation in GTP: commands are read, carried out one after the other, and answered.

Two threads. The *reader* takes lines in as they come, so that a controller may write its
next commands at any time; the one that calls `Session.run` carries them out, in order, and
writes the replies. Only the reader sees lines that hold no command; the comment
"# interrupt" among them ends the search that runs, or the one that is about to.

Most commands are answered when they are done. A handler that has something to tell before
calls `State.tell`: then the reply has begun, and it succeeds.

After a move of ours the engine may ponder, see `gtp.pondering`, until a command comes in.

The conversation ends with `quit`; when the replies cannot be delivered any more; or at the
end of the input, after the commands that came before it have been answered. A controller
that closes its end without a `quit` is likely gone: from then on no search gets more than
`GRACE` seconds.
"""

import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

from gtp.commands.all_commands import REGISTRY
from gtp.commands.registry import Registry
from gtp.protocol import (
    Command,
    GtpError,
    GtpQuit,
    format_first_line,
    format_next_line,
    format_reply,
    is_interrupt,
    parse,
)
from gtp.session_state import State
from othello.search.cancel import Cancel

GRACE: Final = 1.0
"""Seconds that a search may last after the end of the input."""
POLL: Final = 0.05
"""Seconds between two looks at how long a search has lasted."""


@dataclass(frozen=True, slots=True)
class Received:
    """A command as the reader hands it on."""

    command: Command
    at: float
    """When it came in."""
    line: int
    """The number of its line."""
    interrupt: Cancel
    """Set when an interrupt comes in after it."""
    successor: Cancel
    """Set when another command comes in after it."""


class Session:
    """One conversation."""

    def __init__(
        self,
        state: State,
        read: Callable[[], bytes],
        write: Callable[[bytes], object],
        registry: Registry = REGISTRY,
    ) -> None:
        """Prepare a conversation; nothing is read yet.

        read     -- waits for some bytes of input and returns them; none at its end
        write    -- delivers a reply, all of it, at once; raises OSError if it cannot
        """
        self._state = state
        self._read = read
        self._write = write
        self._registry = registry
        self._commands: SimpleQueue[Received | None] = SimpleQueue()
        self._id, self._has_begun = "", False
        """The number of the command that is carried out, and whether its reply has begun."""
        self._has_ended = threading.Event()

    def run(self) -> None:
        """Hold the conversation, to its end."""
        threading.Thread(target=self._receive, name="reader", daemon=True).start()
        try:
            self._state.tell = self._tell
            for received in iter(self._commands.get, None):
                self._state.end_pondering()
                self._state.received, self._state.line = received.at, received.line
                self._state.cancel = received.interrupt
                reply, is_last = self.answer(received.command)
                self._write(reply.encode(errors="surrogateescape"))
                if is_last:
                    break
                self._state.ponder(received.successor)
        except (BrokenPipeError, ConnectionError):
            pass  # Nobody listens any more, which is the usual end of some GUIs.
        finally:
            self._state.end_pondering()
            self._has_ended.set()

    def answer(self, command: Command) -> tuple[str, bool]:
        """Carry a command out; gives the reply, and whether it is the last one."""
        text, is_success, is_last = "", True, False
        self._id, self._has_begun = command.id, False
        try:
            text = self._registry.run(self._state, command.name, command.arguments)
        except GtpQuit:
            is_last = True
        except GtpError as error:
            text, is_success = str(error), False
        except Exception as error:
            if self._has_begun and isinstance(error, OSError):
                raise  # A line of the reply could not be delivered.
            # A mistake of ours must not end the game of somebody else.
            traceback.print_exc()
            text, is_success = f"internal error: {type(error).__name__}: {error}", False
        return "\n" if self._has_begun else format_reply(command.id, text, is_success=is_success), is_last

    def _tell(self, text: str) -> None:
        """Write a line of the reply before the command is done."""
        begin = "" if self._has_begun else format_first_line(self._id)
        self._has_begun = True
        self._write((begin + format_next_line(text)).encode(errors="surrogateescape"))

    def _receive(self) -> None:
        """The reader: take lines in until there are no more, then see to it that no search goes on."""
        is_waited_for = False
        interrupt, successor = Cancel(), Cancel()
        try:
            for line in lines(self._read):
                number = self._state.inbox.arrive()
                if is_interrupt(line):
                    # It is for all commands so far, those that still wait for their turn included.
                    interrupt.set()
                    interrupt = Cancel()
                    self._state.halt_pondering()
                command = parse(line)
                if command is not None:
                    is_waited_for |= command.name == "quit"
                    successor.set()
                    successor = Cancel()
                    self._commands.put(Received(command, self._state.now(), number, interrupt, successor))
        finally:
            self._state.inbox.end()
            self._commands.put(None)
            successor.set()
        while not (is_waited_for or self._has_ended.wait(POLL)):
            self._state.stop_search(older_than=GRACE)


def lines(read: Callable[[], bytes]) -> Iterator[str]:
    """The lines of some input, without their ends; what follows the last line end is a line as well."""
    rest = b""
    while chunk := _chunk(read):
        *complete, rest = (rest + chunk).split(b"\n")
        # Bytes that are no UTF-8 go through unchanged: they may be part of a file name.
        yield from (line.decode(errors="surrogateescape") for line in complete)
    if rest:
        yield rest.decode(errors="surrogateescape")


def _chunk(read: Callable[[], bytes]) -> bytes:
    """Some input; nothing at its end, or when it breaks off."""
    try:
        return read()
    except OSError:
        return b""
