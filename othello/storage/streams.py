"""The standard streams of a command, which work even if the parent process has closed them.

Closed standard input counts as empty. Writing to closed standard output fails, as if the disk were full. Text
that cannot be written to standard error is lost, because a command must not lose its work just because a
message about the work cannot be shown.
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
"""The file name that means standard input or standard output."""
OPTIONS: Final[dict[str, Any]] = {"errors": "backslashreplace", "line_buffering": True}


class _Lossy(io.FileIO):
    """A stream on a descriptor. Writing to it never fails."""

    def write(self, data: Any) -> int:
        """Write *data*. Anything that cannot be written is lost."""
        with contextlib.suppress(OSError):
            super().write(data)
        return len(data)


def mend() -> None:
    """Replace standard streams that are closed or to which some or all writes would fail.

    Also remove COLUMNS=0 from the environment, which some programs set if they do not know the terminal
    width.
    """
    if not os.environ.get("COLUMNS", "80").strip("0"):  # rich would use lines of width 0
        del os.environ["COLUMNS"]
    if sys.stdin is None:
        sys.stdin = os.fdopen(_opened(INPUT, os.O_RDONLY), closefd=False)
    if sys.stdout is None:
        # The descriptor is not open for writing, so a command whose results would be lost does not succeed.
        sys.stdout = os.fdopen(_opened(OUTPUT, os.O_RDONLY), "w", closefd=False)
    if sys.stderr is None:
        _opened(ERRORS, os.O_WRONLY)
    # File names and input may contain bytes and characters that the terminal's encoding does not include.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=OPTIONS["errors"])
    # A terminal does not need this. It is never full, and Python on Windows writes to it in a different way.
    if sys.stderr is None or not sys.stderr.isatty():
        lossy = io.BufferedWriter(_Lossy(ERRORS, "w", closefd=False))
        sys.stderr = io.TextIOWrapper(lossy, encoding=getattr(sys.stderr, "encoding", "utf-8"), **OPTIONS)


def discard_output() -> None:
    """Drop the text that could not be written to standard output.

    Otherwise, Python would try again to write the text when the process ends.
    """
    with contextlib.suppress(OSError, ValueError):
        descriptor = sys.stdout.fileno()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)


@functools.cache
def standard_input() -> bytes:
    """Return all bytes of standard input. As with a file, you can read them several times."""
    return sys.stdin.buffer.read()


def incoming() -> IO[bytes]:
    """Return standard input for reading lines as they arrive. `standard_input` then lacks these lines.

    The result has its own buffer. A thread waiting for a line would otherwise hold the lock of `sys.stdin`
    when the process ends.
    """
    bare: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return io.BufferedReader(bare)


@contextlib.contextmanager
def standard_output() -> Iterator[IO[bytes]]:
    """Within the block, write bytes to standard output. Raises OutputError if this fails."""
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        raise OutputError(*error.args) from None


def _opened(descriptor: int, flags: int) -> int:
    """Open a closed descriptor on the null device. Return the descriptor."""
    opened = os.open(os.devnull, flags)
    if opened == descriptor:
        os.set_inheritable(descriptor, True)
    else:
        os.dup2(opened, descriptor)
        os.close(opened)
    return descriptor
