"""Sessions: requests are read as they arrive, executed in order, and answered.

There are two threads. The *reader* reads lines at any time, so a controller may write further requests while
the engine works. The thread that calls `ProtocolSession.run` executes requests. Each request has `StopSignal`
objects, which the reader sets when later lines arrive. If Python cannot start threads, a line is read only
after all earlier requests are executed.

After its own move the engine may ponder until the next request arrives (see `othello.gtp.engine_session`).

A controller that closes its end is usually gone. Therefore no search may last longer than `GRACE` seconds
after the end of the input. If a request such as `quit` shows that the controller waits for replies, and it
can still read them, there is no such limit.
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
"""Seconds that a search may last after the end of the input."""
POLL: Final = 0.05
"""Seconds between two checks of how long a search has lasted."""


@dataclass(slots=True)
class Request:
    """A command, its reply, and signals about later lines."""

    command: Command
    """The parsed line."""
    received: float
    """Time of the arrival of the line, on the clock of the session."""
    interrupted: StopSignal
    """Set when an interrupt arrives after this request."""
    superseded: StopSignal
    """Set when another request arrives."""
    has_input: StopSignal
    """Set when any further line arrives, or the input ends."""
    write: Callable[[str], None]
    """Function that writes a part of the reply."""
    beginning: str = ""
    """The text before the first line of a reply that is written line by line."""
    has_begun: bool = False
    """Whether a line of the reply was written."""

    def write_line(self, text: str) -> None:
        """Write a line of the reply before its end."""
        beginning = "" if self.has_begun else self.beginning
        # This comes before the write: if the write raises OSError, `carry_out` must see that the output has
        # failed.
        self.has_begun = True
        self.write(beginning + format_next_line(text))


class ProtocolSession(ABC, Generic[StateT]):
    """The requests of a controller, in order. A subclass parses them and formats the replies."""

    registry: ClassVar[Registry]

    def __init__(self, state: StateT, read: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
        """Prepare a session without reading anything.

        state  -- the engine and the game, and what the protocol needs
        read   -- waits for input and returns some bytes, or no bytes at the end
        write  -- writes all of its bytes, or raises OSError
        """
        self.state, self._read, self._write = state, read, write
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._error: Exception | None = None
        """An error of the reader."""
        self._has_ended = threading.Event()
        self._waits_for_all = False
        """Whether the controller has sent a command after which it waits for all replies."""

    @abstractmethod
    def parse(self, line: str) -> Command | None:
        """Return the command in a line, or None if there is none."""

    @abstractmethod
    def is_interrupt(self, line: str) -> bool:
        """Return whether a line interrupts the requests before it."""

    @abstractmethod
    def end_reply(self, request: Request, text: str, *, is_success: bool) -> None:
        """Write the reply to a request, or the end of the reply if it has begun."""

    def beginning(self, command: Command) -> str:
        """Return the text before the first line of a reply that is written line by line."""
        return ""

    def is_last(self, line: str) -> bool:
        """Return whether a line ends the input and is not a request."""
        return False

    def waits_for_replies(self, command: Command) -> bool:
        """Return whether a command ends the session, after the replies to all commands."""
        return False

    def run(self) -> None:
        """Execute all requests, until a request ends the session or the input ends.

        If a reply cannot be delivered because the controller is gone, the session ends, too. All other errors
        are raised.
        """
        requests = self._received()
        if HAS_THREADS:
            threading.Thread(target=self._receive, name="reader", daemon=True).start()
            requests = iter(self._requests.get, None)  # until the reader puts None
        try:
            for request in requests:
                if not self.carry_out(request):
                    return
            if self._error is not None:
                raise self._error
        except (BrokenPipeError, ConnectionError):
            pass  # some GUIs end by closing the pipe
        finally:
            self._has_ended.set()
            self.state.rest()

    def carry_out(self, request: Request) -> bool:
        """Execute a request, write its reply, and return whether the session continues."""
        self.state.rest()
        text, is_success = "", True
        try:
            handler, values = self.registry.find(request.command)
            text = handler(self.state, request, *values) or ""
        except (GtpError, OthelloError, NoLibraryError) as error:
            text, is_success = str(error), False
        except Exception as error:
            if request.has_begun and isinstance(error, OSError):
                raise  # a line of the reply could not be delivered
            # A bug in a handler must not end the session.
            traceback.print_exc()
            text, is_success = f"internal error: {type(error).__name__}: {error}", False
        self.end_reply(request, text, is_success=is_success)
        if is_success and self.waits_for_replies(request.command):
            return False
        # If the next request has already arrived, `superseded` is set, and the engine does not ponder.
        self.state.idle(request.superseded)
        return True

    def write(self, text: str) -> None:
        """Write text to the controller, or raise OSError."""
        self._write(text.encode(errors="surrogateescape"))

    def _receive(self) -> None:
        """Read lines until the end of the input, then stop searches that last too long."""
        try:
            for request in self._received():
                self._requests.put(request)
        except Exception as error:
            self._error = error
        finally:
            # This comes after the assignment of the error, because the session reads the error when it gets
            # None.
            self._requests.put(None)
        while not self._has_ended.wait(POLL):
            if not (self._waits_for_all and has_reader()):
                # This is repeated, because waiting requests begin searches after the end of the input.
                self.state.stop(GRACE)

    def _received(self) -> Iterator[Request]:
        """Read lines until the end of the input, and yield their requests."""
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
    """Yield the lines of some input, without their line ends. The last line needs no line end.

    *read* waits for input and returns some bytes, or no bytes at the end. An OSError also means the
    end. Bytes that are not UTF-8 become surrogate escapes.
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
    """The text of a line. Bytes that are not UTF-8 may be part of a file name, so they are kept."""
    return b"".join(parts).decode(errors="surrogateescape")


def _chunk(read: Callable[[], bytes]) -> bytes:
    """Return some input, or no bytes at its end and after an error."""
    try:
        return read()
    except OSError:
        return b""
