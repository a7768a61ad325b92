"""The choice of a move: chances of people, losses by a search, temptations, and chance."""

import itertools
import math
import os
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from othello import Line, Position, SearchResult, format_move, parse_square
from othello.players.choice import choose, random_index, random_number
from othello.players.levels import HUMAN_LEVELS, human_level
from othello.rules.score import Centidiscs, Score
from tests import source

LEVELS = pytest.mark.parametrize("level", HUMAN_LEVELS, ids=str)
BEGINNER, STRONG = human_level("600"), human_level("2000")
START = Position.start()
EDGE = Position.parse("-OX-----" + "--------" * 2 + "---OX---" + "---XO---" + "--------" * 3 + " X")
"""Black can take the corner a1, and has other moves."""
VALUES = {"d3": 0, "c4": -100, "f5": -300, "e6": -500}
CHANCES = {parse_square(name): part for name, part in zip(VALUES, (0.4, 0.1, 0.2, 0.3), strict=True)}
SCORES = {move: math.log(chance) for move, chance in CHANCES.items()}


def found_for(position, values):
    """Return the result of a search with these values of the moves, in centidiscs."""
    lines = [
        Line(Score.heuristic(Centidiscs(value), position.turn, 4), 4, (parse_square(name),))
        for name, value in values.items()
    ]
    best = max(lines, key=lambda line: line.score.value)
    return SearchResult(best.move, best.score, 4, 100, 0.1, best.pv, lines=tuple(lines))


def shares(level, position, values, chances, count=2000):
    """Return how often each move is chosen with evenly spread random numbers."""
    result = found_for(position, values)
    scores = {move: math.log(chance) for move, chance in chances.items()}
    moves = [choose(level, position, result, scores, (k + 0.5) / count).move for k in range(count)]
    return {move: moves.count(move) / count for move in chances}


@LEVELS
@given(part=st.floats(0, 1, exclude_max=True))
def test_the_result(level, part):
    """The result contains the chosen move, its value and its loss, not the best move."""
    chosen = choose(level, START, found_for(START, VALUES), SCORES, part)
    value = VALUES[format_move(chosen.move)]
    assert chosen.loss == -value / 100
    assert chosen.score.value == value
    assert chosen.pv == (chosen.move,)
    assert [line.move for line in chosen.lines] == [chosen.move]


def test_only_one_move():
    """A single legal move is chosen, also if it loses the game."""
    lone = found_for(START, {"f5": -6400})
    for part in (0.0, 0.5, 0.999):
        assert choose(BEGINNER, START, lone, {parse_square("f5"): -9.0}, part).move == parse_square("f5")


def test_the_order_of_equal_moves_does_not_matter():
    """The choice does not depend on the order in which a search finds equal moves."""
    for part in (0.1, 0.3, 0.5, 0.7, 0.9):
        moves = {
            choose(STRONG, START, found_for(START, dict(order)), SCORES, part).move
            for order in itertools.permutations(VALUES.items())
        }
        assert len(moves) == 1


def test_equal_moves_follow_the_model():
    """Moves with the same value are as frequent as their probabilities, at every tournament rating."""
    for rating in ("1000", "1500", "2300"):
        frequencies = shares(human_level(rating), START, dict.fromkeys(VALUES, 0), CHANCES)
        assert frequencies == pytest.approx(CHANCES, abs=0.001)


def test_a_search_makes_losses_rarer():
    """At a high rating, the odds of two moves are the human odds times a factor from their losses."""
    frequencies = shares(STRONG, START, VALUES, CHANCES)
    for one, other in itertools.pairwise(CHANCES):
        lost = (VALUES[format_move(one)] - VALUES[format_move(other)]) / 100
        odds = CHANCES[one] / CHANCES[other] * math.exp(STRONG.search_weight * lost)
        assert frequencies[one] / frequencies[other] == pytest.approx(odds, rel=0.05)


def test_the_mean_loss_falls_from_rating_to_rating_if_people_choose_alike():
    lost = []
    for rating in range(1000, 2301, 300):
        frequencies = shares(human_level(str(rating)), START, VALUES, CHANCES)
        lost.append(sum(-VALUES[format_move(move)] * share for move, share in frequencies.items()))
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 2 * lost[-1]


def test_beginners_turn_discs_and_take_corners():
    """Below the weakest tournament players, moves that flip many discs or take corners are more frequent."""
    row = Position.parse("--------" * 3 + "XOOO----" + "--------" + "---XO---" + "--------" * 2 + " X")
    many, few = parse_square("e4"), parse_square("f6")
    assert (len(row.flips(many)), len(row.flips(few))) == (3, 1)
    for position, liked, other in ((row, "e4", "f6"), (EDGE, "a1", "d3")):
        chances = {parse_square(liked): 0.3, parse_square(other): 0.7}
        frequencies = [
            shares(human_level(rating), position, {liked: 0, other: 0}, chances)[parse_square(liked)]
            for rating in ("600", "800", "1000")
        ]
        assert frequencies == sorted(frequencies, reverse=True)
        assert frequencies[0] > frequencies[-1] + 0.1
    level, temptation = human_level("800"), 0.9 + 0.11 * (1 - len(EDGE.flips(parse_square("d3"))))
    odds = math.exp((1 - level.beginning) * math.log(0.3 / 0.7) + level.beginning * temptation)
    chances = {parse_square("a1"): 0.3, parse_square("d3"): 0.7}
    assert shares(level, EDGE, {"a1": 0, "d3": 0}, chances)[parse_square("a1")] == pytest.approx(
        odds / (1 + odds), abs=0.001
    )


# Chance


@given(seed=st.integers())
def test_chance(seed):
    """The number of a seed is in [0, 1) and has 53 bits."""
    part = random_number(seed, START, "move")
    assert 0 <= part < 1
    assert (Fraction(part) * 2**53).denominator == 1


def test_an_index_is_drawn_by_weight_and_is_the_last_if_rounding_leaves_a_rest():
    largest = 1 - 2**-53
    drawn = [random_index([1, 0, 3], number) for number in (0, 0.24, 0.25, largest)]
    assert [*drawn, random_index([0.2, 0.4, 0.7, 0.4], largest)] == [0, 0, 2, 2, 3]


def test_another_seed_position_or_purpose_gives_another_number():
    after = START.play(parse_square("f5"))
    inputs = itertools.product((1, 2), (START, after), ("move", "search"))
    numbers = [random_number(seed, position, purpose) for seed, position, purpose in inputs]
    assert len(set(numbers)) == len(numbers)


def test_chance_is_the_same_everywhere():
    """The number of a seed is the same in every process. Another number would give another game."""
    code = "from othello.players.choice import *; print(random_number(7, Position.start(), 'move'))"
    numbers = [
        source.python("-c", code, env={**os.environ, "PYTHONHASHSEED": hash_seed}, check=True).stdout.strip()
        for hash_seed in ("1", "2")
    ]
    assert numbers == ["0.10836562381015669"] * 2
