"""The output of a match."""

import json
from dataclasses import replace

import pytest

from othello.cli.match_display import MatchDisplay
from othello.match.outcome import Side
from othello.match.sprt import Sprt
from tests.match.scripted import Scripted, game

PLAYED = game(Scripted(), Scripted(-1))


def outcome(number, black, white, margin):
    """Return a game between two engines with this result for black."""
    return replace(PLAYED, number=number, black=Side(black), white=Side(white), margin=margin)


def test_a_display_forgets_the_moves_of_games(capsys):
    """The moves, which are the largest part of a game, are printed and then forgotten, even in old games."""
    games = [outcome(number, "a", "b", 2) for number in range(2)]
    display = MatchDisplay(["a", "b"], 2, games[:1], None, as_json=True)
    display.add(games[1])
    assert json.loads(capsys.readouterr().out)["moves"]
    assert [game_result.played for game_result in display.outcomes] == [(), ()]


@pytest.mark.parametrize("as_json", [False, True])
def test_without_a_game_there_is_no_result(capsys, as_json):
    """A match that is interrupted before its first game shows no rating, no 50 % and no test."""
    display = MatchDisplay(["a", "b"], 2, [], Sprt(0, 10), as_json=as_json)
    display.result()
    assert capsys.readouterr().out == ""
    display.add(outcome(0, "a", "b", 2))
    display.result()
    assert "LLR" in capsys.readouterr().out or as_json


def test_the_running_score_of_two_engines():
    games = [outcome(0, "a", "b", 2), outcome(1, "b", "a", 0), outcome(2, "a", "b", -2)]
    display = MatchDisplay(["a", "b"], 4, games[:1], Sprt(0, 10), as_json=False)
    assert display.score() == "a 1-0-0 b, LLR +0.00"
    for game_result in games[1:]:
        display.add(game_result)
    assert display.score().startswith("a 1-1-1 b, Elo +191 [")
    assert display.counts() == (0, 0, 0, 1, 0)


def test_the_running_score_of_several_engines_has_the_best_four():
    display = MatchDisplay(list("abcde"), 20, [], None, as_json=False)
    pairs = [("a", "e", -2), ("b", "e", -2), ("c", "d", 0), ("d", "b", 2)]
    for number, (black, white, margin) in enumerate(pairs):
        display.add(outcome(number, black, white, margin))
    assert display.score() == "e 2, d 1.5, c 0.5, a 0"
