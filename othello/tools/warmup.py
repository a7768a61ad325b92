"""Compiling the kernels, once on a computer, and telling how far that is.

Only standard error is told, and only when it takes long enough to be noticed.
"""

import contextlib
import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

from othello.kernels import jit

SILENCE: Final = 1.0
"""Seconds of compilation before a word is said about it."""


def warm_up() -> None:
    """Compile every kernel that the cache does not hold; with a complete cache this takes no time."""
    jit.compile_all(Progress())


class Progress:
    """Tells on standard error how far the compilation is, if it takes long enough to be noticed."""

    def __init__(self, log: TextIO | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Write to *log*, by default standard error."""
        self._log = log or sys.stderr
        self._now = now
        self._began = now()
        self._is_said = False

    def __call__(self, name: str, done: int, total: int) -> None:
        """Take note that *done* kernels of *total* are compiled and the one of this name is next."""
        seconds = self._now() - self._began
        if seconds < SILENCE and not self._is_said:
            return
        if self._log.isatty():
            text = f"\rothello: compiling for this computer, {done} of {total}"
            self._write(f"{text}, {seconds:.0f} s\n" if done == total else text)
        elif done == total:
            self._write(f"othello: compiled in {seconds:.0f} s\n")
        elif not self._is_said:
            self._write("othello: compiling for this computer, which takes up to a minute, once\n")
        self._is_said = True

    def _write(self, text: str) -> None:
        # Whoever started us may have closed it; that is no reason to stop.
        with contextlib.suppress(OSError):
            self._log.write(text)
            self._log.flush()
