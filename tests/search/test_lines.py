"""Several lines: the best moves with their values, each correct as far as its score states."""

import itertools

import pytest

from othello import PASS, Bound, Clock, Color, Engine, Goal, Kind, Limits, Position, StopSignal
from othello.formats.obf import ObfProblem
from othello.kernels import table
from othello.kernels.constants import DISC, EXACT
from othello.search.lines import LineReader
from othello.search.thread_data import Words
from othello.search.thread_pool import ThreadPool
from tests import positions, solved
from tests.cases import cases
from tests.searches import FFO, HARD, final_score, is_true, played_out, sign

SOLVED = [problem for problem in solved.problems() if PASS not in problem.scores and problem.scores]
SLOW = [problem.position for problem in HARD[:3]]

LOST = [
    solved.solved(ObfProblem(Position.parse(text + " X"), {}, None))
    for text in (
        "OOOOOOOOOOOOOOOOOXOOOOOOOOOOOOOOOO-OOOOOOOOOO-OO--OOO-O-O-OOOOOO",
        "OOO-OOOOOOOOOOOOOOOOOOOOOOOOOOOOO-OOOOOOOOOOOOOOOOOXO--OOOOO-OOO",
    )
]


def midgame():
    return [Position(*positions.random_position(seed, 22 + seed), Color.WHITE) for seed in range(0, 30, 4)]


@pytest.fixture(scope="module")
def engine():
    return Engine(table_mib=2)


def moves_of(lines):
    return [line.move for line in lines]


@cases("problem", SOLVED[::3])
def test_every_move_of_an_end_game(engine, problem):
    """A solution with more lines than moves contains every move with its exact value, best first."""
    engine.new_game()
    result = engine.play(problem.position, Limits(goal=Goal.EXACT, multipv=60))
    assert {line.move: line.score.discs for line in result.lines} == problem.scores
    values = [line.score.discs for line in result.lines]
    assert values == sorted(values, reverse=True)
    for line in result.lines:
        assert (line.score.kind, line.score.bound) == (Kind.EXACT, Bound.EQUAL)
        assert (line.score.turn, line.depth) == (problem.position.turn, problem.position.empties)
    assert (result.move, result.score, result.pv) == (
        result.lines[0].move,
        result.lines[0].score,
        result.lines[0].pv,
    )


def test_lines_of_solutions_prove_their_values(engine):
    """If each line of a solution is played, the game ends with the score of its move."""
    for problem in SOLVED[1::6]:
        engine.new_game()
        for line in engine.play(problem.position, Limits(goal=Goal.EXACT, multipv=4)).lines:
            end = played_out(problem.position, line.pv)
            assert end.is_over
            assert final_score(end, problem.position.turn) == line.score.discs


def test_a_solved_line_leaves_out_the_moves_of_selective_searches():
    """Whatever move a selective search of the position after the best move stored, the line is proved."""
    problem = SOLVED[4]
    position, value = problem.position, DISC * problem.value
    move = next(candidate for candidate in problem.scores if problem.scores[candidate] == problem.value)
    reply = position.play(move)
    draft = table.draft_of(reply.empties, EXACT - 1)
    for stored_move in reply.legal_moves:
        team = ThreadPool(1)
        team.begin()
        table.store(team.first.record, *Words.of(reply)[:3], draft, -value, -value, stored_move)
        line = LineReader(team, Goal.EXACT, solves_again=True).line(position, move, value, is_solved=True)
        assert final_score(played_out(position, line), position.turn) == problem.value


@cases("problem", SOLVED[2::6])
def test_each_line_of_a_win_loss_draw_solution_has_the_outcome_of_its_move(engine, problem):
    engine.new_game()
    result = engine.play(problem.position, Limits(goal=Goal.WLD, multipv=60))
    assert {line.move: line.score.discs for line in result.lines} == {
        move: sign(score) for move, score in problem.scores.items()
    }
    assert all(line.score.kind is Kind.WLD for line in result.lines)


