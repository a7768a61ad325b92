"""Shows the progress of a library build on standard error. Nothing is printed if the build is short."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, Self, TextIO

SILENCE: Final = 1.0
"""Nothing is printed for this many seconds at the beginning of a build."""
BAR: Final = 30
"""Length of the progress bar in characters."""


class BuildProgress:
    """Shows the progress of a build longer than SILENCE, as a bar on a terminal, otherwise as two lines."""

    def __init__(self, log: TextIO | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Print to *log*, by default standard error. *now* is a clock that returns seconds."""
        self._log = log or sys.stderr
        self._now = now
        self._began = now()
        self._done = (0, 1)
        self._has_printed = self._has_waited = self._is_waiting = False
        self._timer = threading.Timer(SILENCE, self._print)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        """Start a timer for the first report, because a single module can take longer than SILENCE."""
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        """End the report. If anything was printed and there was no error, print how long the build took."""
        self._timer.cancel()
        if self._has_printed:
            text = f"othello: the machine code is ready after {self._now() - self._began:.0f} s\n"
            self._write(self._end_of_bar() + (text if error[0] is None else ""))

    def wait(self) -> None:
        """Report once that another process is building the library."""
        self._is_waiting = True
        if self._now() - self._began >= SILENCE and not self._has_waited:
            self._has_waited = True
            self._write("othello: waiting while another process compiles machine code for this computer\n")

    def advance(self, done: int, total: int) -> None:
        """Report that *done* of *total* modules are finished."""
        self._done, self._is_waiting = (done, total), False
        if self._has_printed or self._now() - self._began >= SILENCE:
            self._print()

    def _print(self) -> None:
        if self._is_waiting:
            return
        done, total = self._done
        if self._is_terminal():
            bar = "#" * (BAR * done // total)
            self._write(
                f"\rothello: compiling machine code for this computer, once [{bar:<{BAR}}] {done} of {total}"
            )
        elif not self._has_printed:
            self._write("othello: compiling machine code for this computer, once (up to a minute)\n")
        self._has_printed = True

    def _is_terminal(self) -> bool:
        return self._log is not None and self._log.isatty()

    def _end_of_bar(self) -> str:
        return "\n" if self._is_terminal() else ""

    def _write(self, text: str) -> None:
        # Even if the log is closed, the build must continue.
        with contextlib.suppress(OSError, ValueError):
            if self._log is not None:
                self._log.write(text)
                self._log.flush()
