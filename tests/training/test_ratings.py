"""Ratings of players: results that are known, and a plain maximization of the same probability."""

import csv
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from othello.cli import main
from othello.errors import FormatError, OthelloError
from othello.formats import wthor
from othello.training import ratings
from tests.training.games import random_games


def results(rows, players):
    """Games of (black, white, year, score), of players that have numbers as names."""
    columns = np.array(rows, float).T
    return ratings.Results(
        [str(player) for player in range(players)],
        *columns[:3].astype(int),
        columns[3],
        np.zeros((len(rows), 60), np.uint8),
    )


def drawn(strengths, games, seed):
    """Random games of players with these strengths in the years 2000 to 2003."""
    random = np.random.default_rng(seed)
    pairs = [random.choice(len(strengths), 2, replace=False) for _ in range(games)]
    chance = [1 / (1 + 10 ** ((strengths[white] - strengths[black]) / 400)) for black, white in pairs]
    scores = random.random(games) < chance
    years = random.integers(2000, 2004, games)
    return results(np.column_stack([pairs, years, scores]), len(strengths))


def log_probability(estimate, played, walk, spread):
    """The logarithm of the probability of ratings and games, up to a constant, written as its definition."""
    scale, total = 400 / np.log(10), 0.0
    nodes = list(zip(estimate.players, estimate.years, strict=True))
    value = dict(zip(nodes, (estimate.ratings - 1500) / scale, strict=True))
    for black, white, year, score in zip(
        played.blacks, played.whites, played.years, played.scores, strict=True
    ):
        chance = 1 / (1 + np.exp(value[white, year] - value[black, year]))
        total += score * np.log(chance) + (1 - score) * np.log(1 - chance)
    for before, node in zip([None, *nodes], nodes, strict=False):
        if before is not None and before[0] == node[0]:
            total -= (value[node] - value[before]) ** 2 / (2 * (node[1] - before[1]) * (walk / scale) ** 2)
        else:
            total -= (value[node] - estimate.middle) ** 2 / (2 * (spread / scale) ** 2)
    return total


def test_the_ratings_are_the_most_probable():
    """No change of a single rating, or of all ratings of a player, makes ratings and games more probable."""
    played = drawn([1300, 1450, 1500, 1650, 1800], 200, seed=3)
    estimate = ratings.rate(played, walk=40, spread=300)

    class Moved:
        players, years = estimate.players, estimate.years
        # The prior is around the mean that makes it most probable: that of the first ratings.
        middle = (
            np.mean([estimate.ratings[estimate.players == number][0] - 1500 for number in range(5)])
            * np.log(10)
            / 400
        )

    def of(moved):
        case = Moved()
        case.ratings = moved
        return log_probability(case, played, 40, 300)

    best = of(estimate.ratings)
    for node in range(len(estimate.ratings)):
        for size in (-3.0, 3.0):
            assert of(estimate.ratings + size * (np.arange(len(estimate.ratings)) == node)) < best
    for player in range(5):
        for size in (-5.0, 5.0):
            assert of(estimate.ratings + size * (estimate.players == player)) < best


def test_strengths_are_found():
    """With many games, ratings equal the strengths that created them, and most intervals contain them."""
    strengths = np.linspace(1200, 1800, 30)
    estimate = ratings.rate(drawn(strengths, 6000, seed=1))
    errors = estimate.ratings - strengths[estimate.players]
    assert np.abs(errors).mean() < 40
    within = np.abs(errors) < ratings.INTERVAL * estimate.deviations
    assert 0.85 < within.mean() <= 1


def test_one_player_year_has_the_deviation_of_its_curvature():
    """The deviation against one opponent follows from the games and the prior alone."""
    rows = [(0, 1, 2000, 1), (1, 0, 2000, 1)] * 10
    estimate = ratings.rate(results(rows, 2), spread=300)
    precision = (np.log(10) / 400) ** 2 * 20 / 4 + 1 / 300**2
    assert estimate.ratings == pytest.approx([1500, 1500])
    assert estimate.deviations == pytest.approx([precision**-0.5] * 2)


def test_a_rating_holds_until_the_next_year_with_games():
    """In a year without games, the rating is the previous year's. Before the first year, nothing is known."""
    played = results([(0, 1, 2000, 1)] * 10 + [(0, 1, 2003, 0)] * 10, 2)
    estimate = ratings.rate(played)
    first, later = estimate.ratings[:2]
    assert first > later
    assert estimate.of([0, 0, 0], [2000, 2002, 2005]) == pytest.approx([first, first, later])
    assert np.isnan(estimate.of([0, 1], [1999, 1990])).all()


def test_the_favorite_wins_later_games():
    """The check counts decided games after the year, and the favorite wins most of them."""
    played = drawn(np.linspace(1200, 1800, 30), 4000, seed=2)
    check = ratings.check(played, 2002)
    assert check.games == check.decided == (played.years == 2003).sum()
    assert 0.6 < check.right / check.decided < 0.9
    assert check.loss < 0.6


def test_without_a_game_after_the_year_the_check_says_so():
    with pytest.raises(OthelloError, match="there is no decided game after 2010 in which"):
        ratings.check(drawn([1400, 1600], 40, seed=1), 2010)


def test_if_all_later_games_are_draws_the_check_says_so():
    """If no game was decided, the favorite's share of wins is undefined."""
    with pytest.raises(OthelloError, match="there is no decided game after 2000 in which"):
        ratings.check(results([(0, 1, 2000, 1)] * 10 + [(0, 1, 2001, 0.5)], 2), 2000)


def test_a_game_of_the_greatest_year_counts_for_its_own_players():
    """The header of a WTHOR file can contain any year up to 65535."""
    estimate = ratings.rate(results([(0, 1, 65535, 1)] * 10, 8))
    assert (estimate.players.tolist(), estimate.years.tolist()) == ([0, 1], [65535, 65535])


@pytest.fixture
def folder(tmp_path):
    """A folder with games of two people, a program and a player without a name."""
    names = ["???", "Smith Ann", "Machine (smith)", "Jones Bob"]
    blacks = np.array([2] * 10 + [1] * 30, np.uint16)
    whites = np.array([3] * 30 + [0] * 10, np.uint16)
    games = replace(random_games(40), blacks=blacks, whites=whites)
    wthor.save_games(tmp_path / "WTH_2001.wtb", games)
    wthor.save_names(tmp_path / "WTH.JOU", names)
    return tmp_path


def test_programs_are_left_out(folder):
    """Names with parentheses are programs. They have no rating, and their games do not count."""
    out = CliRunner().invoke(main, ["train", "ratings", "-o", f"{folder}/x.csv", f"{folder}/WTH_2001.wtb"])
    assert out.exit_code == 0
    assert out.output == f"the ratings of 2 people from 20 games are in {folder}/x.csv\n"
    with (folder / "x.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["player"], row["year"], row["games"]) for row in rows] == [
        ("Smith Ann", "2001", "20"),
        ("Jones Bob", "2001", "20"),
    ]
    assert all(int(row["low"]) < int(row["rating"]) < int(row["high"]) for row in rows)
    assert sum(int(row["rating"]) for row in rows) == 3000


def test_without_a_list_of_names_nobody_knows_who_is_a_program(folder):
    (folder / "WTH.JOU").unlink()
    with pytest.raises(FormatError, match="the list of players"):
        ratings.read([folder / "WTH_2001.wtb"])


def test_few_games_have_no_scale(folder):
    """Results in which nobody has ten games are refused, because there is no mean player."""
    with pytest.raises(OthelloError, match="ratings need players with 10 games"):
        ratings.rate(results([(0, 1, 2000, 1)], 2))
