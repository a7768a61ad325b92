"""Compilation in advance, with progress on standard error.

The kernels are compiled once on each computer. Nothing is printed if that is short.
"""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TextIO

from othello.kernels import jit

SILENCE: Final = 1.0
"""Seconds of compilation before anything is printed."""
BAR: Final = 30
"""Length of the progress bar in characters."""

_lock = threading.Lock()
_is_done = threading.Event()


def warmup() -> None:
    """Compile what the engine needs and this computer has not compiled yet.

    The first search does the same. It takes up to a minute, once, and reports progress on standard
    error: a bar on a terminal, and two lines elsewhere. If another process is compiling already,
    this one waits for it. Once everything is compiled the call takes 20 milliseconds, and no time
    when it is repeated. It may be called from any thread.
    """
    if _is_done.is_set():
        return
    with _lock:
        if not _is_done.is_set():
            _compile()
            _is_done.set()


def _compile() -> None:
    progress = CompileProgress()
    # A single kernel may take longer to compile than SILENCE.
    timer = threading.Timer(SILENCE, progress.repeat)
    timer.daemon = True
    timer.start()
    try:
        jit.compile_all(progress, progress.wait)
    finally:
        timer.cancel()


class CompileProgress:
    """Prints the progress of the compilation on standard error once it takes longer than SILENCE."""

    def __init__(self, log: TextIO | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Print to *log*, by default standard error; *now* is a clock that returns seconds."""
        self._log = log or sys.stderr
        self._now = now
        self._began = now()
        self._done: tuple[int, int] | None = None
        self._has_printed = self._has_waited = False

    def wait(self) -> None:
        """Print, once, that another process is compiling."""
        if self._now() - self._began >= SILENCE and not self._has_waited:
            self._has_waited = True
            self._write("othello: another process is compiling for this computer; waiting for it\n")

    def repeat(self) -> None:
        """Print the progress again, unless nothing is left to compile; may be called from any thread."""
        if self._done is not None and self._done[0] < self._done[1]:
            self("", *self._done)

    def __call__(self, name: str, done: int, total: int) -> None:
        """Record that *done* of *total* kernels are compiled and that *name* is next."""
        self._done = done, total
        seconds = self._now() - self._began
        if seconds < SILENCE and not self._has_printed:
            return
        if self._log is not None and self._log.isatty():
            bar = "#" * (BAR * done // total)
            text = f"\rothello: compiling for this computer, once [{bar:<{BAR}}] {done} of {total}"
            self._write(f"{text}, {seconds:.0f} s\n" if done == total else text)
        elif done == total:
            self._write(f"othello: compiled in {seconds:.0f} s\n")
        elif not self._has_printed:
            self._write("othello: compiling for this computer, which takes up to a minute, once\n")
        self._has_printed = True

    def _write(self, text: str) -> None:
        # The log may be closed; compilation must continue.
        with contextlib.suppress(OSError, ValueError):
            if self._log is not None:
                self._log.write(text)
                self._log.flush()
