"""Ratings and the sequential test, checked by closed forms, other algorithms and simulations."""

import math
import random
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, strategies as st

from othello.match.ratings import Interval, PairScore, elo, rate
from othello.match.sprt import Decision, Sprt, expected, likeliest

counts = st.tuples(*[st.integers(0, 200)] * 5)
some_counts = counts.filter(any)


def simulate(generator, shares, pairs):
    """Return the counts of random pairs with these shares."""
    drawn = generator.choices(range(5), weights=shares, k=pairs)
    return tuple(drawn.count(index) for index in range(5))


# Elo


@pytest.mark.parametrize(("score", "points"), [(0.5, 0.0), (0.75, 190.8), (0.909, 400.0), (0.24, -200.2)])
def test_a_score_has_the_elo_difference_of_the_usual_tables(score, points):
    assert elo(score) == pytest.approx(points, abs=0.6)


@given(st.floats(-900, 900))
def test_the_expected_score_of_an_elo_difference_has_that_elo_difference(points):
    assert elo(expected(points)) == pytest.approx(points, abs=1e-6)


def test_all_points_or_none_are_an_infinite_elo_difference_not_an_error():
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)
    assert str(PairScore((0, 0, 0, 0, 3)).elo).startswith("+inf [")
    assert str(Interval(-0.4, 0.2, 12.6)) == "+0 [+0, +13]"


@given(some_counts)
def test_the_second_engine_has_the_opposite_score_interval_and_likelihood(pairs):
    one, other = PairScore(pairs), PairScore(pairs[::-1])
    assert one.score == pytest.approx(1 - other.score)
    assert one.score_interval.low == pytest.approx(1 - other.score_interval.high)
    assert one.superiority == pytest.approx(1 - other.superiority)


@given(some_counts)
def test_an_interval_contains_its_value_and_lies_within_0_and_1(pairs):
    interval = PairScore(pairs).score_interval
    assert 0 <= interval.low <= interval.value <= interval.high <= 1
    assert interval.low < interval.high


@given(some_counts)
def test_a_better_result_is_rated_better(pairs):
    """Winning one more pair lowers neither the score nor the likelihood of superiority."""
    better = (*pairs[:4], pairs[4] + 1)
    assert PairScore(better).score >= PairScore(pairs).score
    assert PairScore(better).superiority >= PairScore(pairs).superiority - 1e-3


def test_no_pairs():
    """Without pairs the score is even, and the interval of the Elo difference is unlimited."""
    nothing = PairScore((0, 0, 0, 0, 0))
    assert (nothing.score, nothing.superiority) == (0.5, 0.5)
    assert (nothing.elo.low, nothing.elo.high) == (-math.inf, math.inf)


def test_interval_of_many_pairs():
    """For many pairs, the interval equals a normal distribution's around the mean of the pairs."""
    pairs = (120, 350, 900, 500, 130)
    points = np.repeat([0, 0.25, 0.5, 0.75, 1], pairs)
    half = 1.959964 * points.std(ddof=1) / math.sqrt(len(points))
    interval = PairScore(pairs).score_interval
    assert interval.low == pytest.approx(points.mean() - half, abs=2e-4)
    assert interval.high == pytest.approx(points.mean() + half, abs=2e-4)


def test_split_pairs_have_a_narrow_interval():
    """The interval is narrow if every pair is split, and wide if one engine wins both games of a pair."""
    split, wild = PairScore((0, 0, 100, 0, 0)).elo, PairScore((50, 0, 0, 0, 50)).elo
    assert split.high < 10
    assert wild.high > 50


@pytest.mark.parametrize("shares", [(1, 4, 10, 6, 2), (0, 1, 2, 4, 9), (5, 0, 0, 0, 5), (0, 0, 1, 0, 19)])
@pytest.mark.parametrize("pairs", [20, 200])
def test_intervals_cover_the_truth(shares, pairs):
    """About 95 of 100 intervals contain the score from which the games were drawn."""
    generator = random.Random(1)
    truth = sum(index / 4 * share for index, share in enumerate(shares)) / sum(shares)
    intervals = [PairScore(simulate(generator, shares, pairs)).score_interval for _ in range(1000)]
    covered = sum(interval.low <= truth <= interval.high for interval in intervals)
    assert 920 <= covered <= 995


def test_superiority_is_a_probability():
    """Of 20 matches between equal engines, one has a likelihood of superiority above 95 %."""
    generator = random.Random(2)
    likely = [PairScore(simulate(generator, (1, 3, 6, 3, 1), 100)).superiority for _ in range(2000)]
    assert 60 <= sum(superiority > 0.95 for superiority in likely) <= 140
    assert sum(likely) / len(likely) == pytest.approx(0.5, abs=0.03)


def test_superiority_by_the_normal_distribution():
    """The variance of the pairs includes a pair that is half won and half lost."""
    for pairs in ((1, 0, 2, 3, 1), (0, 0, 0, 1, 0), (9, 8, 3, 2, 1)):
        points, weights = np.array([0, 0.25, 0.5, 0.75, 1, 0, 1]), np.array([*pairs, 0.5, 0.5])
        variance = np.cov(points, aweights=weights, ddof=0) / sum(pairs)
        deviations = (PairScore(pairs).score - 0.5) / math.sqrt(variance)
        assert PairScore(pairs).superiority == pytest.approx(NormalDist().cdf(deviations))


# Several engines


