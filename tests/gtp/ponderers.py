"""Whether a session ponders."""

import threading
import time

PATIENCE = 10.0
"""Seconds after which something has gone wrong, on a busy machine as well."""


def ponderers():
    """The threads that ponder."""
    return [thread for thread in threading.enumerate() if thread.name == "pondering"]


def waits_for(is_there):
    """Whether something comes true in time."""
    deadline = time.monotonic() + PATIENCE
    while not is_there() and time.monotonic() < deadline:
        time.sleep(0.001)
    return is_there()
