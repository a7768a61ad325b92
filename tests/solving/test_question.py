"""Questions: windows, claims, canonical positions, and lines of text."""

import json
import math

import pytest
from hypothesis import given, strategies as st

from othello import Color, Engine, FormatError, OthelloError, Position
from othello.formats.obf import ObfProblem
from othello.solving.difficulty import features
from othello.solving.question import (
    Query,
    Terms,
    canonical,
    parse_claim,
    parse_question,
    question,
    read_questions,
)
from tests import solved
from tests.cases import cases
from tests.positions import random_board

START = Position.start().format()
PASSES = [problem for problem in solved.problems() if problem.position.must_pass]


@given(st.integers(0, 1000), st.integers(0, 58), st.integers(0, 7))
def test_symmetric_positions_are_one(seed, plies, symmetry):
    """Symmetric positions, and positions with exchanged colors, have one canonical position."""
    position = random_board(seed, plies).position
    image = position.transformed(symmetry)
    other = Position(image.player, image.opponent, image.turn.other)
    assert canonical(position) == canonical(image) == canonical(other)
    assert canonical(position).turn is Color.BLACK


def test_passes():
    """For a position with a forced pass, the question is about the position after it, with the other
    window."""
    problem = PASSES[0]
    asked = question(problem, Terms(-1, 5))
    assert asked == question(ObfProblem(problem.position.pass_turn()), Terms(-5, 1))
    assert not asked.position.must_pass


@cases(
    ("text", "window"),
    [(">=1", (0, 1)), (" <= -2 ", (-2, -1)), (">0", (0, 1)), ("<+4", (3, 4)), (">=64", (63, 64))],
)
def test_a_claim_is_a_window_of_one_disc(text, window):
    assert parse_claim(text) == window


@cases("text", ["", "1", "=1", ">=", ">=1.5", ">=x", ">=-64", "<=64", ">64", "<-64"])
def test_texts_that_are_not_claims_and_claims_that_say_nothing_are_refused(text):
    with pytest.raises(OthelloError, match=r"is not a claim|for none"):
        parse_claim(text)


def test_a_question_is_decided_by_its_windows_ends_or_by_the_value():
    asked = Query(Position.start(), -1, 3)
    decided = {(3, 64), (-64, -1), (0, 0), (5, 7)}
    for bounds in [*decided, (-64, 64), (0, 2), (2, 64), (-64, 0)]:
        assert asked.is_decided(*bounds) == (bounds in decided)


def test_lines():
    """A line is a position, perhaps in OBF with scores, or an object with its own window and limits."""
    terms = Terms(-1, 1, 95)
    plain = parse_question(START, terms)
    assert plain == Query(canonical(Position.start()), -1, 1, 95)
    assert parse_question(f"{START}; F5:+0; % comment", terms) == plain
    assert parse_question(json.dumps({"position": START}), terms) == plain
    own = parse_question(
        json.dumps({"position": START, "alpha": 0, "beta": 2, "selectivity": 100, "x": 1}), terms
    )
    assert (own.alpha, own.beta, own.selectivity) == (0, 2, 100)
    assert parse_question(json.dumps({"position": START, "alpha": None}), terms) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a JSON object"),
        ('{"a": ' + "[" * 200_000, "not a JSON object"),
        ("{}", "position of the question is missing"),
        ('{"position": 3}', "position of the question must be a string"),
        ('{"position": "X"}', "1 cells"),
        (f'{{"position": "{START}", "alpha": 1.5}}', "alpha of the question must be a whole"),
        (f'{{"position": "{START}", "alpha": 2, "beta": 2}}', "alpha is 2 and beta is 2"),
        (
            f'{{"position": "{START}", "alpha": -65}}',
            "alpha of the question must be a whole number from -64 to 64, not '-65'",
        ),
        (
            f'{{"position": "{START}", "selectivity": 101}}',
            "selectivity of the question must be a whole number from 1 to 100, not '101'",
        ),
    ],
)
def test_a_bad_line_is_reported_with_its_number(text, message, tmp_path):
    path = tmp_path / "file.jsonl"
    path.write_text(f"{START}\n{text}\n")
    with pytest.raises(FormatError, match="line 2: .*" + message.replace("(", "\\(")):
        list(read_questions(path, Terms()))


def test_the_clarity_of_a_question():
    """It is the distance of the static value from the window, in units of ten discs."""
    position = random_board(3, 20).position
    with Engine(table_mib=1) as engine:
        value = float(engine.evaluate(position))
        low, middle, high = (
            features(Query(position, bound, bound + 1), engine)[4] for bound in (-60, math.floor(value), 60)
        )
    assert (low, middle, high) == pytest.approx(((value + 59) / 10, 0.0, (60 - value) / 10))
