"""Waits of the main thread that Ctrl-C ends.

Python interrupts a wait when a signal comes, but not if the signal came in the instant before the wait began.
So no wait here lasts longer than SIGNAL_SECONDS; it is begun again as often as needed.
"""

import threading
from queue import Empty, SimpleQueue
from typing import Final, TypeVar

ItemT = TypeVar("ItemT")

SIGNAL_SECONDS: Final = 0.2
"""Longest wait."""


def wait_for(event: threading.Event) -> None:
    """Wait until an event is set."""
    while not event.wait(SIGNAL_SECONDS):
        pass


def next_of(queue: "SimpleQueue[ItemT]") -> ItemT:
    """Wait for the next item of a queue."""
    while True:
        try:
            return queue.get(timeout=SIGNAL_SECONDS)
        except Empty:
            continue
