"""Waiting for another thread or process."""

import time

TIMEOUT = 30.0
"""Seconds after which a test fails; long enough for a busy machine."""


def waits_for(is_true, seconds=TIMEOUT):
    """Wait until a condition is true; return whether it is."""
    deadline = time.monotonic() + seconds
    while not is_true() and time.monotonic() < deadline:
        time.sleep(0.001)
    return is_true()