def test_two_engines_as_several():
    """The model for several engines rates two engines as the pairs do, except for the added game."""
    pairs = (3, 20, 60, 45, 12)
    games = {}
    for half_points, number in enumerate(pairs):
        for _ in range(number):
            games[len(games)] = [(0, 1, min(half_points, 2) / 2), (0, 1, max(half_points - 2, 0) / 2)]
    ratings, direct = rate(2, games), PairScore(pairs).elo
    difference = ratings.values[0] - ratings.values[1]
    assert difference == pytest.approx(direct.value, abs=1)
    width = ratings.elo(0).high - ratings.elo(0).low  # Each engine has half of the difference.
    assert 2 * width == pytest.approx(direct.high - direct.low, rel=0.05)
    assert ratings.superiority(0, 1) == pytest.approx(PairScore(pairs).superiority, abs=0.01)
    assert ratings.superiority(0, 1) + ratings.superiority(1, 0) == pytest.approx(1)


def test_games_that_are_drawn_from_known_ratings_are_rated_with_these():
    truth = [150.0, 20.0, -30.0, -140.0]
    generator = random.Random(3)
    games = {
        number: [
            (i, j, float(generator.random() < expected(truth[i] - truth[j])))
            for i in range(4)
            for j in range(i)
            for _ in range(2)
        ]
        for number in range(400)
    }
    ratings = rate(4, games)
    assert sum(ratings.values) == pytest.approx(0, abs=1e-6)
    for index, value in enumerate(truth):
        rating = ratings.elo(index)
        assert rating.low - 10 < value < rating.high + 10
        assert 10 < rating.high - rating.low < 60
    assert ratings.superiority(0, 3) > 0.999


def test_engines_that_won_or_lost_everything():
    """Engines that won or lost all games have finite ratings, in the right order."""
    games = {number: [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0)] for number in range(10)}
    values = rate(3, games).values
    assert all(map(math.isfinite, values))
    assert values[0] > values[1] > values[2]


# The sequential test


def test_bounds():
    """The bounds are Wald's bounds for error probabilities of 5 %."""
    test = Sprt(0, 5)
    assert (test.lower, test.upper) == (pytest.approx(-2.944, abs=1e-3), pytest.approx(2.944, abs=1e-3))


@pytest.mark.parametrize(("lost", "won"), [(30, 70), (50, 50), (400, 420)])
def test_ratio_of_wins_and_losses(lost, won):
    """If pairs are only won or lost, the ratio equals the ratio of two binomial distributions."""
    worse, better = expected(-10), expected(20)
    exact = won * math.log(better / worse) + lost * math.log((1 - better) / (1 - worse))
    assert Sprt(-10, 20).ratio((lost, 0, 0, 0, won)) == pytest.approx(exact, abs=0.01)


@given(some_counts)
def test_a_test_of_x_against_x_has_the_opposite_ratio_for_the_opposite_result(pairs):
    test = Sprt(-7, 7)
    assert test.ratio(pairs) == pytest.approx(-test.ratio(pairs[::-1]), abs=1e-6)


@given(st.lists(st.floats(0.01, 1), min_size=5, max_size=5), st.floats(0.05, 0.95), st.data())
def test_likeliest_distribution(weights, mean, data):
    """The likeliest distribution has the given mean, and no neighbor with that mean is likelier."""
    shares = [weight / sum(weights) for weight in weights]
    scores = [0, 0.25, 0.5, 0.75, 1]
    probabilities = likeliest(shares, scores, mean)
    assert sum(probabilities) == pytest.approx(1, abs=1e-6)
    assert sum(p * score for p, score in zip(probabilities, scores, strict=True)) == pytest.approx(
        mean, abs=1e-6
    )

    def likelihood(distribution):
        return sum(share * math.log(p) for share, p in zip(shares, distribution, strict=True))

    # Moving a little from the middle of three neighbors to both sides keeps sum and mean.
    middle, step = data.draw(st.integers(1, 3)), data.draw(st.floats(-0.5, 0.5))
    step *= min(probabilities[middle - 1], probabilities[middle] / 2, probabilities[middle + 1])
    other = list(probabilities)
    other[middle - 1] += step
    other[middle] -= 2 * step
    other[middle + 1] += step
    assert likelihood(other) <= likelihood(probabilities) + 1e-9


@pytest.mark.parametrize(
    ("truth", "decision"),
    [(30, Decision.ACCEPTED), pytest.param(-30, Decision.REJECTED, marks=pytest.mark.slow)],
)
def test_the_test_accepts_the_true_hypothesis_in_at_least_88_of_100_matches(truth, decision):
    generator, test = random.Random(4), Sprt(-30, 30)
    score = expected(truth)
    right = 0
    for _ in range(100):
        pair_counts = [0] * 5
        while test.decision(pair_counts) is Decision.OPEN:
            for _ in range(5):
                pair_counts[sum(generator.random() < score for _ in range(4))] += 1
        right += test.decision(pair_counts) is decision
    assert right >= 88


def test_without_games_the_test_accepts_no_hypothesis():
    assert Sprt(0, 10).decision((0, 0, 0, 0, 0)) is Decision.OPEN


@pytest.mark.parametrize("numbers", [(5, 0), (3, 3), (0, 2000), (math.nan, 5)])
def test_bad_hypotheses(numbers):
    """Elo differences that are not in ascending order, or out of range, are refused."""
    with pytest.raises(ValueError, match="the smaller number first"):
        Sprt(*numbers)
