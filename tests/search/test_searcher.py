"""Results of searches: the same on every run, within their limits, and correct as far as they state."""

import itertools
import math

import pytest

from othello import Bound, Clock, Color, Engine, Goal, Kind, Limits, Position
from othello.rules.square import SYMMETRIES, inverse, transform_move
from tests import positions
from tests.cases import cases
from tests.searches import FFO, HARD, SLOW, essence, final_score, is_true, played_out

MIDGAME = [
    Position(*positions.random_position(seed, 22 + seed), list(Color)[seed % 2]) for seed in range(0, 36, 3)
]
SLACK = 20_000
"""Nodes by which a limit may be exceeded."""


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=2)


def searched(engine, position, limits):
    """Return all fields and infos of a search except times."""
    infos = []
    result = engine.play(position, limits, on_info=infos.append)
    return essence(result), [(info.depth, info.score, info.nodes, info.pv) for info in infos]


# The same again


@cases("position", MIDGAME[::6])
@cases("limits", [Limits(depth=7), Limits(nodes=20_000), Limits(level=6)])
def test_same_search(engine, position, limits):
    """After a new game, the same search gives the same move, value, line and nodes in every iteration."""
    engine.new_game()
    first = searched(engine, position, limits)
    searched(engine, MIDGAME[0], Limits(depth=5))
    engine.new_game()
    assert searched(engine, position, limits) == first
    assert searched(Engine(table_mib=2), position, limits) == first


def test_same_solution(engine):
    """Solving a position takes the same nodes and finds the same line, after any earlier solutions."""
    runs = []
    for order in (FFO, FFO[::-1]):
        answers = {}
        for problem in order:
            engine.new_game()
            answers[problem.line] = searched(engine, problem.position, Limits(goal=Goal.EXACT))
        runs.append(answers)
    assert runs[0] == runs[1]


# Limits


@cases("depth", range(1, 9))
def test_depth(engine, depth):
    """A search to a depth goes exactly that deep, one ply more in each iteration, and is not stopped."""
    position = MIDGAME[5]
    (_, score, reached, _, pv, _, was_stopped), reports = searched(engine, position, Limits(depth=depth))
    assert (reached, was_stopped) == (depth, False)
    assert [report[0] for report in reports] == list(range(1, depth + 1))
    assert (score.kind, score.depth) == (Kind.HEURISTIC, depth)
    assert len(pv) >= 1


@cases("nodes", [1, 1000, 30_000, 200_000])
@cases("position", [MIDGAME[0], MIDGAME[6], MIDGAME[11], HARD[0].position])
def test_nodes(engine, position, nodes):
    """A node limit is reached and hardly exceeded, and the result reports that the search was stopped."""
    engine.new_game()
    result = engine.play(position, Limits(nodes=nodes))
    assert result.was_stopped
    assert nodes <= result.nodes < nodes + SLACK
    assert result.move in position.legal_moves


def test_a_limit_of_nodes_holds_near_the_end_of_the_game(engine):
    engine.new_game()
    assert engine.play(SLOW.position, Limits(nodes=1)).nodes < SLACK


@cases("limits", [Limits(seconds=0), Limits(clock=Clock(0.0))])
def test_with_no_time_at_all_there_is_a_legal_move_from_the_first_iteration(engine, limits):
    engine.new_game()
    result = engine.play(MIDGAME[7], limits)
    assert result.move in MIDGAME[7].legal_moves
    assert (result.depth, result.was_stopped) == (1, True)


@cases(
    "limits",
    [Limits(seconds=1e10), Limits(seconds=math.inf), Limits(clock=Clock(math.inf)), Limits(nodes=2**63)],
)
def test_an_infinite_limit_is_the_same_as_no_limit(engine, limits):
    """This includes numbers of nodes that do not fit into the counter of compiled code."""
    engine.new_game()
    assert not engine.play(FFO[0].position, limits).was_stopped


@cases("goal", [Goal.EXACT, Goal.WLD])
def test_a_position_with_one_legal_move_is_solved_within_a_time_limit(engine, goal):
    """Only a search for a move may end immediately if only one move is legal."""
    position = Position.parse("OOOOXOOO-OOOOOOO--OOOOOOXXXOXOOOXXXXOOOXXXXXXO---XOXX-O-XXXXX--O X")
    engine.new_game()
    result = engine.play(position, Limits(goal=goal, seconds=60))
    assert result.is_solved
    assert not result.was_stopped


@cases(
    "limits",
    [
        Limits(depth=61),
        Limits(nodes=1000),
        Limits(seconds=10),
        Limits(goal=Goal.WLD),
        Limits(goal=Goal.EXACT, selectivity=73),
    ],
)
def test_a_position_may_have_more_empty_squares_than_the_start_of_a_game(engine, limits):
    """Squares in the center may be empty. The only move in this position flips the last disc."""
    engine.new_game()
    result = engine.play(Position.parse(f"{'-' * 27}XO{'-' * 35} X"), limits)
    assert str(result.move) == "f4"
    assert result.lower <= 64 <= result.upper


