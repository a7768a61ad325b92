"""Tests as in a browser's Python, where no thread can be started."""

import contextlib
import sys
import threading
from unittest.mock import patch

from othello.search import searcher
from othello.search.alarm import Alarm


def cannot_start(thread):
    """Stand in for `threading.Thread.start` where the system has no threads left."""
    raise RuntimeError("can't start new thread")


@contextlib.contextmanager
def without_threads():
    """Within the block, no thread can be started, and the program knows it."""
    with contextlib.ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith("othello.") and hasattr(module, "HAS_THREADS"):
                stack.enter_context(patch.object(module, "HAS_THREADS", False))
        stack.enter_context(patch.object(threading.Thread, "start", cannot_start))
        stack.enter_context(patch.object(searcher, "ALARM", Alarm()))
        yield
