"""Waits that Ctrl-C ends."""

import threading
from queue import Empty, SimpleQueue

from othello.search.waiting import SIGNAL_SECONDS, next_of, wait_for


def test_waits_are_short():
    """No wait lasts longer than SIGNAL_SECONDS: a signal just before it is heard after it."""
    waits = []

    class Queue:
        def get(self, block=True, timeout=None):
            waits.append((block, timeout))
            if len(waits) < 3:
                raise Empty
            return "item"

    class Event:
        def wait(self, timeout=None):
            waits.append((True, timeout))
            return len(waits) >= 6

    assert next_of(Queue()) == "item"
    wait_for(Event())
    assert waits == [(True, SIGNAL_SECONDS)] * 6


def test_items_that_come_late():
    """An item that comes after several waits is returned."""
    queue = SimpleQueue()
    threading.Timer(0.5, queue.put, ["item"]).start()
    assert next_of(queue) == "item"


def test_events_that_come_late():
    """An event that is set after several waits ends the wait."""
    event = threading.Event()
    threading.Timer(0.5, event.set).start()
    wait_for(event)
    assert event.is_set()
