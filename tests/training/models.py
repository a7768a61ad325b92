"""Untrained models, whose millions of random numbers take long to make, made once for each seed."""

import copy
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from othello.training.model import Model


@contextmanager
def made_once() -> Iterator[Callable[[int], Model]]:
    """Give each run a copy of one untrained model; yield the function that makes a new one."""
    make = Model.untrained
    known = functools.lru_cache(1)(make)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "untrained", lambda seed: copy.deepcopy(known(seed)))
        yield make
