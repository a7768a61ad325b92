"""Proved values: they end a search, stay in the table, and are not replaced by weaker ones."""

import pytest

from othello import Board, Bound, Clock, Color, Engine, Goal, Kind, Limits, Position
from tests import positions, solved
from tests.searches import FFO, MORE, final_score, played_out, sign

NO_TIME = Limits(clock=Clock(0.0))
HIDDEN = (246, 279, 288, 294, 306, 330, 348, 390, 393)
"""Random positions whose reply is won by several moves, of which some are not the best."""


@pytest.fixture
def engine():
    with Engine(table_mib=2) as engine:
        yield engine


def is_best(problem, result):
    """Return whether a result has the exact value of a problem and a move that reaches it."""
    is_exact = (result.score.kind, result.score.bound) == (Kind.EXACT, Bound.EQUAL)
    values = problem.scores
    return is_exact and result.score.discs == problem.value == values.get(result.move, problem.value)


# On a clock


@pytest.mark.parametrize("problem", FFO[::3])
def test_what_was_solved_needs_no_time(engine, problem):
    """A solved position is played from the table without a search, with any time left."""
    before = engine.solve(problem.position)
    for limits in (NO_TIME, Limits(seconds=0.0), Limits(clock=Clock(600.0)), Limits(seconds=1, level=60)):
        result = engine.play(problem.position, limits)
        assert is_best(problem, result)
        assert (result.nodes, result.depth) == (0, problem.position.empties)
        assert (result.lower, result.upper) == (problem.value, problem.value)
        assert result.pv[0] == result.move
        assert result.score == before.score
        assert not result.was_stopped


@pytest.mark.parametrize("problem", FFO[::3])
def test_who_wins_a_solved_position(engine, problem):
    """The table gives the winner after any solution, and the value after an exact solution."""
    for goal in (Goal.WLD, Goal.EXACT):
        engine.play(problem.position, Limits(goal=goal))
        result = engine.play(problem.position, Limits(goal=Goal.WLD, clock=Clock(0.0)))
        assert (result.score.kind, result.score.discs, result.nodes) == (Kind.WLD, sign(problem.value), 0)
        assert sign(problem.scores.get(result.move, problem.value)) == sign(problem.value)
    engine.new_game()
    engine.play(problem.position, Limits(goal=Goal.WLD))
    result = engine.play(problem.position, Limits(clock=Clock(600.0)))
    assert is_best(problem, result)


def test_a_weak_level_stays_weak(engine):
    """A search to a small depth stays at that depth, although the table contains the solution."""
    problem = FFO[0]
    engine.solve(problem.position)
    result = engine.play(problem.position, Limits(clock=Clock(60.0), depth=4))
    assert (result.score.kind, result.depth) == (Kind.HEURISTIC, 4)
    assert result.nodes > 0


def test_a_search_for_several_lines_is_made_although_the_table_has_the_best_move(engine):
    problem = FFO[0]
    engine.solve(problem.position)
    result = engine.play(problem.position, Limits(clock=Clock(600.0), multipv=3))
    assert [line.score.discs for line in result.lines] == sorted(problem.scores.values(), reverse=True)[:3]


def test_after_a_pass(engine):
    """A position before a pass is played from the table once the position after the pass is solved."""
    problem = next(
        candidate
        for candidate in solved.problems()
        if candidate.position.must_pass and not candidate.position.is_over
    )
    engine.solve(problem.position)
    result = engine.play(problem.position, NO_TIME)
    assert (result.score.discs, result.move, result.nodes) == (problem.value, 64, 0)


# Wipe-outs


@pytest.mark.parametrize("limits", [Limits(level=20), Limits(depth=30), Limits(clock=Clock(600.0))])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        (positions.WIPE_OUT[:-2], 64),
        ("-------------------O------O-X-----O--O------O------------------- X", -64),
        ("---------------------O----O--------OXO-------------------------- X", -64),
    ],
)
def test_a_search_that_finds_a_certain_wipe_out_ends_and_searches_no_deeper(engine, text, value, limits):
    position = Board.parse(text).position
    infos = []
    result = engine.play(position, limits, on_info=infos.append)
    assert (result.score.kind, result.score.discs, result.score.bound) == (Kind.EXACT, value, Bound.EQUAL)
    assert (result.lower, result.upper) == (value, value)
    assert len(infos) < 8
    assert result.nodes < 20_000
    assert not result.was_stopped
    if value > 0:
        end = played_out(position, result.pv)
        assert final_score(end, position.turn) == value


def test_a_wipe_out_to_come_is_searched_to_the_end_soon(engine):
    """When all of the opponent's discs seem lost, the search goes to the end after a few plies.

    Multi-ProbCut cannot prove values beyond the evaluation's, and 16 plies took ten times as long.
    """
    position, infos = MORE[-1].position, []
    result = engine.play(position, Limits(goal=Goal.EXACT), on_info=infos.append)
    assert result.score.discs == 64
    assert [info.depth for info in infos if 4 < info.depth < position.empties] == []


# The best move


@pytest.mark.parametrize("seed", HIDDEN)
def test_a_win_does_not_hide_the_best_move(engine, seed):
    """A win-loss-draw solution leaves the best move of an earlier solution in the table."""
    position = Position(*positions.random_position(seed, 14 + seed % 3), Color.BLACK)
    first = engine.solve(position)
    after = position.play(first.move)
    best = engine.solve(after)
    engine.solve(after, wld=True)
    assert engine.play(after, NO_TIME).score == best.score
    again = engine.solve(position)
    for result, root in ((again, position), (engine.solve(after), after)):
        end = played_out(root, result.pv)
        assert end.is_over
        assert final_score(end, root.turn) == result.score.discs


@pytest.mark.parametrize("seed", HIDDEN)
def test_moves_from_the_table_are_the_best(engine, seed):
    """The move that is played from the table reaches the value, even after other solutions."""
    position = Position(*positions.random_position(seed, 14 + seed % 3), Color.BLACK)
    after = position.play(engine.solve(position).move)
    value = engine.solve(after).score.discs
    engine.solve(after, wld=True)
    move = engine.play(after, NO_TIME).move
    with Engine(table_mib=2) as other:
        reply = other.solve(after.play(move)).score
    assert (reply.discs if reply.turn is after.turn else -reply.discs) == value
