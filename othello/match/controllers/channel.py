"""Exchanges lines with a process and waits for each line until a deadline at most.

Two threads read the process's standard output and standard error, so the process never blocks on a full pipe.
Lines wait in a queue, together with their arrival times. If a process fills the queue, this is a failure. The
last `KEPT_ERRORS` bytes of standard error are kept for reports.

The process runs in its own process group, so Ctrl-C in the terminal does not reach it. At the end, a guard
kills the whole group, including the engine's children (see `othello.match.controllers.guard`).
"""

import contextlib
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Final

from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.guard import FORCED, OWN_GROUP, Guard

CHUNK: Final = 1 << 16
"""Maximum number of bytes that a single read returns."""
MAX_BACKLOG: Final = 1 << 20
"""Maximum number of bytes in the queue, and in a line."""
KEPT_ERRORS: Final = 1 << 13
"""Number of bytes kept from the end of standard error."""
LAST_WORDS: Final = 0.5
"""Seconds to wait for the exit status and the last error output after a process has closed its output."""


class Channel:
    """Exchanges lines with a process."""

    def __init__(
        self, command: Sequence[str], *, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        """Start *command*, a program and its arguments. Raises EngineFailure if this fails."""
        self._lines: SimpleQueue[tuple[bytes, float] | None] = SimpleQueue()
        self._backlog = 0
        self._backlog_lock = threading.Lock()
        self._is_flooded = False
        self._errors = bytearray()
        self._kill_lock = threading.Lock()
        self._is_closed = False
        self._process, self._guard = _start(list(command), cwd, env)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input = self._process.stdin
        self._threads = [
            threading.Thread(target=self._take_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._take_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def errors(self) -> str:
        """The end of the process's standard error."""
        return bytes(self._errors).decode(errors="replace").strip()

    def send(self, line: str) -> None:
        """Send a line to the process. Raises EngineFailure if the process has closed its input."""
        try:
            self._input.write(f"{line}\n".encode())
        except (OSError, ValueError):  # another thread has closed it
            raise self._ended() from None

    def read(self, deadline: float, waiting_for: str) -> tuple[str, float]:
        """Return the next line, without its line ending, and its arrival time.

        *waiting_for* is the command that the line should answer, for error messages. All times are on the
        clock of `time.monotonic`. Raises EngineFailure if no line arrives by *deadline*, if the output ends,
        or if the queue is full.
        """
        try:
            item = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            raise EngineFailure(Fault.HANG, f"no reply to {waiting_for!r} in time") from None
        if item is None:
            if self._is_flooded:
                raise EngineFailure(
                    Fault.PROTOCOL_ERROR, f"sent endless output instead of a reply to {waiting_for!r}"
                )
            raise self._ended(waiting_for)
        line, arrived = item
        with self._backlog_lock:
            self._backlog -= len(line) + 1
        return line.decode(errors="replace"), arrived

    def close(self, grace: float) -> None:
        """Close the process's input, wait up to *grace* seconds for its end, then kill its group."""
        with contextlib.suppress(OSError, ValueError):
            self._input.close()
        self._wait(grace)
        self.kill()

    def kill(self) -> None:
        """Kill the process and its group. Further calls have no effect. Any thread may call this method."""
        with self._kill_lock:
            if self._is_closed:
                return
            self._is_closed = True
            # The process has not been reaped yet, so its id cannot belong to another process.
            self._guard.end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(FORCED)
        with contextlib.suppress(OSError, ValueError):
            self._input.close()
        for thread in self._threads:
            # The thread does not end if a child that has left the group still holds the pipe open.
            thread.join(LAST_WORDS)
        for thread, stream in zip(self._threads, (self._process.stdout, self._process.stderr), strict=True):
            if not thread.is_alive() and stream is not None:
                stream.close()

    def _ended(self, waiting_for: str = "") -> EngineFailure:
        """Return the failure of a process that has closed its input or output."""
        has_ended = self._wait(LAST_WORDS)
        self.kill()
        status = self._process.returncode
        if not has_ended or status is None:
            how = "closed its output"
        else:
            how = f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"
        if waiting_for:
            how += f" instead of answering {waiting_for!r}"
        return EngineFailure(Fault.CRASH, how)

    def _wait(self, seconds: float) -> bool:
        """Return whether the process ends within *seconds*. It is not reaped, so its id stays valid."""
        deadline = time.monotonic() + seconds
        while not _has_ended(self._process):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True

    def _take_lines(self, stream: IO[bytes]) -> None:
        """Put lines of the process's output into the queue. This runs in a thread."""
        rest = b""
        for chunk in _chunks(stream):
            arrived = time.monotonic()
            *lines, rest = (rest + chunk).split(b"\n")
            with self._backlog_lock:
                self._backlog += sum(map(len, lines)) + len(lines)
                self._is_flooded = self._backlog > MAX_BACKLOG or len(rest) > MAX_BACKLOG
            if self._is_flooded:
                break
            for line in lines:
                self._lines.put((line, arrived))
        self._lines.put(None)

    def _take_errors(self, stream: IO[bytes]) -> None:
        """Keep the end of the process's standard error. This runs in a thread."""
        for chunk in _chunks(stream):
            self._errors += chunk
            del self._errors[:-KEPT_ERRORS]


def split_command(text: str) -> list[str]:
    """Split a command line into a program and its arguments. Quotes have the same meaning as in a shell.

    A backslash quotes the next character. On Windows, a backslash is part of a path instead. Raises
    ValueError if a quote is not closed.
    """
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if sys.platform == "win32":
        words.escape = ""
    return list(words)


def _start(
    command: list[str], cwd: Path | None, env: Mapping[str, str] | None
) -> "tuple[subprocess.Popen[bytes], Guard]":
    """Start a process in a new group and a guard process for it. Raises EngineFailure if this fails."""
    guard = None
    try:
        # The guard starts first, because nothing between the start of the process and `watch` may fail.
        guard = Guard()
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=env,
            **OWN_GROUP,
        )
        guard.watch(process.pid)
        return process, guard
    except OSError as error:
        if guard is not None:
            guard.end()
        where = f" in the folder {str(cwd)!r}" if cwd is not None and error.filename == cwd else ""
        reason = (error.strerror or str(error)).lower()
        raise EngineFailure(Fault.START, f"cannot start {command[0]!r}{where}: {reason}") from None


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a stream as they arrive, until it ends."""
    with contextlib.suppress(OSError, ValueError):
        while chunk := stream.read(CHUNK):
            yield chunk


if sys.platform == "win32":

    def _has_ended(process: subprocess.Popen[bytes]) -> bool:
        return process.poll() is not None

else:

    def _has_ended(process: subprocess.Popen[bytes]) -> bool:
        if process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):  # Python before 3.13 on macOS
            return process.poll() is not None
        with contextlib.suppress(ChildProcessError):
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return True
