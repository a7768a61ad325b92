"""Levels that err: what they may lose, what they see, and how chance decides among the rest."""

import itertools
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.errors import InvalidNotationError
from othello.human import levels as human_levels
from othello.human.choice import allowance_cd, chance, choose, temptation, weights_of
from othello.human.levels import HUMAN_LEVELS, named
from othello.position import Position
from othello.results import Line, SearchResult
from othello.score import Centidiscs, Discs, Score
from othello.search import levels
from othello.square import PASS, format_move, parse_square
from tests import source

LEVELS = pytest.mark.parametrize("level", HUMAN_LEVELS, ids=str)
NEWCOMER, MASTER = HUMAN_LEVELS[0], HUMAN_LEVELS[-1]
START = Position.start()
EDGE = Position.parse("-OX-----" + "--------" * 2 + "---OX---" + "---XO---" + "--------" * 3 + " X")
"""Black can take the corner a1, and has other moves."""


def look(position, values):
    """What a look at a position finds, with the values of its moves in centidiscs by name."""
    found = [
        Line(Score.heuristic(Centidiscs(value), position.turn, 4), 4, (parse_square(name),))
        for name, value in values.items()
    ]
    best = max(found, key=lambda line: line.score.value)
    return SearchResult(best.move, best.score, 4, 100, 0.1, best.pv, lines=tuple(found))


# The table


def test_the_table():
    """Each level loses less than the one before, in a game and in a move, and sees more; names are words."""
    assert 4 <= len(HUMAN_LEVELS) <= 6
    for weaker, stronger in itertools.pairwise(HUMAN_LEVELS):
        assert weaker.budget > stronger.budget > 0
        assert weaker.most > stronger.most > 0
        assert weaker.temperature > stronger.temperature > 0
        assert weaker.greed >= stronger.greed
        assert weaker.care <= stronger.care
        assert weaker.look <= stronger.look <= levels.STRONGEST
    assert all(level.name.isalpha() and level.name.islower() for level in HUMAN_LEVELS)
    assert len({level.name for level in HUMAN_LEVELS}) == len(HUMAN_LEVELS)


@LEVELS
def test_names(level):
    """A level is found by its name, in any case, and among the numbers."""
    assert named(level.name.upper()) is level
    assert human_levels.parse_level(f" {level.name} ") is level
    assert human_levels.human(level) is level
    assert human_levels.number_of(level) is None


@pytest.mark.parametrize("text", ["", "expert", "61", "-1", "2.5", "casual 7", "٣", "9" * 5000])
def test_what_is_no_level(text):
    """The error says what there is."""
    with pytest.raises(InvalidNotationError, match=r"a number from 0 to 60, or newcomer, .*, master$"):
        human_levels.parse_level(text)
    with pytest.raises(InvalidNotationError, match=r"use newcomer, .*, master$"):
        named(text)


def test_numbers():
    """Numbered levels are numbers, and err no more than they always do."""
    assert [human_levels.parse_level(str(number)) for number in range(61)] == list(range(61))
    assert human_levels.human(4) is human_levels.human(None) is human_levels.number_of(None) is None
    assert human_levels.number_of(4) == 4


# What a move may lose


@LEVELS
@given(empties=st.integers(1, 60), spent=st.integers(0, 20000))
def test_allowance(level, empties, spent):
    """A move may lose what is left at the most, and no more than one move may; nothing after that."""
    allowed = allowance_cd(level, empties, spent)
    assert 0 <= allowed <= 100 * level.most
    assert allowed <= max(0, 100 * level.budget - spent)
    assert allowance_cd(level, empties, spent + 100) <= allowed


