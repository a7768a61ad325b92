"""Games that end when their result is proved."""

import json

import pytest

from othello import Board, Color, Ending
from othello.errors import OthelloError
from othello.match import adjudicator
from othello.match.adjudicator import Adjudicator
from othello.match.outcome import GameResult
from othello.storage.fields import Fields
from tests import solved
from tests.match.scripted import Scripted, game

EMPTIES = 7
"""Few enough for the slow model."""


def black_score(position):
    """Return the value of a position for black, by the slow model."""
    value = solved.value_of(position)
    return value if position.turn is Color.BLACK else -value


@pytest.fixture(scope="module")
def adjudicated():
    """A game that is adjudicated."""
    return game(Scripted(), Scripted(-1), adjudicator=Adjudicator(EMPTIES))


def test_margins_are_those_of_the_slow_model_for_black():
    judge = Adjudicator(9)
    problems = [problem for problem in solved.problems() if problem.position.empties <= 9]
    assert {problem.position.turn for problem in problems} == set(Color)
    for problem in problems:
        value = problem.value if problem.position.turn is Color.BLACK else -problem.value
        assert judge.margin(Board(problem.position)) == value


def test_no_result_with_more_empty_squares_or_without_a_proof_in_time(monkeypatch):
    problem = next(problem for problem in solved.problems() if problem.position.empties == 13)
    board, judge = Board(problem.position), Adjudicator(13)
    assert Adjudicator(12).margin(board) is None
    proved = judge.margin(board)
    # The table of the search before must not help.
    monkeypatch.setattr(adjudicator, "ADJUDICATION_NODES", 1)
    assert proved is not None
    assert judge.margin(board) is None


def test_a_game_ends_at_the_first_position_that_is_proved(adjudicated):
    """The engines are asked for no further move, and their clocks lose time for their own moves only."""
    board = Board()
    for played in adjudicated.played:
        assert board.position.empties > EMPTIES
        board.push(played.move)
    assert board.position.empties == EMPTIES
    assert (adjudicated.margin, adjudicated.fault) == (black_score(board.position), None)
    assert adjudicated.black.seconds == pytest.approx(0.01 * adjudicated.black.moves)


def test_an_adjudicated_game_as_an_object_and_as_a_record(adjudicated):
    row = adjudicated.as_object()
    assert (row["ended"], row["result"], row["loser"]) == ("adjudicated", adjudicated.margin, None)
    assert GameResult.of(Fields.parse(json.dumps(row))).as_object() == row
    record = adjudicated.record()
    assert (record.result, record.ending) == (adjudicated.margin, Ending.AGREED)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"result": None}, "must have either a result"),
        ({"result": 3}, "an adjudicated game must end early, and its margin must be even"),
        ({"ended": "played out"}, "is not the result of the moves"),
    ],
)
def test_rows_that_no_adjudicated_game_has(adjudicated, changed, reason):
    with pytest.raises(OthelloError, match=reason):
        GameResult.of(Fields.parse(json.dumps(adjudicated.as_object() | changed)))


def test_a_game_that_was_played_out_is_not_adjudicated():
    row = game(Scripted(), Scripted()).as_object()
    with pytest.raises(OthelloError, match="an adjudicated game must end early"):
        GameResult.of(Fields.parse(json.dumps(row | {"ended": "adjudicated"})))
