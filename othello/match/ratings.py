"""Computes Elo differences with 95 % intervals from pairs of games.

The two games of a pair begin with the same opening and are not independent, so the statistics count pairs. A
pair yields 0, 1/2, 1, 3/2 or 2 points. How often each of these results occurs (the *pentanomial* counts)
shows the variance, and the variance determines the interval.

The interval is Wilson's, because it is also valid near 0 and 1. For the number of trials in Wilson's formula,
this module uses the number with which a binomial distribution would have the observed variance. The variance
is estimated with an extra pair, half won and half lost, because a few equal results alone would have no
variance.

The ratings of more than two engines are the maximum-likelihood estimate of the Bradley-Terry model, with one
drawn game added between every two engines. Their covariance is the "sandwich" estimate, clustered by opening.

Sources:

- A. E. Elo, "The Rating of Chessplayers" (1978)
- E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927)
- R. A. Bradley and M. E. Terry, Biometrika 39 (1952)
- H. White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982)
- M. Van den Bergh, for the pentanomial counts (see `sprt`)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from statistics import NormalDist
from typing import Final

OUTCOMES: Final = 5
"""Number of possible results of a pair: 0 to 4 half points."""
Z95: Final = NormalDist().inv_cdf(0.975)
"""With 5 % probability, a normal variable is more than this many standard deviations away from its mean."""
ELO: Final = 400 / math.log(10)
"""The Elo difference at which the odds are e to 1."""

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval."""

    low: float
    value: float
    high: float

    def __str__(self) -> str:
        """Return the value and its interval, such as "+35 [+12, +59]"."""
        return f"{_signed(self.value)} [{_signed(self.low)}, {_signed(self.high)}]"


def _signed(value: float) -> str:
    return f"{round(value):+}" if math.isfinite(value) else f"{value:+}"


def elo(score: float) -> float:
    """Return the Elo difference at which an engine is expected to score this share of the points, 0..1.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if not 0 < score < 1:
        return -math.inf if score <= 0 else math.inf
    return -ELO * math.log(1 / score - 1)


@dataclass(frozen=True, slots=True)
class PairScore:
    """The results of all pairs between two engines, from the first engine's point of view."""

    counts: tuple[int, ...]
    """Number of pairs in which the first engine scored 0, 1, 2, 3 and 4 half points."""

    def __post_init__(self) -> None:
        assert len(self.counts) == OUTCOMES, "a pair yields 0 to 4 half points"
        assert min(self.counts) >= 0, "counts are not negative"

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The first engine's share of the points, 0..1. It is 0.5 if there are no pairs."""
        points = sum(index * count for index, count in enumerate(self.counts))
        return points / (4 * self.pairs) if self.pairs else 0.5

    @property
    def score_interval(self) -> Interval:
        """The first engine's share of the points with its 95 % interval."""
        if not self.pairs:
            return Interval(0.0, 0.5, 1.0)
        score, trials = self.score, self._trials()
        weight = Z95**2 / trials
        center = (score + weight / 2) / (1 + weight)
        half = Z95 / (1 + weight) * math.sqrt((score * (1 - score) + weight / 4) / trials)
        # Rounding errors must not move the score outside its interval.
        return Interval(min(max(0.0, center - half), score), score, max(min(1.0, center + half), score))

    @property
    def elo(self) -> Interval:
        """How much stronger the first engine is, in Elo, with the 95 % interval."""
        interval = self.score_interval
        return Interval(elo(interval.low), elo(interval.value), elo(interval.high))

    @property
    def superiority(self) -> float:
        """The likelihood that the first engine is stronger, 0..1."""
        if not self.pairs:
            return 0.5
        mean = (self.score * self.pairs + 0.5) / (self.pairs + 1)
        deviation = math.sqrt(mean * (1 - mean) / self._trials())
        return NormalDist().cdf((self.score - 0.5) / deviation)

    def _trials(self) -> float:
        """Return the number of trials with which a binomial distribution would have the observed variance."""
        pairs, score = self.pairs, self.score
        # The sums include an extra pair, half won and half lost.
        mean = (score * pairs + 0.5) / (pairs + 1)
        squares = 0.5 * mean**2 + 0.5 * (1 - mean) ** 2
        squares += sum(count * (index / 4 - mean) ** 2 for index, count in enumerate(self.counts))
        return pairs * (pairs + 1) * mean * (1 - mean) / squares


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of several engines. Their mean is 0."""

    values: tuple[float, ...]
    """The Elo rating of each engine."""
    covariance: Matrix
    """Covariance of the ratings, in Elo squared."""

    def elo(self, index: int) -> Interval:
        """Return an engine's rating with its 95 % interval."""
        half = Z95 * math.sqrt(max(0.0, self.covariance[index][index]))
        value = self.values[index]
        return Interval(value - half, value, value + half)

    def superiority(self, one: int, other: int) -> float:
        """Return the likelihood, 0..1, that engine *one* is stronger than engine *other*."""
        covariance = self.covariance
        variance = covariance[one][one] + covariance[other][other] - 2 * covariance[one][other]
        if variance <= 0:
            return 0.5
        return NormalDist().cdf((self.values[one] - self.values[other]) / math.sqrt(variance))


