"""Schedules: each step is deeper or less selective than the one before, and the last is the planned one."""

import itertools
from functools import partial

from othello import Board, Goal, parse_move
from othello.kernels.constants import EXACT
from othello.search.analysis import run
from othello.search.clock import Budget
from othello.search.schedule import FULL_WIDTH, PATIENCE, PATIENT_FULL_WIDTH, Plan, Step, schedule
from othello.search.searcher import Searcher
from tests.cases import cases


@cases("empties", range(1, 61))
@cases("goal", Goal)
def test_to_the_end(empties, goal):
    """A schedule to the end begins with one ply, grows with every step, and ends with a solution."""
    steps = schedule(Plan(empties, goal=goal), empties)
    assert steps[-1] == Step(empties, EXACT)
    assert steps[0].depth == 1
    assert len(set(steps)) == len(steps)
    for before, after in itertools.pairwise(steps):
        assert (before.depth, before.selectivity) < (after.depth, after.selectivity)


@cases("depth", range(1, 30))
@cases("selectivity", [0, 3, EXACT])
def test_to_a_depth(depth, selectivity):
    """A schedule to a depth contains every depth, and the shallow depths are full-width."""
    steps = schedule(Plan(depth, selectivity), 50)
    assert [step.depth for step in steps] == list(range(1, depth + 1))
    for step in steps:
        assert step.selectivity == (EXACT if step.depth <= FULL_WIDTH else selectivity)


@cases("selectivity", range(EXACT))
def test_no_step_of_a_schedule_to_a_selective_end_is_less_selective_than_planned(selectivity):
    steps = schedule(Plan(26, selectivity), 26)
    assert steps[-1] == Step(26, selectivity)
    assert max(step.selectivity for step in steps if step.depth > FULL_WIDTH) == selectivity


@cases("depth", [20, 44])
def test_with_time_for_it_more_of_the_first_steps_are_full_width(depth):
    for seconds, full in ((PATIENCE, PATIENT_FULL_WIDTH), (0.9 * PATIENCE, FULL_WIDTH)):
        steps = schedule(Plan(depth, 0, budget=Budget(seconds, 9.0)), 44)
        early = [step for step in steps if step.depth <= 20]
        assert [step.selectivity for step in early] == [EXACT] * full + [0] * (20 - full)


def test_a_patient_search_values_a_sacrifice_that_statistical_cuts_undervalue():
    """With time for more full-width steps, a search sees more of a sacrifice that wins all discs."""
    board = Board()
    board.push_transcript("d3e3f3e2f1c5d6g3")
    searcher = Searcher(1, 1)

    def searched(seconds):
        searcher.clear()
        return run(partial(searcher.steps, board.position, Plan(12, 0, budget=Budget(seconds, 100.0))))

    hasty, patient = searched(PATIENCE / 2), searched(100.0)
    assert patient.move == parse_move("g2")
    assert hasty.score < patient.score


def test_on_a_clock_no_depth_is_left_out_for_each_may_be_the_last():
    steps = schedule(Plan(44, budget=Budget(1.0, 2.0)), 44)
    assert [step.depth for step in steps[:30]] == list(range(1, 31))
