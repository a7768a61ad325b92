"""The standard streams of a session, without Python's buffers.

A thread that waits for input would hold the lock of the buffer, which Python needs at the end of the process.
A buffer that cannot be flushed would make Python print an error there. The parent process may have set a
stream to non-blocking mode, so reads and writes wait here.

A separate thread writes standard error, so a reader that has ended, or that never reads, does not stop the
session.
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
"""Maximum number of bytes that are read at a time."""
MAX_WAITING: Final = 1000
"""Maximum number of waiting texts for standard error. Further texts are lost."""
DRAIN: Final = 0.5
"""Seconds at the end of a session to write the waiting texts."""


def standard_streams() -> tuple[Callable[[], bytes], Callable[[bytes], None]]:
    """Return a function that reads standard input, and a function that writes to standard output."""
    source, target = _bare(sys.stdin.buffer), _bare(sys.stdout.buffer)
    return lambda: _read(source), lambda reply: _write(target, reply)


def has_reader() -> bool:
    """Whether some process may still read standard output. True if unknown."""
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
    """A stream whose text another thread writes to the real stream."""

    def __init__(self, target: TextIO) -> None:
        """Begin to write to *target*."""
        target.flush()  # before the thread begins: the text in the buffer must come first
        self._target = target
        self._waiting: Queue[bytes] = Queue(MAX_WAITING)
        threading.Thread(target=self._work, name="log", daemon=True).start()

    def isatty(self) -> bool:
        """Whether the text goes to a terminal."""
        return self._target.isatty()

    def write(self, text: str) -> int:
        """Queue *text*, which is written soon. It is lost if too many texts are waiting."""
        with contextlib.suppress(Full):
            self._waiting.put_nowait(text.encode(errors="backslashreplace"))
        return len(text)

    def drain(self, seconds: float) -> None:
        """Wait until all text is written, but at most some seconds."""
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
    """The stream without its buffer."""
    return stream.raw if isinstance(stream, io.BufferedReader | io.BufferedWriter) else stream


def _read(source: BinaryIO | io.RawIOBase) -> bytes:
    """Wait for input. Return some bytes, or no bytes at the end."""
    while (chunk := source.read(CHUNK)) is None:
        select.select([source], [], [])
    return chunk


def _write(target: BinaryIO | io.RawIOBase, reply: bytes) -> None:
    """Write all of a reply."""
    rest = memoryview(reply)
    while rest:
        written = target.write(rest)
        if written is None:
            select.select([], [target], [])
        rest = rest[written or 0 :]
