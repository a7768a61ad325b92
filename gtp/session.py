"""Sessions: read requests as they arrive, execute them in order, and answer them.

A session has two threads. The *reader* reads lines at any time, so a controller may send more requests while
the engine is working. The thread that calls `ProtocolSession.run` executes the requests. Each request carries
`StopSignal` objects, which the reader sets when later lines arrive. If Python cannot start threads, the
session executes each request before it reads the next line.

After its own move, the engine may ponder until the next request arrives (see `othello.gtp.engine_session`).

A controller that closes its end of the pipe has usually exited. Therefore a search must end within `GRACE`
seconds after the end of the input. The exception is a controller that can still read replies and has shown,
for example with `quit`, that it is waiting for them.
"""

import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from queue import SimpleQueue
from typing import ClassVar, Final, Generic, TypeVar

from othello.errors import NoLibraryError, OthelloError
from othello.gtp.engine_session import EngineSession
from othello.gtp.protocol import Command, GtpError, format_next_line
from othello.gtp.registry import Registry
from othello.gtp.streams import has_reader
from othello.search.settings import HAS_THREADS
from othello.search.stop_signal import StopSignal

StateT = TypeVar("StateT", bound=EngineSession)

GRACE: Final = 1.0
"""Maximum duration of a search after the end of the input, in seconds."""
POLL: Final = 0.05
"""Seconds between the reader's checks for a search that has lasted too long."""


@dataclass(slots=True)
class Request:
    """A command, a way to reply to it, and signals that are set when later lines arrive."""

    command: Command
    """The command, parsed from its line."""
    received: float
    """The time when the line arrived, on the session's clock."""
    interrupted: StopSignal
    """Set when an interrupt arrives after this request."""
    superseded: StopSignal
    """Set when the next request arrives."""
    has_input: StopSignal
    """Set when the next line of any kind arrives or the input ends."""
    write: Callable[[str], None]
    """Function that writes part of the reply."""
    beginning: str = ""
    """The text that precedes the first line of a reply that the handler writes line by line."""
    has_begun: bool = False
    """Whether the handler has written a line of the reply."""

    def write_line(self, text: str) -> None:
        """Write a line of the reply while the handler is still working."""
        beginning = "" if self.has_begun else self.beginning
        # Set this before writing, so that after an OSError, `carry_out` knows that the output failed.
        self.has_begun = True
        self.write(beginning + format_next_line(text))


