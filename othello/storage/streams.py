"""The standard streams of a command, which are usable even if the parent process has closed them.

A closed standard input is empty. Writing to a closed standard output fails, as if the disk were full. Text on
standard error that cannot be written is lost, because a message is no reason to lose the work that it
describes.
"""

import contextlib
import functools
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from othello.errors import OutputError

INPUT, OUTPUT, ERRORS = 0, 1, 2
STANDARD: Final = Path("-")
"""The file name that stands for standard input or output."""
OPTIONS: Final[dict[str, Any]] = {"errors": "backslashreplace", "line_buffering": True}


class _Lossy(io.FileIO):
    """A descriptor that never fails to take text."""

    def write(self, data: Any) -> int:
        """Write *data*. Any part that cannot be written is lost."""
        with contextlib.suppress(OSError):
            super().write(data)
        return len(data)


def mend() -> None:
    """Replace standard streams that are closed, that fail on some text, or that fail when written.

    Also remove COLUMNS=0, which some programs set if they do not know the width, from the environment.
    """
    if not os.environ.get("COLUMNS", "80").strip("0"):  # rich would take 0 as the width of a line
        del os.environ["COLUMNS"]
    if sys.stdin is None:
        sys.stdin = os.fdopen(_opened(INPUT, os.O_RDONLY), closefd=False)
    if sys.stdout is None:
        # This is opened without write permission, so that a command does not succeed when its results are
        # lost.
        sys.stdout = os.fdopen(_opened(OUTPUT, os.O_RDONLY), "w", closefd=False)
    if sys.stderr is None:
        _opened(ERRORS, os.O_WRONLY)
    # File names and input may contain characters and bytes that the terminal's encoding lacks.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=OPTIONS["errors"])
    # A terminal is never full, and Python for Windows writes text to it in another way.
    if sys.stderr is None or not sys.stderr.isatty():
        lossy = io.BufferedWriter(_Lossy(ERRORS, "w", closefd=False))
        sys.stderr = io.TextIOWrapper(lossy, encoding=getattr(sys.stderr, "encoding", "utf-8"), **OPTIONS)


def discard_output() -> None:
    """Drop text that could not be written to standard output. Python would try again at the process's end."""
    with contextlib.suppress(OSError, ValueError):
        descriptor = sys.stdout.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)


@functools.cache
def standard_input() -> bytes:
    """Return all bytes of standard input. Like a file, it can then be read several times."""
    return sys.stdin.buffer.read()


def incoming() -> IO[bytes]:
    """Return standard input, to read lines as they come. `standard_input` then misses these lines.

    It has its own buffer, because a thread that waits for a line must not hold the buffer of `sys.stdin` when
    the process ends.
    """
    bare: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return io.BufferedReader(bare)


@contextlib.contextmanager
def standard_output() -> Iterator[IO[bytes]]:
    """Yield standard output, to write bytes. Raises OutputError."""
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        raise OutputError(*error.args) from None


def _opened(descriptor: int, flags: int) -> int:
    """Open a closed descriptor on the null device, and return it."""
    opened = os.open(os.devnull, flags)
    if opened == descriptor:
        os.set_inheritable(descriptor, True)
    else:
        os.dup2(opened, descriptor)
        os.close(opened)
    return descriptor
