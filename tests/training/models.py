"""Untrained models, whose millions of random numbers take long to make: the last two are kept."""

import copy
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from othello.training.model import Model

make = Model.untrained
known = functools.lru_cache(2)(make)


@contextmanager
def made_once() -> Iterator[Callable[[int], Model]]:
    """Give runs with the same seed copies of one untrained model, and yield the function that creates it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "untrained", lambda seed: copy.deepcopy(known(seed)))
        yield make
