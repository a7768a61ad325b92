"""Human-like levels: names, ratings, and what changes with the rating."""

import itertools

import pytest

from othello.errors import InvalidNotationError
from othello.players.human_model import MAX_RATING, MIN_RATING
from othello.players.levels import DEFAULT, HUMAN_LEVELS, LOWEST_RATING, human_level
from tests.cases import cases

RATINGS = range(LOWEST_RATING, MAX_RATING + 1)


def test_names():
    """Names are unique lower-case words with growing ratings, and are found in any case."""
    assert all(level.name.isalpha() and level.name.islower() for level in HUMAN_LEVELS)
    assert len({level.name for level in HUMAN_LEVELS}) == len(HUMAN_LEVELS) == 6
    assert [level.rating for level in HUMAN_LEVELS] == sorted({level.rating for level in HUMAN_LEVELS})
    for level in HUMAN_LEVELS:
        assert human_level(f" {level.name.upper()} ") is level
        assert str(level) == level.name
    assert human_level(DEFAULT).name == DEFAULT


def test_each_rating_is_a_level():
    assert all(
        (human_level(str(rating)).rating, str(human_level(f" {rating} "))) == (rating, str(rating))
        for rating in RATINGS
    )


@cases("text", ["", "expert", "4", "599", "2301", "1450.5", "-1450", "casual 7", "١٤٥٠"])
def test_the_error_for_an_unknown_level_lists_ratings_and_names(text):
    expected = r"is not a human-like level: use a rating from 600 to 2300, or newcomer, .*, master$"
    with pytest.raises(InvalidNotationError, match=expected):
        human_level(text)


def test_a_smooth_scale():
    """With a growing rating, look-ahead never falls, a beginner's temptations never grow, and nothing
    jumps."""
    human_levels = [human_level(str(rating)) for rating in RATINGS]
    for low, high in itertools.pairwise(human_levels):
        assert 0 <= high.search_weight - low.search_weight < 0.01
        assert 0 <= low.beginning - high.beginning < 0.01
        assert all(low.search_level(part) <= high.search_level(part) for part in (0.0, 0.3, 0.999))
        assert high.mean_search_level - low.mean_search_level < 0.02
    half = human_level("1600")
    assert half.mean_search_level == 3.5
    assert [half.search_level(part) for part in (0.0, 0.49, 0.51, 0.99)] == [3, 3, 4, 4]


def test_only_ratings_without_tournament_players_have_a_beginners_temptations():
    for rating in RATINGS:
        level = human_level(str(rating))
        assert (level.beginning > 0) == (rating < MIN_RATING)
