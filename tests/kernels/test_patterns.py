"""Patterns that the features cannot hold are refused with a message that tells what is wrong."""

import pytest

from othello.kernels import patterns
from othello.kernels.patterns import NETWORK
from tests.cases import cases


def features_of(*names):
    return patterns.PatternSet({str(number): name for number, name in enumerate(names)}).features


def test_the_longest_pattern():
    """The configurations of a pattern with MAX_SQUARES squares fit into 16 bits, but longer patterns do
    not."""
    assert 3**patterns.MAX_SQUARES // 2 < 2**15 <= 3 ** (patterns.MAX_SQUARES + 1) // 2


@cases(
    ("pattern", "fault"),
    [
        ("a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2", " has 11 squares: at most 10 fit into 16 bits"),
        ("a1 b1 a1", " has a square twice"),
    ],
)
def test_a_pattern_with_too_many_squares_or_one_twice_is_refused(pattern, fault):
    with pytest.raises(AssertionError, match=f"^pattern {pattern}{fault}"):
        features_of(pattern)


def test_the_features_of_all_patterns_must_fit_into_the_lanes_of_one_vector():
    count = 2 * len(NETWORK.features)
    with pytest.raises(AssertionError, match=f"^the patterns have {count} features: at most 64 fit"):
        features_of(*NETWORK.names.values(), *NETWORK.names.values())
