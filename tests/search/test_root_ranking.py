"""The order in which the moves of a rank are searched, and the score of a rank."""

from othello import Bound, Color, Goal, Score
from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.kernels.probcut import PERCENT
from othello.search.root_ranking import RootMove, SearchTask
from othello.search.schedule import Step
from tests.cases import cases

BLACK = Color.BLACK


def test_moves_are_sorted_by_effort():
    """The best move is searched first, followed by the moves that took the most nodes before."""
    rank = RootMove([3, 1, 2, 4])
    rank.sort({1: 5, 2: 9, 3: 0, 4: 7})
    assert rank.moves == [3, 2, 4, 1]


def test_freed_moves_come_first():
    """Moves that were left out of a ranking are searched first. Its best move is never an excluded move."""
    rank = RootMove([3, 1, 2])
    rank.leave_out([3], [1, 2, 3, 4])
    assert (rank.move, rank.moves) == (4, [4, 1, 2])


def scored(value, lower=LOWEST, upper=HIGHEST):
    """Return a rank with the value of its last window, and proved bounds."""
    rank = RootMove([3])
    rank.score, rank.lower, rank.upper = value, lower, upper
    return rank


@cases(
    ("step", "expected"),
    [
        (Step(8, EXACT), Score.heuristic(240, BLACK, 8)),
        (Step(12, 3), Score.heuristic(240, BLACK, 12, probability=PERCENT[3])),
        (Step(20, 3), Score.selective(2, BLACK, PERCENT[3], depth=20)),
        (Step(20, EXACT), Score.exact(1, BLACK, bound=Bound.LOWER, depth=20)),
    ],
)
def test_scores_of_steps(step, expected):
    """Only the step that proves the value uses the proved bounds. Other steps estimate with a probability."""
    assert scored(240, lower=100).value(step, SearchTask(BLACK, 20, Goal.MOVE)) == expected


@cases(
    ("value", "window", "bound"),
    [
        (500, (-300, 500), Bound.LOWER),
        (-300, (-300, 500), Bound.UPPER),
        (0, (-300, 500), Bound.EQUAL),
        (HIGHEST, (LOWEST, HIGHEST), Bound.EQUAL),
        (LOWEST, (LOWEST, HIGHEST), Bound.EQUAL),
    ],
)
def test_values_at_the_edge_of_a_window(value, window, bound):
    """At an edge of a selective solution's window, a value is a bound. In the full window it is not."""
    score = scored(value).value(Step(20, 3), SearchTask(BLACK, 20, Goal.EXACT, window))
    assert (score.discs, score.bound) == (value // 100, bound)


@cases(
    ("bounds", "goal", "expected"),
    [
        ((600, 600), Goal.EXACT, Score.exact(6, BLACK, depth=20)),
        ((600, HIGHEST), Goal.EXACT, Score.exact(6, BLACK, bound=Bound.LOWER, depth=20)),
        ((LOWEST, 600), Goal.EXACT, Score.exact(6, BLACK, bound=Bound.UPPER, depth=20)),
        ((LOWEST, HIGHEST), Goal.EXACT, None),
        ((100, HIGHEST), Goal.WLD, Score.wld(1, BLACK, depth=20)),
        ((LOWEST, -100), Goal.WLD, Score.wld(-1, BLACK, depth=20)),
        ((0, 0), Goal.WLD, Score.wld(0, BLACK, depth=20)),
        ((0, HIGHEST), Goal.WLD, None),
        ((LOWEST, 0), Goal.WLD, None),
    ],
)
def test_proved_scores(bounds, goal, expected):
    """Bounds that meet prove the value, a single bound proves a bound, and a winner needs a proved sign."""
    assert scored(0, *bounds).proved(SearchTask(BLACK, 20, goal)) == expected
