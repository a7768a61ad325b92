"""Standard input, output and error of a session, without Python's buffers.

Python's buffers would cause two problems when the process ends. First, Python needs the input buffer's lock,
but a thread that waits for input holds this lock. Second, Python prints an error if it cannot flush a buffer.

The parent process may have made a stream non-blocking, so the functions here wait until the stream is ready.

A separate thread writes to standard error, so the session continues even if nobody reads it.
"""

import contextlib
import io
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Full, Queue
from typing import BinaryIO, Final, TextIO

CHUNK: Final = 1 << 16
"""Maximum number of bytes that a single read returns."""
MAX_WAITING: Final = 1000
"""Maximum number of strings waiting to be written to standard error. Further strings are dropped."""
DRAIN: Final = 0.5
"""Seconds to wait at the end of a session until the remaining strings are written."""


def standard_streams() -> tuple[Callable[[], bytes], Callable[[bytes], None]]:
    """Return two functions: one reads from standard input, and the other writes to standard output."""
    source, target = _bare(sys.stdin.buffer), _bare(sys.stdout.buffer)
    return lambda: _read(source), lambda reply: _write(target, reply)


def has_reader() -> bool:
    """Return whether any process can still read our standard output. True if unknown."""
    if sys.platform == "win32":
        return True
    try:
        poll = select.poll()
        poll.register(sys.__stdout__ or 1, 0)
        return not any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
    except (OSError, ValueError):
        return True


@contextlib.contextmanager
def errors_in_background() -> Iterator[None]:
    """Within the block, writing to standard error never blocks and never fails."""
    before, log = sys.stderr, Log(sys.stderr)
    sys.stderr = log
    try:
        yield
    finally:
        log.drain(DRAIN)
        sys.stderr = before


class Log(io.TextIOBase):
    """A text stream that never blocks: another thread writes its text to the real stream."""

    def __init__(self, target: TextIO) -> None:
        """Start the thread that writes to *target*."""
        target.flush()  # before the thread starts, because the buffered text is older
        self._target = target
        self._waiting: Queue[bytes] = Queue(MAX_WAITING)
        threading.Thread(target=self._work, name="log", daemon=True).start()

    def isatty(self) -> bool:
        """Whether the text goes to a terminal."""
        return self._target.isatty()

    def write(self, text: str) -> int:
        """Hand *text* over to the thread, or drop it if too many strings are waiting."""
        with contextlib.suppress(Full):
            self._waiting.put_nowait(text.encode(errors="backslashreplace"))
        return len(text)

    def drain(self, seconds: float) -> None:
        """Wait up to *seconds* until everything is written."""
        end = time.monotonic() + seconds
        while self._waiting.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.005)

    def _work(self) -> None:
        target = _bare(self._target.buffer)
        while True:
            text = self._waiting.get()
            with contextlib.suppress(OSError, ValueError):
                _write(target, text)
            self._waiting.task_done()


def _bare(stream: BinaryIO) -> BinaryIO | io.RawIOBase:
    """Return the stream without its buffer."""
    return stream.raw if isinstance(stream, io.BufferedReader | io.BufferedWriter) else stream


def _read(source: BinaryIO | io.RawIOBase) -> bytes:
    """Wait for input and return some bytes. At the end of the input, return no bytes."""
    while (chunk := source.read(CHUNK)) is None:
        select.select([source], [], [])
    return chunk


def _write(target: BinaryIO | io.RawIOBase, reply: bytes) -> None:
    """Write all bytes of *reply*, even if the stream accepts only some at a time."""
    rest = memoryview(reply)
    while rest:
        written = target.write(rest)
        if written is None:
            select.select([], [target], [])
        rest = rest[written or 0 :]
