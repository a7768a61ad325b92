"""The choice of a move: allowance, temptations, and chance."""

import itertools
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.human.choice import allowance_cd, chance, choose, temptation, weights_of
from othello.human.levels import HUMAN_LEVELS
from othello.rules.position import Position
from othello.rules.score import Centidiscs, Discs, Score
from othello.rules.square import PASS, format_move, parse_square
from othello.search.results import Line, SearchResult
from tests import source

LEVELS = pytest.mark.parametrize("level", HUMAN_LEVELS, ids=str)
NEWCOMER, MASTER = HUMAN_LEVELS[0], HUMAN_LEVELS[-1]
START = Position.start()
EDGE = Position.parse("-OX-----" + "--------" * 2 + "---OX---" + "---XO---" + "--------" * 3 + " X")
"""Black can take the corner a1, and has other moves."""


def found_for(position, values):
    """Return the result of a search with these values of the moves, in centidiscs."""
    found = [
        Line(Score.heuristic(Centidiscs(value), position.turn, 4), 4, (parse_square(name),))
        for name, value in values.items()
    ]
    best = max(found, key=lambda line: line.score.value)
    return SearchResult(best.move, best.score, 4, 100, 0.1, best.pv, lines=tuple(found))


# What a move may lose


@LEVELS
@given(empties=st.integers(1, 60), spent=st.integers(0, 20000))
def test_allowance(level, empties, spent):
    """A move may lose at most the rest of the budget, and at most what the level may lose in a move."""
    allowed = allowance_cd(level, empties, spent)
    assert 0 <= allowed <= 100 * level.max_loss
    assert allowed <= max(0, 100 * level.total_loss - spent)
    assert allowance_cd(level, empties, spent + 100) <= allowed


