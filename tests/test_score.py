"""Colors, results and scores."""

import pytest
from hypothesis import given, strategies as st

import othello
from othello.errors import InvalidNotationError
from othello.rules.score import Bound, Color, Kind, Result, Score, final_score
from tests.cases import cases

BLACK, WHITE = Color


def scores():
    discs, depth, turn = st.integers(-64, 64), st.integers(0, 60), st.sampled_from(Color)
    percent, bound = st.integers(1, 99), st.sampled_from(Bound)
    return st.one_of(
        st.builds(Score.exact, discs, turn, bound=bound, depth=depth),
        st.builds(Score.wld, st.integers(-1, 1), turn, bound=bound, depth=depth),
        st.builds(Score.selective, discs, turn, percent, bound=bound, depth=depth),
        st.builds(Score.heuristic, st.integers(-6400, 6400), turn, depth, percent | st.none(), bound=bound),
    )


def test_colors():
    """Black is 0 and White is 1 in compiled code, and each is the other's opponent."""
    assert [BLACK.value, WHITE.value] == [0, 1]
    assert (BLACK.other, WHITE.other) == (WHITE, BLACK)


@cases("text", ["b", "B", "black", "Black", "BLACK", " black "])
def test_both_colors_are_read_in_both_spellings_and_in_any_case(text):
    assert Color.parse(text) is BLACK
    assert Color.parse(text.lower().replace("black", "white").replace("b", "w")) is WHITE


@cases("text", ["", "x", "blac", "b w", "0"])
def test_the_error_for_a_bad_color_shows_the_text(text):
    with pytest.raises(InvalidNotationError, match=f"'{text}' is not a color"):
        Color.parse(text)


@cases(
    ("own", "other", "score"),
    [(13, 0, 64), (0, 13, -64), (33, 31, 2), (31, 33, -2), (32, 32, 0), (20, 20, 0), (30, 20, 24), (0, 0, 0)],
)
def test_final_score(own, other, score):
    """The winner gets the empty squares. After a draw, nobody does."""
    assert final_score(own, other) == score


@given(st.integers(0, 64), st.integers(0, 64))
def test_result_adds_up(black, white):
    """The discs of a result add up to 64, differ by its margin, and agree with its winner."""
    white = min(white, 64 - black)
    result = Result(black, white)
    assert result.black + result.white == 64
    assert result.black - result.white == result.margin == final_score(black, white)
    assert result.winner is (BLACK if result.margin > 0 else WHITE if result.margin < 0 else None)
    assert result.margin % 2 == 0


@cases(
    ("score", "text"),
    [
        (Score.exact(12, BLACK), "+12"),
        (Score.exact(0, BLACK), "+0"),
        (Score.exact(-64, BLACK, depth=20), "-64"),
        (Score.exact(12, BLACK, bound=Bound.LOWER), ">= +12"),
        (Score.exact(-2, BLACK, bound=Bound.UPPER), "<= -2"),
        (Score.wld(1, BLACK), "win"),
        (Score.wld(0, BLACK), "draw"),
        (Score.wld(-30, BLACK), "loss"),
        (Score.wld(0, BLACK, bound=Bound.LOWER), ">= draw"),
        (Score.selective(12, BLACK, 73), "+12 (73%)"),
        (Score.heuristic(341, BLACK, 12, 73), "+3.41 (depth 12, 73%)"),
        (Score.heuristic(-5, BLACK, 12), "-0.05 (depth 12)"),
        (Score.heuristic(0, BLACK, 0), "+0.00 (depth 0)"),
        (Score.heuristic(-341, BLACK, 9, bound=Bound.UPPER), "<= -3.41 (depth 9)"),
        *((Result(40, 24), "B+16"), (Result(0, 13), "W+64"), (Result(30, 30), "0")),
    ],
)
def test_score_in_text(score, text):
    """The text of an exact score is a number. Other scores state their certainty. A result is as in GTP."""
    assert str(score) == text


@given(scores())
def test_negation_is_an_involution(score):
    """Negating a score negates value and bound, and negating it twice restores it."""
    other = -score
    assert other.value == -score.value
    assert other.turn is score.turn.other
    assert (other.kind, other.depth, other.probability) == (score.kind, score.depth, score.probability)
    assert -other == score


@given(scores(), st.sampled_from(Color))
def test_pov_gives_the_view_of_a_color_whichever_view_the_score_has(score, color):
    assert score.pov(color).turn is color
    assert score.pov(color).pov(score.turn) == score
    assert score.pov(color) == (-score).pov(color)


def test_bounds_are_negated():
    """A lower bound for one side is an upper bound on the negated value for the other side."""
    assert [bound.flipped for bound in Bound] == [Bound.EQUAL, Bound.UPPER, Bound.LOWER]
    assert str(-Score.exact(12, BLACK, bound=Bound.LOWER)) == "<= -12"


@given(scores())
def test_the_value_is_in_centidiscs_100_for_a_disc(score):
    assert score.discs * 100 == pytest.approx(score.value)


def test_proved():
    """Exact scores and wins are proved. Selective scores and estimates are not."""
    proved = [Score.exact(2, BLACK), Score.wld(1, BLACK)]
    doubtful = [Score.selective(2, BLACK, 99), Score.heuristic(200, BLACK, 20)]
    assert all(score.is_proved for score in proved)
    assert not any(score.is_proved for score in doubtful)


@cases(
    "fields",
    [
        (6500, Kind.EXACT, BLACK),
        (150, Kind.EXACT, BLACK),
        (150, Kind.SELECTIVE, BLACK, Bound.EQUAL, 10, 73),
        (200, Kind.EXACT, BLACK, Bound.EQUAL, 10, 73),
        (100, Kind.WLD, BLACK, Bound.EQUAL, 10, 73),
        (200, Kind.SELECTIVE, BLACK),
        (200, Kind.HEURISTIC, BLACK, Bound.EQUAL, -1),
        (200, Kind.HEURISTIC, BLACK, Bound.EQUAL, 1, 0),
        (200, Kind.HEURISTIC, BLACK, Bound.EQUAL, 1, 100),
    ],
)
def test_contradictory_scores(fields):
    """Contradictory scores are refused: proved with a probability, selective without one, out of range."""
    with pytest.raises(AssertionError):
        Score(*fields)


@given(scores(), scores())
def test_scores_are_ordered_by_their_values_in_one_view_and_are_numbers_of_discs(first, second):
    own, other = float(first), float(second.pov(first.turn))
    assert (first < second, first <= second) == (own < other, own <= other)
    assert (first > second, first >= second) == (own > other, own >= other)
    assert float(first) == first.discs


def test_colors_of_names():
    """A color can be created from its name. BLACK and WHITE are the colors."""
    assert (Color("black"), Color("W"), Color(0)) == (othello.BLACK, othello.WHITE, BLACK)
    with pytest.raises(InvalidNotationError, match="is not a color"):
        Color("green")


@given(scores())
def test_equal_scores_have_equal_hashes(score):
    assert hash(score) == hash(score.pov(score.turn.other).pov(score.turn))
