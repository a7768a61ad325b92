"""Samples of self-play for the tests of training, made once for all of them."""

import numpy as np
import pytest

from othello.training import network
from othello.training.settings import SearchSettings, SelfPlaySettings
from tests.training.games import self_play

SELF_PLAY = SelfPlaySettings(
    seed=6, search=SearchSettings(depth=3, exact=8), least_random=8, most_random=30, noisy=0
)


@pytest.fixture(scope="session")
def data():
    """The samples of 60 games."""
    return np.concatenate(self_play(SELF_PLAY, range(60)))


@pytest.fixture
def small_chunks(monkeypatch):
    """A run learns these samples in several chunks."""
    monkeypatch.setattr(network, "CHUNK", 300)
