"""Games for tests of `making`, which worker processes can make."""

import os
import signal

import numpy as np

from othello.jobs.task import Resources
from othello.training import generation, samples
from othello.training.generation import TrainingResources

EACH = 3
"""Samples of each game."""
HERE, TWO = TrainingResources(), TrainingResources(Resources(2))


def numbers(workspace, job):
    """Return the samples of a game, which state its number."""
    data = np.zeros(EACH, samples.SAMPLE)
    data["game"], data["player"] = job.number, range(EACH)
    return data


def killer(workspace, job):
    """As `numbers`, but game 2 kills its process."""
    if job.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers(workspace, job)


def make(folder, name, count, rows=numbers, means=HERE):
    return generation.make(folder, name, range(count), rows, samples.FORMAT, means, is_test=False)
