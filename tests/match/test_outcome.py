"""Outcomes of games as JSON objects and as game records."""

import json

import pytest

from othello import PASS, Ending
from othello.formats.ggf import format_ggf
from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.outcome import GameResult
from othello.storage.fields import Fields
from tests.match.scripted import Scripted, game


def some_outcomes():
    """Return a game with a pass that was played out, and one that was lost on time."""
    whole = game(Scripted(value=-0.5), Scripted())
    assert PASS in [played.move for played in whole.played]
    return [whole, game(Scripted(failure=EngineFailure(Fault.TIME, 'over "time"\nby far')), Scripted())]


@pytest.mark.parametrize("index", [0, 1])
def test_games_as_objects(index):
    """A game that is written as JSON and read back is the same, except for the last digits of its times."""
    outcome = some_outcomes()[index]
    text = json.dumps(outcome.as_object())
    again = GameResult.of(Fields.parse(text))
    assert json.dumps(again.as_object()) == text
    assert (again.winner, again.number, again.reason) == (outcome.winner, 4, outcome.reason)
    assert [played.move for played in again.played] == [played.move for played in outcome.played]


def test_times_are_rounded_once():
    """The game record from a journal equals the record from the end of the game."""
    outcome = game(Scripted(seconds=0.00049999), Scripted(seconds=0.0014999))
    again = GameResult.of(Fields.parse(json.dumps(outcome.as_object())))
    assert format_ggf(again.record()) == format_ggf(outcome.record())


def test_game_records():
    """A game record contains the players, the value and time of each move, and how the game ended."""
    whole, lost = (outcome.record("an event") for outcome in some_outcomes())
    assert (whole.black.name, whole.white.name, whole.event) == ("one", "other", "an event")
    assert whole.ending is None
    assert whole.played[3].seconds == 0.01
    assert (lost.ending, abs(lost.result)) == (Ending.TIME, 64)
