"""Sources of games for tests of `making`, which worker processes can import."""

import os
import signal
import sys
import threading
import time
from dataclasses import dataclass

import numpy as np

from othello.jobs.work import Places
from othello.training import making, samples
from othello.training.making import GameJob, Means

EACH = 3
"""Samples of each game."""
STUCK = 24
"""The first game of a run that never ends."""
HERE, TWO = Means(), Means(Places(2))


@dataclass
class Numbers:
    """Games whose samples state their number; from game *stuck* on they never end."""

    stuck: int = sys.maxsize
    seconds: float = 0.0
    """Time of each game."""
    format = samples.FORMAT
    is_test = False

    def rows(self, workspace, job):
        if job.number >= self.stuck:
            threading.Event().wait()
        time.sleep(self.seconds)
        found = np.zeros(EACH, samples.SAMPLE)
        found["game"], found["player"] = job.number, range(EACH)
        return found


@dataclass
class Killed(Numbers):
    """Games of which one kills its process."""

    killer: int = 0

    def __init__(self, killer):
        super().__init__()
        self.killer = killer

    def rows(self, workspace, job):
        if job.number == self.killer:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().rows(workspace, job)


def make(folder, name, count, found=None, means=HERE):
    """Make games by the source *found*."""
    return making.make(folder, name, [GameJob(number) for number in range(count)], found or Numbers(), means)
