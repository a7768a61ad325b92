"""The sequential probability ratio test: stop a match as soon as it is decided.

Two hypotheses, that the first engine is `elo0` or `elo1` points stronger. After each pair
of games the log-likelihood ratio of the second against the first is compared with two
bounds; the test errs with the probabilities `alpha` (accepts `elo1` where `elo0` is true)
and `beta`. The distribution of the five outcomes of a pair is not known, so it is, under
each hypothesis, the most likely one that has the expected score of the hypothesis.

Sources: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
Statistics 16 (1945); M. Van den Bergh, "The generalized sequential probability ratio test
for unbounded Elo models" and "A practical introduction to the GSPRT" (the notes behind
Fishtest), whose proposition 1.1 gives the likeliest distribution with a given mean.
"""

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ELO: Final = 400.0
RARE: Final = 1e-3
"""Stands for an outcome that has not come up, so that both hypotheses allow it."""


class Decision(enum.Enum):
    """What a test has found out so far."""

    ACCEPTED = "accepted"
    """The first engine is `elo1` stronger, or more."""
    REJECTED = "rejected"
    """It is `elo0` stronger, or less."""
    OPEN = "open"
    """More games are needed."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo0` against `elo1`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability of accepting `elo1` where `elo0` is true."""
    beta: float = 0.05
    """Probability of accepting `elo0` where `elo1` is true."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise ValueError(
                f"a test of Elo {self.elo0:g} against {self.elo1:g}: "
                "give two numbers from -1000 to 1000, the lesser one first"
            )

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of pairs with 0, 1, 2, 3 and 4 half points."""
        if not any(counts):
            return 0.0
        total = sum(max(count, RARE) for count in counts)
        shares = [max(count, RARE) / total for count in counts]
        scores = [index / (len(counts) - 1) for index in range(len(counts))]
        worse, better = (_likeliest(shares, scores, expected(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * math.log(high / low) for share, low, high in zip(shares, worse, better, strict=True)
        )

    def decision(self, counts: Sequence[int]) -> Decision:
        """What the pairs say."""
        ratio = self.ratio(counts)
        if ratio >= self.upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if ratio <= self.lower else Decision.OPEN


def expected(elo: float) -> float:
    """The share of the points that is expected with this difference in Elo."""
    return 1 / (1 + 10 ** (-elo / ELO))


def _likeliest(shares: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that makes the shares seen likeliest.

    It is share / (1 + x (score - mean)), with the x for which the deviations from the mean
    add up to nothing; that sum falls with x, so x is found by bisection.
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
