"""The table of a match."""

import json
import random

import pytest

from othello.match.controllers.failure import EngineFailure, Fault
from othello.match.outcome import GameResult
from othello.match.standings import Pairs, pair_counts, standings
from tests.match.scripted import Scripted, game


def outcomes(results):
    """Return finished games in which the first engine has these points."""
    games = []
    for number, points in enumerate(results):
        played = game(Scripted(), Scripted(-1)) if not games else games[0]
        black, white = (played.black, played.white) if number % 2 == 0 else (played.white, played.black)
        margin = {1: 10, 0.5: 0, 0: -10}[points] * (1 if number % 2 == 0 else -1)
        games.append(GameResult(number, black, white, "f5d6c3", played.played, margin))
    return games


def test_pairs():
    """Only complete pairs count, and the points belong to the named engine, with either color."""
    games = outcomes([1, 1, 0.5, 0, 1])
    assert pair_counts(games, "one", "other").counts == (0, 1, 0, 0, 1)
    assert pair_counts(games, "other", "one").counts == (1, 0, 0, 1, 0)


def test_pairs_that_grow_game_by_game():
    """In any order, and if games are missing, the counts after each game cover the pairs so far."""
    chance = random.Random(1)
    games = outcomes(chance.choices([0, 0.5, 1], k=60))
    chance.shuffle(games)
    pairs = Pairs("one", "other")
    for count, outcome in enumerate(games[:50], 1):
        pairs.add(outcome)
        points = {game_result.number: game_result.points("one") for game_result in games[:count]}
        sums = [
            points[number] + points[number + 1]
            for number in points
            if not number % 2 and number + 1 in points
        ]
        assert pairs.score.counts == tuple(map(sums.count, (0, 0.5, 1, 1.5, 2)))


def test_standings():
    """The better engine comes first. Only games that were played out count for the discs."""
    games = outcomes([0, 0, 0.5, 0])
    games.append(game(Scripted(failure=EngineFailure(Fault.TIME, "late")), Scripted()))
    best, last = standings(["one", "other"], games)
    assert (best.name, best.wins, best.draws, best.losses, best.games, best.points) == (
        "other",
        4,
        1,
        0,
        5,
        4.5,
    )
    assert (best.discs, last.discs) == (7.5, -7.5)
    assert (best.timeouts, last.timeouts, last.failures) == (0, 1, 0)
    assert best.superiority > 0.5
    assert last.superiority is None
    assert best.elo.value == pytest.approx(-last.elo.value)
    assert best.elo.value > 0
    assert json.dumps(best.as_object())


def test_a_match_without_games_has_a_table():
    """A match without games has a table."""
    for names in (["a", "b"], ["a", "b", "c"]):
        table = standings(names, [])
        assert [standing.games for standing in table] == [0] * len(names)
        assert json.dumps([standing.as_object() for standing in table])
