"""Conversations: requests are read as they come in and carried out in order.

There are two threads. The *reader* reads lines at any time, so a controller may write its next
requests while one is carried out. The thread that calls `Conversation.run` carries them out. Each
request has `Cancel` objects, which the reader sets when later lines come in.

A controller that closes its end is usually gone. After the end of the input, no search may last longer
than `GRACE` seconds, unless a request such as `quit` shows that the controller waits for replies, and
somebody can still read them.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final, Generic, TypeVar

from othello.search.cancel import Cancel

C = TypeVar("C")

GRACE: Final = 1.0
"""Seconds that a search may last after the end of the input."""
POLL: Final = 0.05
"""Seconds between two checks of how long a search has lasted."""


def _nowhere(text: str) -> None:
    raise AssertionError("a line is written before the request is carried out")


@dataclass(slots=True)
class Request(Generic[C]):
    """A command, with signals about later lines."""

    command: C
    """The parsed line."""
    received: float
    """Time of the arrival of the line, on the clock of the conversation."""
    interrupt: Cancel
    """Set when an interrupt comes in after this request."""
    successor: Cancel
    """Set when another request comes in after this one."""
    next_line: Cancel
    """Set when any line comes in after this request, or the input ends."""
    write_line: Callable[[str], None] = _nowhere
    """Function that writes a line of the reply before its end; set when the request is carried out."""


class Conversation(Generic[C]):
    """The requests of a controller, in order."""

    def __init__(
        self,
        lines: Iterable[str],
        parse: Callable[[str], C | None],
        *,
        is_interrupt: Callable[[str], bool],
        is_patient: Callable[[C], bool] = lambda command: False,
        has_reader: Callable[[], bool] = lambda: True,
        stop_search: Callable[[float], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare a conversation; nothing is read yet.

        lines         -- waits for lines and yields them, until the end of the input
        parse         -- returns the command of a line, or None if it has none
        is_interrupt  -- whether a line interrupts the requests before it
        is_patient    -- whether a controller that sends this command waits for all replies
        has_reader    -- whether somebody may still read the replies
        stop_search   -- stops a search that is older than this number of seconds
        now           -- clock: returns seconds since any fixed time
        """
        self._lines, self._parse = lines, parse
        self._is_interrupt, self._is_patient = is_interrupt, is_patient
        self._has_reader, self._stop_search, self._now = has_reader, stop_search, now
        self._requests: SimpleQueue[Request[C] | None] = SimpleQueue()
        self._has_ended = threading.Event()

    def run(self, carry_out: Callable[[Request[C]], bool]) -> None:
        """Carry out all requests, until *carry_out* returns False or the input ends.

        A reply that cannot be delivered because the controller is gone is the end, too.
        """
        threading.Thread(target=self._receive, name="reader", daemon=True).start()
        try:
            for request in iter(self._requests.get, None):
                if not carry_out(request):
                    break
        except (BrokenPipeError, ConnectionError):
            pass  # some GUIs end by closing the pipe
        finally:
            self._has_ended.set()

    def _receive(self) -> None:
        """Read lines until the end of the input, then stop searches that last too long."""
        is_patient = False
        interrupt, successor, next_line = Cancel(), Cancel(), Cancel()
        try:
            for line in self._lines:
                received = self._now()
                next_line.set()
                if self._is_interrupt(line):
                    interrupt.set()
                    interrupt = Cancel()
                command = self._parse(line)
                if command is not None:
                    is_patient |= self._is_patient(command)
                    successor.set()
                    successor, next_line = Cancel(), Cancel()
                    self._requests.put(Request(command, received, interrupt, successor, next_line))
        finally:
            next_line.set()
            self._requests.put(None)
        while not self._has_ended.wait(POLL):
            if not (is_patient and self._has_reader()):
                self._stop_search(GRACE)


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
