"""The referee: games by the rules, failures, time limits and illegal moves."""

import pytest

from othello import PASS, Board, Color, parse_square
from othello.match.controllers.controller import EngineMove
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.controllers.timing import TimeRule
from tests.match.scripted import NO_LIMIT, OPENINGS, Scripted, game


def test_a_game_by_the_rules():
    """The referee plays the opening, sends every move once to the other side, and counts the discs."""
    black, white = Scripted(value=1.5), Scripted(-1)
    outcome = game(black, white)
    board = Board()
    for played in outcome.played:
        board.push(played.move)
    assert board.is_over
    assert outcome.margin == board.result.margin
    assert outcome.fault is outcome.loser is None
    assert outcome.opening == "f5d6c3"
    assert outcome.played[0].seconds is None
    assert {played.value for played in outcome.played[3:]} <= {1.5, None}
    assert black.heard[:2] == white.heard[:2] == ["start", "new f5d6c3"]
    passes = [played.move for played in outcome.played].count(PASS)
    assert black.heard.count("pass") == white.heard.count("pass") == passes
    # The last move is not sent to the other side.
    assert len(board.move_stack) - 3 - passes == outcome.black.moves + outcome.white.moves
    assert outcome.black.seconds == pytest.approx(0.01 * outcome.black.moves)


@pytest.mark.parametrize("color", list(Color))
@pytest.mark.parametrize("fault", [Fault.CRASH, Fault.RESIGNED])
def test_a_failure_loses(color, fault):
    """An engine that fails loses. Unless it resigned, it is killed, and the report shows its last errors."""
    failing, good = Scripted(failure=EngineFailure(fault, "it is all over")), Scripted()
    pair = (failing, good) if color is Color.BLACK else (good, failing)
    outcome = game(*pair)
    assert (outcome.loser, outcome.winner, outcome.fault, outcome.margin) == (color, color.other, fault, None)
    assert failing.killed == (fault is Fault.CRASH)
    assert good.killed == 0
    last_errors = "; its last errors: its last complaint" * (fault is Fault.CRASH)
    assert outcome.reason == f"it is all over{last_errors}"


@pytest.mark.parametrize(
    ("rule", "seconds", "margin", "is_lost"),
    [
        (TimeRule(per_move=1), 0.9, 0, False),
        (TimeRule(per_move=1), 1.1, 0, True),
        (TimeRule(per_move=1), 1.1, 0.2, False),
        (TimeRule(main=10), 0.25, 0, False),
        (TimeRule(main=10), 0.5, 0, True),
        (TimeRule(main=10, increment=0.25), 0.5, 0, False),
        (NO_LIMIT, 1000, 0, False),
    ],
)
def test_time_limits(rule, seconds, margin, is_lost):
    """A move that exceeds its limit, or the rest of the clock, by more than the margin loses."""
    outcome = game(Scripted(seconds=seconds), Scripted(seconds=0), rule=rule, margin=margin)
    assert (outcome.fault is Fault.TIME) == is_lost
    assert outcome.black.longest == seconds


def test_an_illegal_move_loses_and_is_not_part_of_the_game():
    class Cheat(Scripted):
        def go(self, color, clock, other):
            return EngineMove(parse_square("a1"), 0.0)

    outcome = game(Scripted(), Cheat())
    assert (outcome.fault, outcome.loser) == (Fault.ILLEGAL, Color.WHITE)
    assert "white cannot play a1" in outcome.reason
    assert [played.move for played in outcome.played] == OPENINGS[0].move_stack