@pytest.mark.parametrize("position", [SLOW[1], pytest.param(SLOW[0], marks=pytest.mark.slow)])
def test_each_line_has_the_value_of_a_search_of_its_move(engine, position):
    """Each line of a solution has the value of a solution of the position after its move."""
    engine.new_game()
    lines = engine.play(position, Limits(goal=Goal.EXACT, multipv=60)).lines
    assert len(lines) == len(position.legal_moves)
    for line in lines:
        reply = engine.play(position.play(line.move), Limits(goal=Goal.EXACT))
        assert reply.score.pov(position.turn).discs == line.score.discs


@cases("problem", LOST)
def test_moves_that_lose_all_discs(engine, problem):
    """Moves that lose all discs have exact values and complete lines, though no search has to prove them."""
    engine.new_game()
    for line in engine.play(problem.position, Limits(goal=Goal.EXACT, multipv=60)).lines:
        assert (line.score.discs, line.score.bound) == (problem.scores[line.move], Bound.EQUAL)
        assert played_out(problem.position, line.pv).is_over
    wld = engine.play(problem.position, Limits(goal=Goal.WLD, multipv=60)).lines
    assert [(line.score.kind, line.score.discs) for line in wld] == [(Kind.WLD, -1)] * len(problem.scores)


@cases("limits", [Limits(depth=12, multipv=60), Limits(goal=Goal.EXACT, multipv=60)])
def test_no_line_exceeds_the_line_before(engine, limits):
    """Selective searches contradict each other, but the lines of an iteration are best first."""
    # Without the ceilings of lines, this solved position fails, and takes the least time of those that do.
    for position in midgame()[::2] if limits.depth else [SLOW[1]]:
        reports = []
        engine.new_game()
        engine.play(position, limits, on_info=reports.append)
        for info in reports[len(position.legal_moves) - 1 :: len(position.legal_moves)]:
            values = [line.score.value for line in info.lines]
            assert values == sorted(values, reverse=True)


@cases("position", midgame)
@cases("count", [1, 2, 5, 60])
def test_as_many_as_asked_for(engine, position, count):
    """There are `multipv` lines, or one line per move if there are fewer moves, at the requested depth."""
    engine.new_game()
    result = engine.play(position, Limits(depth=5, multipv=count))
    assert len(result.lines) == min(count, len(position.legal_moves))
    assert len({line.move for line in result.lines}) == len(result.lines)
    for line in result.lines:
        assert (line.score.kind, line.score.depth, line.depth) == (Kind.HEURISTIC, 5, 5)
        played_out(position, line.pv)  # raises if a move is illegal
    assert (result.move, result.was_stopped) == (result.lines[0].move, False)


@cases("position", lambda: midgame()[::2])
def test_in_a_search_of_two_plies_each_move_has_the_value_of_a_search_after_it(position):
    values = {}
    for line in Engine(table_mib=1).play(position, Limits(depth=2, multipv=60)).lines:
        values[line.move] = line.score
    for move in position.legal_moves:
        after = position.play(move)
        if not after.must_pass and not after.is_over:
            reply = Engine(table_mib=1).play(after, Limits(depth=1))
            assert values[move].value == -reply.score.value


@cases("position", lambda: midgame()[:4])
def test_the_first_line_is_the_search_without_others(position):
    """More lines change neither the move nor the score of the first line in the first iteration."""
    alone, reports = Engine(table_mib=1), []
    first = alone.play(position, Limits(depth=1))
    Engine(table_mib=1).play(position, Limits(depth=1, multipv=3), on_info=reports.append)
    assert reports[0].score == first.score
    assert moves_of(reports[0].lines) == [first.move]
    assert [len(info.lines) for info in reports] == [1, 2, 3]


