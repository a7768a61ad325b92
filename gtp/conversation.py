"""Conversations: requests are read as they come in and carried out in order.

There are two threads. The *reader* reads lines at any time, so a controller may write its next
requests while one is carried out. The thread that calls `Conversation.run` carries them out. Each
request has `StopSignal` objects, which the reader sets when later lines come in. Where Python cannot start
threads, each line is read when the requests before it are carried out.

A controller that closes its end is usually gone. After the end of the input, no search may last longer
than `GRACE` seconds, unless a request such as `quit` shows that the controller waits for replies, and
somebody can still read them.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from queue import SimpleQueue
from typing import Final, Generic, TypeVar

from othello.gtp.engine_session import EngineSession
from othello.gtp.streams import has_reader
from othello.search.settings import HAS_THREADS
from othello.search.stop_signal import StopSignal

C = TypeVar("C")
StateT = TypeVar("StateT", bound=EngineSession)

GRACE: Final = 1.0
"""Seconds that a search may last after the end of the input."""
POLL: Final = 0.05
"""Seconds between two checks of how long a search has lasted."""


@dataclass(slots=True)
class Request(Generic[C]):
    """A command, with signals about later lines."""

    command: C
    """The parsed line."""
    received: float
    """Time of the arrival of the line, on the clock of the conversation."""
    interrupt: StopSignal
    """Set when an interrupt comes in after this request."""
    successor: StopSignal
    """Set when another request comes in after this one."""
    next_line: StopSignal
    """Set when any line comes in after this request, or the input ends."""
    write_line: Callable[[str], None]
    """Function that writes a line of the reply before its end."""


class Conversation(ABC, Generic[StateT, C]):
    """The requests of a controller, in order; a protocol says how they are read and carried out."""

    def __init__(self, state: StateT, read: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
        """Prepare a conversation; nothing is read yet.

        state  -- the state of the session: the engine's seat, and what the protocol needs
        read   -- waits for some bytes of input and returns them; returns no bytes at its end
        write  -- writes all bytes that it gets; raises OSError if that fails
        """
        self.state, self._read, self._write = state, read, write
        self._writing = threading.Lock()
        self._requests: SimpleQueue[Request[C] | None] = SimpleQueue()
        self._error: Exception | None = None
        """An error of the reader."""
        self._has_ended = threading.Event()
        self._waits_for_all = False
        """Whether the controller has sent a command that says that it waits for all replies."""

    @abstractmethod
    def parse(self, line: str) -> C | None:
        """Return the command of a line; None if it has none."""

    @abstractmethod
    def is_interrupt(self, line: str) -> bool:
        """Return whether a line interrupts the requests before it."""

    @abstractmethod
    def carry_out(self, request: Request[C]) -> bool:
        """Carry out a request; return whether the conversation continues."""

    def is_last(self, line: str) -> bool:
        """Return whether a line is the end of the input, and is not a request."""
        return False

    def is_patient(self, command: C) -> bool:
        """Return whether a controller that sends this command waits for all replies."""
        return False

    def run(self) -> None:
        """Carry out all requests, until one ends the conversation or the input ends.

        A reply that cannot be delivered because the controller is gone is the end, too. All other errors are
        raised.
        """
        requests = self._received()
        if HAS_THREADS:
            threading.Thread(target=self._receive, name="reader", daemon=True).start()
            requests = iter(self._requests.get, None)
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

    def write_line(self, text: str) -> None:
        """Write a line; may be called from any thread."""
        with self._writing:
            self._write(f"{text}\n".encode(errors="replace"))

    def _receive(self) -> None:
        """Read lines until the end of the input, then stop searches that last too long."""
        try:
            for request in self._received():
                self._requests.put(request)
        except Exception as error:
            self._error = error
        finally:
            self._requests.put(None)
        while not self._has_ended.wait(POLL):
            if not (self._waits_for_all and has_reader()):
                self.state.stop(GRACE)

    def _received(self) -> Iterator[Request[C]]:
        """Read lines until the end of the input, and yield their requests."""
        interrupt, successor, next_line = StopSignal(), StopSignal(), StopSignal()
        try:
            for line in takewhile(lambda line: not self.is_last(line), read_lines(self._read)):
                received = self.state.now()
                next_line.set()
                if self.is_interrupt(line):
                    interrupt.set()
                    interrupt = StopSignal()
                command = self.parse(line)
                if command is not None:
                    self._waits_for_all |= self.is_patient(command)
                    successor.set()
                    successor, next_line = StopSignal(), StopSignal()
                    yield Request(command, received, interrupt, successor, next_line, self.write_line)
        finally:
            next_line.set()


def read_lines(read: Callable[[], bytes]) -> Iterator[str]:
    """Yield the lines of some input, without their line ends; the last one needs none.

    *read* waits for some bytes and returns them; it returns none at the end of the input, and an
    OSError is the end too. Bytes that are not UTF-8 become surrogate escapes.
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
    """Return some input; no bytes at its end, or after an error."""
    try:
        return read()
    except OSError:
        return b""
