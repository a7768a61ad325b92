"""Fixtures of the tests of training: samples of self-play, and memory for searches."""

import numpy as np
import pytest

from othello.kernels import table
from othello.search.thread_data import ThreadData
from othello.training import descent
from othello.training.settings import SearchSettings, SelfPlaySettings
from tests.training.games import self_play
from tests.training.models import made_once

SELF_PLAY = SelfPlaySettings(
    seed=6, search=SearchSettings(depth=3, exact=8), least_random=8, most_random=30, noisy=0
)


@pytest.fixture(scope="session", autouse=True)
def untrained():
    """The function that creates an untrained model. Runs get copies of one model."""
    with made_once() as make:
        yield make


@pytest.fixture(scope="session")
def data():
    """The samples of 60 games."""
    return np.concatenate(self_play(SELF_PLAY, range(60)))


@pytest.fixture(scope="module")
def workspace():
    return ThreadData(table.new_table(1))


@pytest.fixture
def small_chunks(monkeypatch):
    """Make chunks so small that a run learns `data` in several of them."""
    monkeypatch.setattr(descent, "CHUNK", 300)