def rate(engines: int, points: Mapping[int, Sequence[tuple[int, int, float]]]) -> Ratings:
    """Rate engines that have played each other. *engines* is their number.

    *points* maps each cluster to its games: (index of the first engine, index of the second engine, points of
    the first engine). Games within a cluster are not independent, for example because they begin with the
    same opening.
    """
    strength = [0.0] * engines
    # A draw is added between every two engines. Without it, an engine that won all its games would have an
    # infinite rating.
    prior = [(i, j, 0.5) for i in range(engines) for j in range(i)]
    clusters = [prior, *points.values()]
    # This is Newton's method with steps of at most 1, so that it does not overshoot.
    for _ in range(100):
        gradients, hessian = _derivatives(strength, clusters)
        total = [[sum(column)] for column in zip(*gradients, strict=True)]  # a matrix with one column
        step = [row[0] for row in _product(_inverse(hessian), total)]
        strength = [value + max(-1.0, min(1.0, change)) for value, change in zip(strength, step, strict=True)]
        if max(map(abs, step)) < 1e-10:
            break
    # The sandwich estimate: inverse * scatter of the gradients * inverse.
    gradients, hessian = _derivatives(strength, clusters)
    inverse = _inverse(hessian)
    transposed = [list(column) for column in zip(*gradients, strict=True)]
    scatter = _product(transposed, gradients)
    covariance = [[entry * ELO**2 for entry in row] for row in _product(_product(inverse, scatter), inverse)]
    mean = sum(strength) / engines
    return Ratings(tuple((value - mean) * ELO for value in strength), covariance)


def _derivatives(
    strength: Sequence[float], clusters: Sequence[Sequence[tuple[int, int, float]]]
) -> tuple[Matrix, Matrix]:
    """Return the log-likelihood's gradient for each cluster and its negative Hessian for all clusters."""
    gradients = [[0.0] * len(strength) for _ in clusters]
    hessian = [[0.0] * len(strength) for _ in strength]
    for gradient, cluster in zip(gradients, clusters, strict=True):
        for one, other, points in cluster:
            expected = 1 / (1 + math.exp(strength[other] - strength[one]))
            gradient[one] += points - expected
            gradient[other] -= points - expected
            weight = expected * (1 - expected)
            hessian[one][one] += weight
            hessian[other][other] += weight
            hessian[one][other] -= weight
            hessian[other][one] -= weight
    return gradients, hessian


def _inverse(hessian: Matrix) -> Matrix:
    """Return the inverse of *hessian* for changes that keep the mean of the ratings.

    The likelihood does not depend on the mean, so the matrix itself has no inverse. Adding 1 / size to each
    entry makes it invertible, and 1 / size is then subtracted from the inverse.
    """
    size = len(hessian)
    rows = [[entry + 1 / size for entry in row] + [0.0] * size for row in hessian]
    for index in range(size):
        rows[index][size + index] = 1.0
    # Gauss-Jordan elimination. No pivot is 0, because the matrix is symmetric and positive definite.
    for index, row in enumerate(rows):
        row[:] = [entry / row[index] for entry in row]
        for other in rows:
            if other is not row:
                factor = other[index]
                other[:] = [entry - factor * own for entry, own in zip(other, row, strict=True)]
    return [[entry - 1 / size for entry in row[size:]] for row in rows]


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(map(mul, row, column)) for column in columns] for row in left]
