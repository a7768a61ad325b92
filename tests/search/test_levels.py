"""Playing levels: each searches at least as deep, or as surely, as the level below."""

import itertools
import re

from othello.kernels.constants import EXACT
from othello.search.levels import (
    DEFAULT,
    FULL_WIDTH_LEVEL,
    NAMED,
    STRONGEST,
    depth_and_selectivity,
    selectivity_of,
    stages,
)
from tests import source
from tests.cases import cases

LEVELS = range(STRONGEST + 1)
EMPTIES = range(1, 61)


@cases("level", LEVELS)
def test_a_depth_is_at_least_one_ply_and_at_most_the_number_of_empty_squares(level):
    for empties in EMPTIES:
        depth, selectivity = depth_and_selectivity(level, empties)
        assert 1 <= depth <= empties
        assert 0 <= selectivity <= EXACT


@cases("empties", EMPTIES)
def test_higher_levels_look_no_less_far(empties):
    """A higher level never searches less deeply in the midgame, nor more selectively to the end."""
    pairs = [depth_and_selectivity(level, empties) for level in LEVELS]
    depths = [depth for depth, _ in pairs]
    assert depths == sorted(depths)
    to_the_end = [pair for pair in pairs if pair[0] == empties]
    assert to_the_end == sorted(to_the_end)


@cases("level", LEVELS)
def test_stages(level):
    """Stages further from the end are more selective. Before the first stage, the level is the depth."""
    schedule = stages(level)
    assert [most for most, _ in schedule] == sorted({most for most, _ in schedule})
    assert [sure for _, sure in schedule] == sorted({sure for _, sure in schedule}, reverse=True)
    assert schedule[0][1] == EXACT
    for empties in EMPTIES:
        if empties > schedule[-1][0]:
            depth = min(max(1, level), empties)
            assert depth_and_selectivity(level, empties) == (depth, selectivity_of(depth))


def test_levels_up_to_full_width_level_never_search_selectively():
    for level, empties in itertools.product(range(FULL_WIDTH_LEVEL + 1), EMPTIES):
        assert depth_and_selectivity(level, empties)[1] == EXACT


def test_levels_differ():
    """In some part of the game, every level searches deeper or less selectively than the level below."""
    for lower, higher in itertools.pairwise(LEVELS):
        assert any(
            depth_and_selectivity(lower, empties) < depth_and_selectivity(higher, empties)
            for empties in EMPTIES
        )


def test_the_ends():
    """Level 0 searches one ply, the highest level always solves, and the default lies between."""
    assert {depth_and_selectivity(0, empties)[0] for empties in EMPTIES} == {1}
    assert all(depth_and_selectivity(STRONGEST, empties) == (empties, EXACT) for empties in EMPTIES)
    assert 0 < DEFAULT < STRONGEST


def test_ratings_of_named_levels():
    """The Elo and the time of the named levels equal the measurements in docs/levels.md."""
    page = (source.ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    for name, level, elo, seconds in NAMED:
        row = re.search(rf"^\| {level} \| \+?(\d+) \|.*\| (?:[\d.]+-)?([\d.]+) \|$", page, re.M)
        assert row is not None, name
        assert (int(row[1]), float(row[2])) == (elo, seconds)
