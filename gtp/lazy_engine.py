"""A session's engine, created on first use.

A controller expects quick replies to its first commands, which need no engine. Creating the engine takes a
tenth of a second. In a checkout, it takes half a minute, because the machine code must be compiled first.
"""

import sys
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

from othello.errors import NoLibraryError, OthelloError
from othello.gtp.protocol import GtpError

T = TypeVar("T")


class LazyEngine(Generic[T]):
    """Calls a function when its result is first needed, and keeps the result."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Store *make*, which the first thread that needs its result will call."""
        self._make = make
        self._failure = ""
        self.ready: T | None = None
        """The result of *make*, or None if *make* has not been called, is still running, or has failed."""

    def get(self) -> T:
        """Return the result of *make*, which is called only once. If it failed, each call raises GtpError."""
        if self.ready is None and not self._failure:
            self._run()
        if self.ready is None:
            raise GtpError(self._failure)
        return self.ready

    def _run(self) -> None:
        try:
            self.ready = self._make()
        except (OthelloError, NoLibraryError, OSError, MemoryError) as error:
            # The cause is a file or the computer, not a bug, so the user needs no traceback.
            self._failure = f"the engine did not start: {str(error) or type(error).__name__}"
            print(f"othello: {self._failure}", file=sys.stderr)
        except Exception as error:
            self._failure = f"the engine did not start: {type(error).__name__}: {error}"
            traceback.print_exc()
