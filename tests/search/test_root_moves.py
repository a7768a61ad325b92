"""Searches that consider only some moves of a position."""

import pytest

from othello import PASS, Board, Engine, IllegalMoveError, Limits, Move, Position, SquareSet
from othello.search.root_moves import root_moves
from tests import positions, solved

PROBLEMS = [
    problem for problem in solved.problems() if problem.position.empties >= 8 and len(problem.scores) >= 3
]


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=1) as engine:
        yield engine


def test_the_value_is_that_of_the_best_considered_move(engine):
    """A search of some moves leaves nothing in the table that spoils a later search of all moves."""
    assert len(PROBLEMS) > 10
    for problem in PROBLEMS:
        engine.new_game()
        position, moves = problem.position, problem.position.legal_moves
        best = max(problem.scores, key=problem.scores.get)
        for chosen in ([move] for move in moves):
            result = engine.solve(position, root_moves=chosen)
            assert (result.move, result.score.discs) == (chosen[0], problem.scores[chosen[0]])
        rest = [move for move in moves if move != best]
        lines = engine.analyse(position, depth=60, multipv=64, root_moves=rest)
        assert {line.move: line.score.discs for line in lines} == {
            move: problem.scores[move] for move in rest
        }
        assert engine.solve(position).score.discs == problem.value


def test_the_table_does_not_answer_with_a_move_that_is_not_considered(engine):
    """On a clock, a proved answer from the table is enough for a search of all moves."""
    problem = PROBLEMS[0]
    best = engine.solve(problem.position).move
    rest = [move for move in problem.position.legal_moves if move != best]
    assert engine.play(problem.position, seconds=0.0).move == best
    assert engine.play(problem.position, seconds=0.0, root_moves=rest).move in rest


def test_a_single_considered_move_is_searched_on_a_clock_too(engine):
    """Only a move without an alternative needs no search, but here its value is the question."""
    assert engine.play("", seconds=60, nodes=10_000, root_moves=["f5"]).depth > 4


def test_the_search_of_all_moves_by_name_is_that_without_names(engine):
    def searched(moves):
        engine.new_game()
        return engine.play("f5d6", depth=10, root_moves=moves)

    first, again = searched(None), searched(reversed(Board("f5d6").legal_moves))
    assert (first.nodes, first.score, first.pv) == (again.nodes, again.score, again.pv)


def test_a_move_that_is_not_legal_is_named(engine):
    for moves, reason in (
        (["d3", "a1"], "black cannot play a1: that flips no disc"),
        (["pass"], "black cannot pass: it may play d3 c4 f5 e6"),
    ):
        with pytest.raises(IllegalMoveError, match=reason):
            engine.analyse("", depth=1, root_moves=moves)


def test_a_forced_pass_may_be_named(engine):
    assert engine.play(positions.ONLY_BLACK, depth=2, root_moves=[PASS]).move == PASS


def test_limits_keep_the_moves_of_any_iterable_in_one_order():
    moves = (Move("d3"), Move("f5"))
    for given in (["f5", "d3"], SquareSet.parse("f5 d3"), iter(["F5", "d3", "f5"])):
        assert Limits(root_moves=given) == Limits(root_moves=moves)
    assert Limits(root_moves=moves).root_moves == moves


def test_moves_as_users_name_them():
    """`without` removes moves from `only`, or from all legal moves."""
    start, (d3, c4, f5, e6) = Position.start(), Position.start().legal_moves
    assert root_moves(start) is None
    assert root_moves(start, only=[f5, d3], without=[d3]) == (f5,)
    assert root_moves(start, without=[f5, c4]) == (d3, e6)
    with pytest.raises(IllegalMoveError, match="no move is left to consider: black may play d3 c4 f5 e6"):
        root_moves(start, without=[d3, c4, f5, e6])
    with pytest.raises(IllegalMoveError, match="black cannot play a1"):
        root_moves(start, without=[Move("a1")])
