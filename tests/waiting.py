"""Waiting for another thread or process."""

import os
import select
import time

PATIENCE = 60.0
"""Seconds after which something has gone wrong, however busy the computer is."""


def eventually(condition, seconds=PATIENCE):
    """Wait until *condition* returns a true value, and return it. Fail after some seconds."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"not true for {seconds} s"
        time.sleep(0.002)
    return value


def wait_for_ends(pids):
    """Wait until processes end, on Linux. They need not be children of this process."""
    for pid in pids:
        try:
            process = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        with os.fdopen(process):
            assert select.select([process], [], [], PATIENCE)[0], f"process {pid} goes on"
