"""Waiting for another thread or process."""

import time

PATIENCE = 60.0
"""Seconds after which something has gone wrong, however busy the computer is."""


def eventually(condition, seconds=PATIENCE):
    """Wait until *condition* returns a true value, and return it; fail after some seconds."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"not true for {seconds} s"
        time.sleep(0.002)
    return value
