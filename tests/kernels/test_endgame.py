"""The exact end game against positions that the slow model solved, in every window."""

import pytest
from hypothesis import given, settings, strategies as st

from othello.kernels import endgame, table
from othello.kernels.constants import EXACT
from othello.kernels.endgame import MAX_EMPTIES, solve_shared, solve_up_to_11, stability_bound
from othello.kernels.moves import legal_moves
from othello.kernels.zobrist import position_key
from othello.rules.square import SYMMETRIES, transform_bits
from tests import model, positions, solved
from tests.cases import cases
from tests.kernels.records import Memory

ALPHAS = range(-65, 65)
PROBLEMS = solved.problems()
memory = Memory()


def wide(pair, alpha, color=0, is_cut=True):
    """The value by `solve_shared`, which calls the other solvers."""
    key = position_key(*pair, color)
    return solve_shared(memory.record, *pair, key, color, legal_moves(*pair), alpha, is_cut)


def words_of(problem):
    return problem.position.player, problem.position.opponent


def check(result, alpha, value):
    """A result above alpha is a lower bound, any other an upper bound."""
    if result > alpha:
        assert result <= value
    else:
        assert result >= value


@cases("is_cut", [False, True])
@cases("problem", PROBLEMS)
def test_every_window(problem, is_cut):
    """In every window, the result bounds the model's value, whatever kind of node is expected."""
    memory.reset()
    for alpha in ALPHAS:
        check(wide(words_of(problem), alpha, is_cut=is_cut), alpha, problem.value)


def test_nodes_of_both_kinds():
    """The expected kind of a node changes the order of moves, and therefore the number of nodes."""
    nodes = []
    for is_cut in (False, True):
        memory.reset()
        memory.record.nodes = 0
        for problem in PROBLEMS:
            wide(words_of(problem), problem.value - 1, is_cut=is_cut)
        nodes.append(int(memory.record.nodes))
    assert nodes[1] < nodes[0]


@cases("alpha", [-20, -1, 0, 7])
def test_what_was_solved_before_changes_nothing(alpha):
    """With tables full of results for other positions, windows and colors, results stay correct."""
    memory.reset()
    for problem in PROBLEMS + PROBLEMS[::-1]:
        pair = words_of(problem)
        check(wide(pair, alpha), alpha, problem.value)
        check(wide(pair, problem.value - 1, 1), problem.value - 1, problem.value)
        memory.record.age += 1


@cases("mebibytes", [1e-6, 1e-3])
def test_a_table_of_one_bucket_or_of_a_few_changes_no_result(mebibytes):
    tiny = Memory(mebibytes)
    for problem in PROBLEMS:
        if problem.position.empties > endgame.LOCAL_EMPTIES:
            key = problem.position.key
            for alpha in (problem.value - 1, problem.value):
                moves = problem.position.legal_moves_bits
                color = problem.position.turn.value
                result = solve_shared(tiny.record, *words_of(problem), key, color, moves, alpha, True)
                check(result, alpha, problem.value)


@settings(max_examples=50)
@given(positions.reached_words(empties=st.integers(0, 5)), st.sampled_from(ALPHAS), st.booleans())
def test_few_empty_squares(pair, alpha, is_cut):
    """Any position with up to five empty squares has the model's value, including passes and early ends."""
    value = model.solve(model.from_words(*pair))
    check(solve_up_to_11(memory.record, *pair, legal_moves(*pair), alpha, is_cut), alpha, value)


@settings(max_examples=30)
@given(positions.final_words.filter(lambda pair: solved.empties_of(pair) <= MAX_EMPTIES))
def test_finished_games(pair):
    """The value of a finished game is its final score, with any number of empty squares."""
    value = model.final_score(model.from_words(*pair))
    for alpha in ALPHAS:
        check(wide(pair, alpha), alpha, value)


@cases("problem", PROBLEMS[::5])
def test_symmetries(problem):
    """All images of a position have the same value, although their moves are ordered differently."""
    for symmetry in SYMMETRIES:
        image = tuple(transform_bits(word, symmetry) for word in words_of(problem))
        for alpha in (problem.value - 1, problem.value):
            check(wide(image, alpha), alpha, problem.value)


@cases("problem", PROBLEMS)
def test_the_bound_by_the_opponents_stable_discs_is_never_less_than_the_value(problem):
    pair = words_of(problem)
    for alpha in ALPHAS:
        assert stability_bound(*pair, alpha, problem.position.empties) >= problem.value


def test_results_in_the_table_are_true():
    """Every bound that solving a position leaves in the table is correct according to the model."""
    memory.reset()
    hits = 0
    for problem in PROBLEMS:
        pair, key = words_of(problem), position_key(*words_of(problem), 0)
        for alpha in (problem.value - 1, problem.value):
            wide(pair, alpha)
        data = table.probe(memory.record, *pair, key)
        if data:
            hits += 1
            assert (table.lower(data), table.upper(data)) == (100 * problem.value, 100 * problem.value)
            assert table.draft(data) == table.draft_of(problem.position.empties, EXACT)
            best = table.best_move(data)
            assert problem.scores[best] == problem.value
    assert hits


def test_a_stopped_search_stores_nothing_wrong():
    """A stopped search stores no wrong bound, so later searches find the correct values."""
    for problem in PROBLEMS:
        memory.record.stop = 1
        wide(words_of(problem), 0)
        memory.record.stop = 0
        for alpha in (problem.value - 1, problem.value):
            check(wide(words_of(problem), alpha), alpha, problem.value)


@pytest.mark.parametrize(
    "problem",
    [
        pytest.param(
            problem, marks=[pytest.mark.slow] * (problem.position.empties > 7), id=f"line {problem.line}"
        )
        for problem in PROBLEMS
        if problem.position.empties <= 10
    ],
)
def test_the_file_is_right(problem):
    """The scores in the file equal the model's, as far as it can check: up to 10 empty squares."""
    assert solved.solved(problem).scores == problem.scores
