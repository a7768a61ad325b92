"""Sources of games for tests of the pool, which worker processes can import."""

import os
import signal
import sys
import threading
from dataclasses import dataclass

import numpy as np

from othello.training import samples

EACH = 3
"""Samples of each game."""


@dataclass
class Numbers:
    """Games whose samples state their number; from game *stuck* on they never end."""

    stuck: int = sys.maxsize
    format = samples.FORMAT
    is_test = False

    def rows(self, workspace, number):
        if number >= self.stuck:
            threading.Event().wait()
        found = np.zeros(EACH, samples.SAMPLE)
        found["game"], found["player"] = number, range(EACH)
        return found


class Killed:
    """Games whose process is killed."""

    format = samples.FORMAT
    is_test = False

    def rows(self, workspace, number):
        os.kill(os.getpid(), signal.SIGKILL)