@LEVELS
@given(data=st.data())
def test_no_sequence_of_losses_exceeds_the_budget(level, data):
    """Whatever is lost in each move, up to what is allowed, the game loses no more than the budget."""
    spent = 0
    for empties in range(data.draw(st.integers(1, 60)), 0, -data.draw(st.integers(1, 2))):
        allowed = allowance_cd(level, empties, spent)
        spent += data.draw(st.sampled_from([0, allowed // 2, allowed]))
    assert spent <= 100 * level.budget


def test_the_budget_is_not_gone_at_once():
    """No move may lose half of what is left before the end of the game is near, nor a quarter early on."""
    for level, spent in itertools.product(HUMAN_LEVELS, (0, 500, 1500)):
        left = 100 * level.budget - spent
        assert all(allowance_cd(level, empties, spent) < left / 2 for empties in range(20, 61))
        assert all(allowance_cd(level, empties, spent) < left / 4 for empties in range(36, 61))


@LEVELS
@given(seed=st.integers(0, 2**31), spent=st.integers(0, 20000))
def test_moves_beyond_the_allowance_are_never_played(level, seed, spent):
    """A move that loses more is not chosen, and the loss is told as it is."""
    values = {"d3": 0, "c4": -150, "f5": -1100, "e6": -6400}
    chosen = choose(level, START, look(START, values), seed=seed, lost_cd=spent)
    loss = -values[format_move(chosen.move)]
    assert loss <= allowance_cd(level, START.empties, spent)
    assert chosen.loss == loss / 100
    assert chosen.score.value == -loss
    assert chosen.pv == (chosen.move,)
    assert [line.move for line in chosen.lines] == [chosen.move]


# What is drawn


def test_only_one_move():
    """A single legal move is played, and a forced pass and the end of the game stay what they are."""
    lone = look(START, {"f5": -6400})
    passed = SearchResult(PASS, Score.exact(Discs(-4), START.turn), 1, 1, 0.1, (PASS,))
    over = SearchResult(None, Score.exact(Discs(4), START.turn), 0, 0, 0.0, ())
    for seed in range(20):
        assert choose(NEWCOMER, START, lone, seed=seed, lost_cd=10**6).move == parse_square("f5")
        assert choose(NEWCOMER, START, passed, seed=seed, lost_cd=0) is passed
        assert choose(NEWCOMER, START, over, seed=seed, lost_cd=0) is over


def test_the_order_of_equal_moves_does_not_matter():
    """A search may find equal moves in any order: the choice is the same."""
    values = {"d3": 0, "c4": 0, "f5": -200, "e6": -200}
    for seed in range(50):
        moves = {
            choose(NEWCOMER, START, look(START, dict(order)), seed=seed, lost_cd=0).move
            for order in itertools.permutations(values.items())
        }
        assert len(moves) == 1


@LEVELS
def test_better_moves_are_likelier(level):
    """Among moves that tempt alike a better one is played more often."""
    lines = look(START, {"d3": 100, "c4": 0, "f5": -200, "e6": -900}).lines
    assert len({temptation(level, START, line.move) for line in lines}) == 1
    weights = weights_of(level, START, lines)
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == 1


def test_stronger_levels_err_less():
    """The share of errors among moves that tempt alike falls from level to level."""
    lines = look(START, {"d3": 100, "c4": 0, "f5": -200, "e6": -900}).lines
    best = [1 / sum(weights_of(level, START, lines)) for level in HUMAN_LEVELS]
    assert best == sorted(best)
    assert best[0] < best[-1]


def test_draws_follow_the_weights():
    """Over many seeds moves are played as often as their weights say."""
    found = look(START, {"d3": 0, "c4": -100, "f5": -300, "e6": -500})
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
    """A corner that is the best move is taken by every level in most games."""
    moves = {format_move(move): -400 for move in EDGE.legal_moves()} | {"a1": 0}
    taken = [
        choose(level, EDGE, look(EDGE, moves), seed=seed, lost_cd=0).move == parse_square("a1")
        for seed in range(300)
    ]
    assert sum(taken) > 200


def test_what_tempts():
    """People who know little like to turn many discs; who knows more does not give corners away."""
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
    """A number from 0 up to, but not, 1, in 53 bits; any number is a seed."""
    part = chance(seed, START, spent)
    assert 0 <= part < 1
    assert (Fraction(part) * 2**53).denominator == 1


def test_chance_depends_on_all_it_is_told():
    """Another seed, position or loss is another number."""
    after = START.play(parse_square("f5"))
    told = itertools.product((1, 2), (START, after), (0, 1))
    numbers = [chance(seed, position, spent) for seed, position, spent in told]
    assert len(set(numbers)) == len(numbers)


def test_chance_is_the_same_everywhere():
    """The numbers belong to what users may rely on: other ones would be other games for the same seed."""
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