def test_of_several_limits_the_tightest_ends_the_search(engine):
    engine.new_game()
    position = MIDGAME[8]
    assert engine.play(position, Limits(depth=3, nodes=10**9, seconds=60, level=20)).depth == 3
    engine.new_game()
    assert engine.play(position, Limits(depth=60, nodes=10**9, seconds=60, level=2)).depth == 2
    engine.new_game()
    assert engine.play(position, Limits(depth=60, nodes=1000, seconds=60, level=60)).nodes < 1000 + SLACK


# Reports


@cases("position", [*MIDGAME, *(problem.position for problem in FFO[:6])])
def test_infos(engine, position):
    """Each info is deeper and later than the previous info, with more nodes and a line of legal moves."""
    engine.new_game()
    infos = []
    result = engine.play(position, Limits(level=8), on_info=infos.append)
    for before, after in itertools.pairwise(infos):
        assert before.depth < after.depth
        assert before.nodes <= after.nodes
        assert before.seconds <= after.seconds
    for info in infos:
        assert info.score.turn is position.turn
        assert len(info.pv) >= 1
        played_out(position, info.pv)  # raises if a move is illegal
    last = infos[-1]
    assert (result.move, result.pv, result.score, result.depth) == (
        last.pv[0],
        last.pv,
        last.score,
        last.depth,
    )
    assert (result.nodes, result.seconds >= last.seconds) == (last.nodes, True)
    assert result.score.kind is (Kind.EXACT if result.depth == position.empties else Kind.HEURISTIC)


# Solutions


@pytest.mark.parametrize(
    ("goal", "count"),
    [(Goal.EXACT, 20), (Goal.WLD, 10), pytest.param(Goal.EXACT, 120, marks=pytest.mark.slow)],
)
def test_lines_prove_the_value(engine, goal, count):
    """A solution's line, played out, ends the game with its score, or with its winner if complete."""
    random_words = (positions.random_position(seed, 15 + seed % 2) for seed in range(count))
    random_positions = (Position(*pair, Color.BLACK) for pair in random_words)
    for position in (*(problem.position for problem in FFO), *random_positions):
        if position.legal_moves_bits:
            engine.new_game()
            result = engine.play(position, Limits(goal=goal))
            end = played_out(position, result.pv)
            final = final_score(end, position.turn)
            assert end.is_over or goal is Goal.WLD
            assert not end.is_over or is_true(result.score, final)


@cases("problem", FFO[::4])
def test_symmetries(engine, problem):
    """A symmetric position has the same value, and the symmetric image of a best move."""
    for symmetry in SYMMETRIES:
        result = engine.play(problem.position.transformed(symmetry), Limits(goal=Goal.EXACT))
        assert result.score.discs == problem.value
        move = transform_move(result.move, inverse(symmetry))
        assert problem.scores.get(move, problem.value) == problem.value


@cases("problem", FFO[::3])
def test_a_search_that_reaches_the_end_of_the_game_is_exact_with_any_limits(engine, problem):
    for limits in (Limits(depth=60), Limits(level=60), Limits(seconds=60.0), Limits(nodes=10**9)):
        engine.new_game()
        result = engine.play(problem.position, limits)
        assert (result.score.kind, result.score.discs) == (Kind.EXACT, problem.value)
        assert result.score.bound is Bound.EQUAL
        assert problem.scores.get(result.move, problem.value) == problem.value
        assert (result.depth, result.was_stopped) == (problem.position.empties, False)


@cases("goal", [Goal.EXACT, Goal.WLD])
def test_stopped_solutions_are_true(engine, goal):
    """A proved result from a search that was stopped at any time is correct as far as its bound goes."""
    kinds = set()
    for problem in [HARD[1], HARD[5]]:
        for nodes in (100, 10_000, *range(100_000, 1_300_000, 400_000)):
            engine.new_game()
            result = engine.play(problem.position, Limits(goal=goal, nodes=nodes))
            kinds.add((result.score.kind, result.score.bound))
            if result.score.is_proved:
                assert result.score.kind is (Kind.EXACT if goal is Goal.EXACT else Kind.WLD)
                assert is_true(result.score, problem.value)
            else:
                assert result.score.kind in (Kind.HEURISTIC, Kind.SELECTIVE)
                assert result.was_stopped
    assert (Kind.HEURISTIC, Bound.EQUAL) in kinds
    assert len(kinds) > 1


def test_a_second_search_ends(engine):
    """A search with a table full of entries from a stopped search ends like any other search."""
    for problem in HARD[::3]:
        for nodes in range(10_000, 100_000, 10_000):
            engine.new_game()
            engine.play(problem.position, Limits(goal=Goal.EXACT, nodes=nodes))
            assert not engine.play(problem.position, Limits(depth=6, nodes=3_000_000)).was_stopped
        result = engine.play(problem.position, Limits(goal=Goal.EXACT, nodes=100_000_000))
        assert (result.score.kind, result.score.discs) == (Kind.EXACT, problem.value)
        assert problem.scores.get(result.move, problem.value) == problem.value


def test_a_whole_game_with_one_table_ends_with_the_score_of_its_first_solution(engine):
    engine.new_game()
    position, predicted = Position.start(), None
    while not position.is_over:
        result = engine.play(position, Limits(level=5))
        if predicted is not None:
            assert result.score.pov(Color.BLACK).discs == predicted
        if result.score.kind is Kind.EXACT:
            predicted = result.score.pov(Color.BLACK).discs
        position = position.play(result.move)
    assert position.result.margin == predicted
