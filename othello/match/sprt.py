"""The sequential probability ratio test (SPRT), which ends a match as early as possible.

The test compares two hypotheses. Either the first engine is `elo0` Elo stronger than the second engine, or it
is `elo1` Elo stronger. After each pair of games, it computes the log-likelihood ratio of `elo1` against
`elo0`. The test ends when this ratio reaches one of two bounds, which follow from the error probabilities
`alpha` and `beta`. The true probabilities of a pair's five results are unknown. For each hypothesis, the test
therefore uses the likeliest distribution that has the hypothesis's expected score.

Sources:

- A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945)
- M. Van den Bergh, "The generalized sequential probability ratio test for unbounded Elo models" and "A
  practical introduction to the GSPRT" (the notes behind Fishtest). Proposition 1.1 gives the likeliest
  distribution with a given mean.
"""

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from othello.errors import OthelloError

ELO: Final = 400.0
RARE: Final = 1e-3
"""The count for a result that has not occurred yet, so that its probability is not 0."""


class Decision(enum.Enum):
    """The decision of a test."""

    ACCEPTED = "accepted"
    """`elo1` is accepted: the first engine is `elo1` Elo stronger."""
    REJECTED = "rejected"
    """`elo0` is accepted: the first engine is at most `elo0` Elo stronger."""
    OPEN = "open"
    """The test needs more games."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of the hypothesis `elo0` against the hypothesis `elo1`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability that `elo1` is accepted although `elo0` is true."""
    beta: float = 0.05
    """Probability that `elo0` is accepted although `elo1` is true."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise OthelloError(
                f"the Elo differences are {self.elo0:g} and {self.elo1:g}: "
                "give two numbers from -1000 to 1000, the smaller number first"
            )

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at or below which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at or above which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of `elo1` against `elo0`.

        *counts* contains the numbers of pairs in which the first engine scored 0, 1, 2, 3 and 4 half points.
        """
        if not any(counts):
            return 0.0
        total = sum(max(count, RARE) for count in counts)
        shares = [max(count, RARE) / total for count in counts]
        scores = [index / (len(counts) - 1) for index in range(len(counts))]
        worse, better = (likeliest(shares, scores, expected(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * math.log(high / low) for share, low, high in zip(shares, worse, better, strict=True)
        )

    def decision(self, counts: Sequence[int]) -> Decision:
        """Return the test's decision after these results. `ratio` explains *counts*."""
        ratio = self.ratio(counts)
        if ratio >= self.upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if ratio <= self.lower else Decision.OPEN


def expected(elo: float) -> float:
    """Return the expected share of the points, 0..1, at this Elo difference."""
    return 1 / (1 + 10 ** (-elo / ELO))


def likeliest(shares: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """Return the distribution over *scores* that has this *mean* and best explains the observed *shares*.

    The probability of each score is share / (1 + x (score - mean)). With the right number x, the deviations
    from the mean, weighted by these probabilities, add up to zero. The sum decreases with x, so bisection
    finds x.
    """
    low, high = -1 / (max(scores) - mean), 1 / (mean - min(scores))
    for _ in range(100):
        x = (low + high) / 2
        balance = sum(
            share * (score - mean) / (1 + x * (score - mean))
            for share, score in zip(shares, scores, strict=True)
        )
        low, high = (x, high) if balance > 0 else (low, x)
    return [share / (1 + x * (score - mean)) for share, score in zip(shares, scores, strict=True)]
