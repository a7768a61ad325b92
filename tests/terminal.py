"""Commands on a terminal: in this process, or as processes of their own on a pseudo-terminal.

A thread reads a pseudo-terminal continuously. Without it, a program blocks at its next output, and never
handles a signal.
"""

import io
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

import pytest

from tests import source
from tests.cli.commands import SMALL_TABLES, main

SECONDS: Final = 120
"""How long a busy computer may take to print something."""
ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLUMNS": "150", "PYTHONIOENCODING": "utf-8"}


class Screen(io.StringIO):
    """A stream of text that counts as a terminal. Ctrl-C comes when it shows some text."""

    def __init__(self, text: str = "", *, encoding: str = "utf-8", interrupt_at: str = "") -> None:
        super().__init__(text)
        self._encoding, self._interrupt_at = encoding, interrupt_at

    @property
    def encoding(self) -> str:
        return self._encoding

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        count = super().write(text)
        if self._interrupt_at and re.search(self._interrupt_at, self.getvalue()):
            self._interrupt_at = ""
            signal.raise_signal(signal.SIGINT)
        return count


def on_terminal(
    *words: object,
    typed: str = "",
    shows_output: bool = True,
    encoding: str = "utf-8",
    interrupt_at: str = "",
    **environment: str,
) -> tuple[str, str, int]:
    """Run a command in this process as on a terminal. Return the screen, the output and the exit status.

    Without *shows_output*, standard output is a file. SIGINT comes when the terminal shows *interrupt_at*,
    a regular expression.
    """
    screen, output = Screen(encoding=encoding, interrupt_at=interrupt_at), io.StringIO()
    streams = {"stdin": Screen(typed), "stdout": screen if shows_output else output, "stderr": screen}
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        for name, value in (ENVIRONMENT | environment).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main([*map(str, words)], prog_name="othello", default_map=SMALL_TABLES)
    return screen.getvalue(), output.getvalue(), ended.value.code


class Terminal:
    """`othello` on a pseudo-terminal. The end of the block ends the process."""

    def __init__(
        self,
        *args: object,
        command: Sequence[object] = (sys.executable, "-m", "othello"),
        shows_output: bool = True,
        pass_fds: Sequence[int] = (),
        **environment: str,
    ) -> None:
        """Start the command. Standard output goes to a pipe unless the terminal shows it."""
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
        """Wait for the end, and return the rest of the terminal, the output of the pipe and the exit
        status."""
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
        """Wait for output. The result is "" when every process has closed the terminal."""
        try:
            return os.read(self._descriptor, 4096).decode("utf-8", "replace")
        except OSError:  # how Linux reports that the other side is closed
            return ""
