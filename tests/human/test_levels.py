"""The table of human-like levels."""

import itertools
import re

import pytest

from othello.errors import InvalidNotationError
from othello.human.levels import DEFAULT, HUMAN_LEVELS, named
from othello.search import levels
from tests import source


def test_the_table():
    """Each level may lose less than the one before, searches as deep, and fears corners as much."""
    assert 4 <= len(HUMAN_LEVELS) <= 6
    for weaker, stronger in itertools.pairwise(HUMAN_LEVELS):
        assert weaker.total_loss > stronger.total_loss > 0
        assert weaker.max_loss > stronger.max_loss > 0
        assert weaker.temperature > stronger.temperature > 0
        assert weaker.greed >= stronger.greed
        assert weaker.corner_pull >= stronger.corner_pull
        assert weaker.corner_fear <= stronger.corner_fear
        assert weaker.search_level <= stronger.search_level <= levels.STRONGEST


def test_names():
    """Names are unique words in lower case, and a level is found by its name in any case."""
    assert all(level.name.isalpha() and level.name.islower() for level in HUMAN_LEVELS)
    assert len({level.name for level in HUMAN_LEVELS}) == len(HUMAN_LEVELS)
    for level in HUMAN_LEVELS:
        assert named(f" {level.name.upper()} ") is level
        assert str(level) == level.name


@pytest.mark.parametrize("text", ["", "expert", "4", "casual 7"])
def test_unknown_names(text):
    """The error for an unknown name lists all names."""
    with pytest.raises(InvalidNotationError, match=r"is not a human-like level: use newcomer, .*, master$"):
        named(text)


def test_points_are_those_of_the_page():
    """The points against the next level are those that docs/levels.md measures."""
    page = (source.ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\w+) \| \d+ \|.* (\d+) \| \d+ \|$", page.partition("### Measured losses")[2], re.M
    )
    assert {name: int(points) for name, points in rows} == {
        level.name: level.points for level in HUMAN_LEVELS
    }


def test_the_default_is_a_level():
    """The opponent of somebody who does not choose one is a human-like level."""
    assert named(DEFAULT).name == DEFAULT