class ProtocolSession(ABC, Generic[StateT]):
    """Executes a controller's requests in order. A subclass parses lines and formats replies."""

    registry: ClassVar[Registry]

    def __init__(self, state: StateT, read: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
        """Prepare a session. Nothing is read before `run` is called.

        state  -- the engine, the game, and whatever else the protocol must remember
        read   -- waits for input and returns some bytes, or no bytes at the end of the input
        write  -- writes all bytes that it is given, or raises OSError
        """
        self.state, self._read, self._write = state, read, write
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._error: Exception | None = None
        """The exception that ended the reader, or None."""
        self._has_ended = threading.Event()
        self._waits_for_all = False
        """Whether the controller has sent a command, such as `quit`, after which it waits for all replies."""

    @abstractmethod
    def parse(self, line: str) -> Command | None:
        """Return the command in *line*, or None if the line contains no command."""

    @abstractmethod
    def is_interrupt(self, line: str) -> bool:
        """Return whether *line* interrupts all requests before it."""

    @abstractmethod
    def end_reply(self, request: Request, text: str, *, is_success: bool) -> None:
        """Write the reply to a request, or only its end if the handler has already written some lines."""

    def beginning(self, command: Command) -> str:
        """Return the text that precedes the first line of a reply that the handler writes line by line."""
        return ""

    def is_last(self, line: str) -> bool:
        """Return whether *line* ends the input. Such a line is not executed as a request."""
        return False

    def waits_for_replies(self, command: Command) -> bool:
        """Return whether *command* ends the session after its sender has received all replies."""
        return False

    def run(self) -> None:
        """Execute requests until one of them ends the session, or until the input ends.

        If the controller has exited and cannot receive replies, the session ends without an error. All other
        errors are raised.
        """
        requests = self._received()
        if HAS_THREADS:
            threading.Thread(target=self._receive, name="reader", daemon=True).start()
            requests = iter(self._requests.get, None)  # the reader puts None at the end
        try:
            for request in requests:
                if not self.carry_out(request):
                    return
            if self._error is not None:
                raise self._error
        except (BrokenPipeError, ConnectionError):
            pass  # some GUIs simply close the pipe when they exit
        finally:
            self._has_ended.set()
            self.state.rest()

    def carry_out(self, request: Request) -> bool:
        """Execute a request and write its reply. Return whether the session continues."""
        self.state.rest()
        text, is_success = "", True
        try:
            handler, values = self.registry.find(request.command)
            text = handler(self.state, request, *values) or ""
        except (GtpError, OthelloError, NoLibraryError) as error:
            text, is_success = str(error), False
        except Exception as error:
            if request.has_begun and isinstance(error, OSError):
                # A line of the reply could not be delivered.
                raise
            # A bug in a handler must not end the session.
            traceback.print_exc()
            text, is_success = f"internal error: {type(error).__name__}: {error}", False
        self.end_reply(request, text, is_success=is_success)
        if is_success and self.waits_for_replies(request.command):
            return False
        # If the next request has already arrived, `superseded` is set, so the engine does not ponder.
        self.state.idle(request.superseded)
        return True

    def write(self, text: str) -> None:
        """Send *text* to the controller. Raises OSError if this fails."""
        self._write(text.encode(errors="surrogateescape"))

    def _receive(self) -> None:
        """Read lines until the input ends, then stop every search that lasts too long."""
        try:
            for request in self._received():
                self._requests.put(request)
        except Exception as error:
            self._error = error
        finally:
            # Set `_error` before this, because the session reads `_error` as soon as it gets None.
            self._requests.put(None)
        while not self._has_ended.wait(POLL):
            if not (self._waits_for_all and has_reader()):
                # One call is not enough, because waiting requests start more searches.
                self.state.stop(GRACE)

    def _received(self) -> Iterator[Request]:
        """Read lines until the input ends. Yield a request for each line that contains a command."""
        interrupted, superseded, has_input = StopSignal(), StopSignal(), StopSignal()
        try:
            for line in takewhile(lambda line: not self.is_last(line), read_lines(self._read)):
                received = self.state.now()
                has_input.set()
                if self.is_interrupt(line):
                    interrupted.set()
                    interrupted = StopSignal()
                command = self.parse(line)
                if command is not None:
                    self._waits_for_all |= self.waits_for_replies(command)
                    superseded.set()
                    superseded, has_input = StopSignal(), StopSignal()
                    beginning = self.beginning(command)
                    yield Request(
                        command, received, interrupted, superseded, has_input, self.write, beginning
                    )
        finally:
            has_input.set()


def read_lines(read: Callable[[], bytes]) -> Iterator[str]:
    """Yield the lines of an input without their line endings. The last line may lack a line ending.

    *read* waits for input and returns some bytes, or no bytes at the end. An OSError also counts as the end.
    Bytes that are not valid UTF-8 become surrogate escapes.
    """
    parts: list[bytes] = []
    while chunk := _chunk(read):
        first, *others = chunk.split(b"\n")
        parts.append(first)
        for other in others:
            yield _decode(parts)
            parts = [other]
    if any(parts):
        yield _decode(parts)


def _decode(parts: list[bytes]) -> str:
    """Decode a line. Invalid UTF-8 is preserved, because a file name may contain it."""
    return b"".join(parts).decode(errors="surrogateescape")


def _chunk(read: Callable[[], bytes]) -> bytes:
    """Return the next bytes of the input, or no bytes at the end or after an error."""
    try:
        return read()
    except OSError:
        return b""
