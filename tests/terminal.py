"""Commands on a pseudo-terminal, whose output a thread reads continuously.

Without a reader, a program blocks at its next output and never handles a signal.
"""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Final

from tests import source

SECONDS: Final = 120
"""How long a busy computer may take to print something."""
ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLUMNS": "150", "PYTHONIOENCODING": "utf-8"}


class Terminal:
    """`othello` on a pseudo-terminal; the end of the block ends the process."""

    def __init__(
        self,
        *args: object,
        command: Sequence[object] = (sys.executable, "-m", "othello"),
        shows_output: bool = True,
        pass_fds: Sequence[int] = (),
        **environment: str,
    ) -> None:
        """Start the command; standard output goes to a pipe unless the terminal shows it."""
        self._descriptor, child = pty.openpty()
        self.process = subprocess.Popen(
            [*map(str, command), *map(str, args)],
            cwd=source.ROOT,
            stdin=child,
            stdout=child if shows_output else subprocess.PIPE,
            stderr=child,
            text=True,
            env={**os.environ, **ENVIRONMENT, **environment},
            start_new_session=True,
            pass_fds=pass_fds,
        )
        os.close(child)
        self._shown = ""
        self._is_closed = False
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        os.close(self._descriptor)
        if self.process.stdout:
            self.process.stdout.close()

    def until(self, pattern: str) -> str:
        """Wait until the output matches a regular expression, and return the output up to there."""
        deadline = time.monotonic() + SECONDS
        with self._changed:
            while not re.search(pattern, self._shown):
                assert not self._is_closed, f"{pattern!r} never came, but {self._shown!r}"
                assert self._changed.wait(deadline - time.monotonic()), f"no {pattern!r}: {self._shown!r}"
            return self._take()

    def type(self, line: str) -> None:
        os.write(self._descriptor, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Send SIGINT, as Ctrl-C does."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> tuple[str, str, int]:
        """Wait for the end; return the rest of the terminal, the output of the pipe and the exit status."""
        output = self.process.stdout.read() if self.process.stdout else ""
        status = self.process.wait(timeout=SECONDS)
        self._reader.join(SECONDS)
        with self._changed:
            return self._take(), output, status

    def _take(self) -> str:
        shown, self._shown = self._shown, ""
        return shown

    def _read(self) -> None:
        while some := self._receive():
            with self._changed:
                self._shown += some
                self._changed.notify_all()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _receive(self) -> str:
        """Wait for output; "" when every process has closed the terminal."""
        try:
            return os.read(self._descriptor, 4096).decode("utf-8", "replace")
        except OSError:  # how Linux reports that the other side is closed
            return ""