@LEVELS
@given(data=st.data())
def test_allowances_add_up_to_the_total_loss(level, data):
    """If every move loses up to its allowance, the game loses at most the total loss."""
    spent = 0
    for empties in range(data.draw(st.integers(1, 60)), 0, -data.draw(st.integers(1, 2))):
        allowed = allowance_cd(level, empties, spent)
        spent += data.draw(st.sampled_from([0, allowed // 2, allowed]))
    assert spent <= 100 * level.total_loss


def test_the_budget_lasts():
    """No move may lose half of the remaining budget before the endgame, nor a quarter early on."""
    for level, spent in itertools.product(HUMAN_LEVELS, (0, 500, 1500)):
        left = 100 * level.total_loss - spent
        assert all(allowance_cd(level, empties, spent) < left / 2 for empties in range(20, 61))
        assert all(allowance_cd(level, empties, spent) < left / 4 for empties in range(36, 61))


@LEVELS
@given(seed=st.integers(0, 2**31), spent=st.integers(0, 20000))
def test_moves_beyond_the_allowance_are_never_played(level, seed, spent):
    """A move that loses more than the allowance is not chosen, and the loss is that of the chosen move."""
    values = {"d3": 0, "c4": -150, "f5": -1100, "e6": -6400}
    chosen = choose(level, START, found_for(START, values), seed=seed, lost_cd=spent)
    loss = -values[format_move(chosen.move)]
    assert loss <= allowance_cd(level, START.empties, spent)
    assert chosen.loss == loss / 100
    assert chosen.score.value == -loss
    assert chosen.pv == (chosen.move,)
    assert [line.move for line in chosen.lines] == [chosen.move]


# What is drawn


def test_only_one_move():
    """A single legal move is chosen, and a forced pass and the end of the game are returned as they are."""
    lone = found_for(START, {"f5": -6400})
    passed = SearchResult(PASS, Score.exact(Discs(-4), START.turn), 1, 1, 0.1, (PASS,))
    over = SearchResult(None, Score.exact(Discs(4), START.turn), 0, 0, 0.0, ())
    for seed in range(20):
        assert choose(NEWCOMER, START, lone, seed=seed, lost_cd=10**6).move == parse_square("f5")
        assert choose(NEWCOMER, START, passed, seed=seed, lost_cd=0) is passed
        assert choose(NEWCOMER, START, over, seed=seed, lost_cd=0) is over


def test_the_order_of_equal_moves_does_not_matter():
    """The choice does not depend on the order in which a search finds equal moves."""
    values = {"d3": 0, "c4": 0, "f5": -200, "e6": -200}
    for seed in range(50):
        moves = {
            choose(NEWCOMER, START, found_for(START, dict(order)), seed=seed, lost_cd=0).move
            for order in itertools.permutations(values.items())
        }
        assert len(moves) == 1


@LEVELS
def test_better_moves_are_likelier(level):
    """Among moves with equal features, a better one has a larger weight."""
    lines = found_for(START, {"d3": 100, "c4": 0, "f5": -200, "e6": -900}).lines
    assert len({temptation(level, START, line.move) for line in lines}) == 1
    weights = weights_of(level, START, lines)
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == 1


def test_stronger_levels_err_less():
    """The share of errors among moves that look alike falls from level to level."""
    lines = found_for(START, {"d3": 100, "c4": 0, "f5": -200, "e6": -900}).lines
    best = [1 / sum(weights_of(level, START, lines)) for level in HUMAN_LEVELS]
    assert best == sorted(best)
    assert best[0] < best[-1]


def test_draws_follow_the_weights():
    """Over many seeds moves are chosen in proportion to their weights."""
    found = found_for(START, {"d3": 0, "c4": -100, "f5": -300, "e6": -500})
    weights = dict(
        zip([line.move for line in found.lines], weights_of(NEWCOMER, START, found.lines), strict=True)
    )
    times = 4000
    moves = [choose(NEWCOMER, START, found, seed=seed, lost_cd=0).move for seed in range(times)]
    for move, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(moves.count(move) / times - share) < 4 * (share / times) ** 0.5


@LEVELS
def test_a_corner_is_rarely_left(level):
    """Every level takes a corner that is the best move, in most games."""
    moves = {format_move(move): -400 for move in EDGE.legal_moves} | {"a1": 0}
    taken = [
        choose(level, EDGE, found_for(EDGE, moves), seed=seed, lost_cd=0).move == parse_square("a1")
        for seed in range(300)
    ]
    assert sum(taken) > 200


def test_temptations():
    """Weak levels like to turn many discs, and strong ones do not give corners away."""
    row = Position.parse("--------" * 3 + "XOOO----" + "--------" + "---XO---" + "--------" * 2 + " X")
    many, few = parse_square("e4"), parse_square("f6")
    assert (len(row.flips(many)), len(row.flips(few))) == (3, 1)
    assert temptation(NEWCOMER, row, many) > temptation(NEWCOMER, row, few)
    assert temptation(MASTER, row, many) < temptation(MASTER, row, few)
    diagonal = Position.parse("--------" * 2 + "--O-----" + "---X----" + "----O---" + "--------" * 3 + " X")
    gives, keeps = parse_square("b2"), parse_square("f6")
    assert temptation(NEWCOMER, diagonal, gives) == temptation(NEWCOMER, diagonal, keeps)
    assert temptation(MASTER, diagonal, gives) < temptation(MASTER, diagonal, keeps)
    for level in HUMAN_LEVELS:
        assert temptation(level, EDGE, parse_square("a1")) > temptation(level, EDGE, parse_square("d3"))


# Chance


@given(seed=st.integers(), spent=st.integers(0, 20000))
def test_chance(seed, spent):
    """The number of a seed is in [0, 1) and has 53 bits."""
    part = chance(seed, START, spent)
    assert 0 <= part < 1
    assert (Fraction(part) * 2**53).denominator == 1


def test_chance_depends_on_seed_position_and_loss():
    """Another seed, position or loss gives another number."""
    after = START.play(parse_square("f5"))
    inputs = itertools.product((1, 2), (START, after), (0, 1))
    numbers = [chance(seed, position, spent) for seed, position, spent in inputs]
    assert len(set(numbers)) == len(numbers)


def test_chance_is_the_same_everywhere():
    """The number of a seed is the same in every process: another one would be another game."""
    code = "from othello.human.choice import *; print(chance(7, Position.start(), 125))"
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=source.ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    ]
    assert found == ["0.19931692805705226"] * 2
