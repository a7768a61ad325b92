"""Analyses: values, principal variations, stable discs and mobility."""

import re

import pytest

from othello import Color, Position, parse_move
from othello.rules import mobility
from tests import model, positions
from tests.positions import ONLY_BLACK
from tests.searches import FFO

SOLVED = FFO[:4]


def set_up(position):
    return f"othello-setup {position.format()}"


@pytest.mark.parametrize("problem", SOLVED, ids=lambda problem: f"#{problem.line}")
def test_values(run, problem):
    """Near the end of the game, each move has its exact value, without a fraction, best first."""
    run(set_up(problem.position))
    run("othello-level 20")
    words = run("othello-values").split()
    values = {parse_move(move): int(value) for move, value in zip(words[::2], words[1::2], strict=True)}
    assert values == problem.scores
    assert list(values.values()) == sorted(values.values(), reverse=True)


def test_values_of_a_color(run):
    """Estimates have a fraction. Values can be requested for either color."""
    run("othello-level 3")
    for color, moves in (("black", {"D3", "C4", "F5", "E6"}), ("white", {"E3", "F4", "C5", "D6"})):
        words = run(f"othello-values {color}").split()
        assert set(words[::2]) == moves
        assert all(re.fullmatch(r"[+-]\d+\.\d", value) for value in words[1::2])
    run(f"othello-setup {ONLY_BLACK}")
    assert run("othello-values w") == ""


def test_principal_variation(run):
    """The principal variation of a solved game can be played, including passes, and reaches its result."""
    run(set_up(SOLVED[0].position))
    run("othello-level 20")
    words = run("othello-pv").split()
    for color, move in zip(words[::2], words[1::2], strict=True):
        run(f"play {color} {move}")
    score = max(SOLVED[0].scores.values())
    color = "B" if (score > 0) == (SOLVED[0].position.turn is Color.BLACK) else "W"
    assert run("final_score") == (f"{color}+{abs(score)}" if score else "0")
    assert run("othello-pv") == ""


def test_the_principal_variation_of_a_side_that_must_pass_begins_with_the_pass(run):
    run(f"othello-setup {ONLY_BLACK}")
    assert run("othello-pv") == "w pass b C1"
    assert run("othello-mobility w") == "TEXT Mobility: black 1, white 0"


def test_stable_discs(run):
    """Stable discs are listed by color. A color without stable discs has no line."""
    assert run("othello-stable") == "TEXT Stable discs: black 0, white 0"
    run(f"othello-setup XXO{'-' * 61} X")
    assert run("othello-stable") == "BLACK A1 B1\nTEXT Stable discs: black 2, white 0"


def test_each_move_has_its_number_of_replies_and_both_sides_have_their_mobility(run):
    run("play b f5")
    assert run("othello-mobility") == "LABEL F4 5 D6 5 F6 4\nTEXT Mobility: black 3, white 3"


def test_counts():
    """The mobility of either side equals the slow model's, and stable discs stay on the board."""
    for seed in range(20):
        words = positions.random_position(seed, 10 + seed)
        for turn in Color:
            position = Position(*words, turn)
            moves = model.legal_moves(model.from_words(*words))
            assert mobility.mobility_bits(position, turn) == sum(1 << move for move in moves)
            assert mobility.mobility_bits(position, turn.other) == sum(
                1 << move for move in model.legal_moves(model.from_words(*reversed(words)))
            )
            for color in Color:
                stable = mobility.stable_bits(position, color)
                assert stable & ~(position.black if color is Color.BLACK else position.white) == 0
                for move in position.legal_moves:
                    assert mobility.stable_bits(position.play(move), color) & stable == stable
