"""What has come in so far, as far as a command that is being carried out must know.

Lines are numbered as the reader takes them in. A command knows the number of its own line,
so it can tell whether anything came after it.
"""

import threading
from collections.abc import Callable


class Inbox:
    """Counts lines; wakes up who waits for the next one. For any number of threads."""

    def __init__(self) -> None:
        """Begin with no lines."""
        self._changed = threading.Condition()
        self._lines = 0
        self._has_ended = False

    def arrive(self) -> int:
        """Count a line that came in; gives its number, from 1 on."""
        with self._changed:
            self._lines += 1
            self._changed.notify_all()
            return self._lines

    def end(self) -> None:
        """There will be no more lines."""
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Let who waits look again."""
        with self._changed:
            self._changed.notify_all()

    def has_news(self, line: int) -> bool:
        """Whether anything came after the line with this number, or will never come."""
        return self._lines > line or self._has_ended

    def wait(self, is_due: Callable[[], bool], seconds: float | None = None) -> bool:
        """Wait until something is due, but no longer than so many seconds; tells whether it is."""
        with self._changed:
            return self._changed.wait_for(is_due, seconds)
