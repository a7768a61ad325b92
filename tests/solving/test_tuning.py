"""The tuning set and the midgame set."""

import math
from collections import Counter

import pytest

from othello import Engine, Goal, Limits
from othello.formats.obf import read_obf
from tests import source
from tests.searching import solved_here
from tools.benchmarks import midgame_set, tuning_set

PROBLEMS = list(read_obf(source.DATA / "tuning" / "tuning.obf"))


def test_the_set_has_the_planned_number_of_positions_for_each_number_of_empties():
    assert Counter(problem.position.empties for problem in PROBLEMS) == tuning_set.POSITIONS


def test_distinct_positions():
    """No two positions are images of each other, and none is an image of an FFO position."""
    boards = {tuning_set.discs(problem.position) for problem in PROBLEMS}
    assert len(boards) == len(PROBLEMS)
    for path in tuning_set.FFO.glob("*.obf"):
        assert boards.isdisjoint(tuning_set.discs(problem.position) for problem in read_obf(path))


def test_levels():
    """Games at every level are in the set. Each gives at most one position for a number of empties."""
    levels = Counter(int(problem.comment.rpartition("level ")[2]) for problem in PROBLEMS)
    assert set(levels) == set(tuning_set.LEVELS)
    assert min(levels.values()) > len(PROBLEMS) / 6
    games = {(problem.position.empties, problem.comment.partition(",")[0]) for problem in PROBLEMS}
    assert len(games) == len(PROBLEMS)


def test_values():
    """The engine finds the values in the file. This tests the shortest solutions, and `make tune` tests
    all."""
    some = PROBLEMS[:12]
    answers = list(solved_here(some, Limits(goal=Goal.EXACT), 16))
    assert [answer.is_correct for answer in answers] == [True] * len(some)


@pytest.mark.slow
@pytest.mark.parametrize("selectivity", [73, 87, 95])
def test_values_with_a_probability(selectivity):
    """Values of selective searches to the end are right as often as stated, within two standard errors."""
    answers = solved_here(PROBLEMS, Limits(goal=Goal.EXACT, selectivity=selectivity), 16)
    right = sum(answer.result.score.discs == answer.problem.value for answer in answers)
    share = selectivity / 100
    expected, error = len(PROBLEMS) * share, math.sqrt(len(PROBLEMS) * share * (1 - share))
    assert right >= expected - 2 * error


def test_a_game_gives_the_same_position_whatever_was_played_before_it():
    engine = Engine(table_mib=16)
    first, second = (
        [tuning_set.candidate(engine, number, 40) for number in numbers] for numbers in ((0, 1, 2), (2, 1, 0))
    )
    assert first == second[::-1]


def test_the_midgame_set():
    """The positions have 30 empties, distinct images, and a value for every legal move."""
    problems = list(read_obf(source.DATA / "midgame" / "midgame.obf"))
    assert {problem.position.empties for problem in problems} == {midgame_set.EMPTIES}
    assert len({tuning_set.discs(problem.position) for problem in problems}) == len(problems)
    assert all(sorted(problem.scores) == sorted(problem.position.legal_moves) for problem in problems)
    assert all(problem.value == max(problem.scores.values()) for problem in problems)