def test_reports(engine):
    """Each info shows the finished lines of its iteration, followed by lines of the previous iteration."""
    engine.new_game()
    position, reports = midgame()[5], []
    engine.play(position, Limits(depth=6, multipv=3), on_info=reports.append)
    assert len(reports) == 18
    for before, after in itertools.pairwise(reports):
        assert before.nodes <= after.nodes
        assert before.seconds <= after.seconds
    for place, info in enumerate(reports):
        depths = [line.depth for line in info.lines]
        assert depths == sorted(depths, reverse=True)
        assert depths.count(info.depth) == place % 3 + 1 or info.depth == 1
        assert len(set(moves_of(info.lines))) == len(info.lines) == min(3, place + 1)
        assert (info.score, info.pv, info.depth) == (
            info.lines[0].score,
            info.lines[0].pv,
            info.lines[0].depth,
        )


@cases("goal", [Goal.MOVE, Goal.EXACT, Goal.WLD])
def test_stopped_lines_are_true(engine, goal):
    """A search that is stopped at any time has all its lines, each with its own depth, and no false proof."""
    mixed = False
    for problem in FFO[10::4]:
        for nodes in range(1, 200_000, 40_000):
            engine.new_game()
            depth = problem.position.empties if goal is Goal.MOVE else None
            result = engine.play(problem.position, Limits(goal=goal, nodes=nodes, depth=depth, multipv=3))
            assert len(result.lines) == min(3, len(problem.scores))
            assert len(set(moves_of(result.lines))) == len(result.lines)
            assert (result.lines[0].move, result.lines[0].pv) == (result.move, result.pv)
            depths = {line.depth for line in result.lines}
            mixed |= len(depths) > 1
            assert result.was_stopped is (min(depths) < problem.position.empties)
            for line in result.lines:
                assert not line.score.is_proved or is_true(line.score, problem.scores[line.move])
    assert mixed


@cases("position", lambda: midgame()[:3])
def test_lines_of_a_search_that_is_stopped_at_once(engine, position):
    """A search that was canceled before it began has all lines: nothing can stop the first iteration."""
    cancel = StopSignal()
    cancel.set()
    result = engine.play(position, Limits(depth=20, multipv=3), cancel=cancel)
    assert len(result.lines) == 3
    assert result.was_stopped


def test_a_better_move_of_a_stopped_iteration(engine):
    """A move that a stopped iteration found to be better comes first, with a lower bound."""
    seen = 0
    for position in (*midgame()[::2], *SLOW[:2]):
        for nodes in range(1000, 40_000, 3000):
            engine.new_game()
            reports = []
            result = engine.play(position, Limits(nodes=nodes, multipv=2), on_info=reports.append)
            if result.move != reports[-1].lines[0].move:
                seen += 1
                first, second = result.lines
                assert (first.score.kind, first.score.bound) == (Kind.HEURISTIC, Bound.LOWER)
                assert first.score.depth > first.depth
                assert second == reports[-1].lines[0]
    assert seen


@cases("position", lambda: [Position(*pair, Color.BLACK) for pair in positions.pass_positions()[:5]])
def test_a_side_that_must_pass_has_one_line_and_it_begins_with_the_pass(engine, position):
    reports = []
    result = engine.play(position, Limits(depth=3, multipv=5), on_info=reports.append)
    assert [(line.move, line.score, line.pv) for line in result.lines] == [(PASS, result.score, result.pv)]
    assert all(info.lines[0].pv == info.pv for info in reports)


def test_a_search_for_several_lines_keeps_its_clock(engine):
    engine.new_game()
    result = engine.play(midgame()[6], Limits(clock=Clock(2.0), multipv=4))
    assert result.seconds < 2.0
    assert len(result.lines) == 4


def test_one_empty_square_is_solved_by_the_first_iteration(engine):
    """The value with one empty square is exact in the first iteration, with any limits."""
    position = Position.parse("OX-" + 61 * "X" + " O")
    for limits in (Limits(depth=1), Limits(level=0), Limits(goal=Goal.EXACT)):
        result = engine.play(position, limits)
        assert (result.score.kind, result.score.discs) == (Kind.EXACT, -58)
