"""Exact values are exact with any number of threads, with any table, and after any other searches.

Two oracles. With few empty squares, the slow model, which shares no code with the engine. Where the model
would take too long, engines that differ in everything that must not matter. Each engine is used for all
positions one after the other, so that its table is full of other things.
"""

import random

import pytest

from othello import Clock, Engine, Goal, Limits, Position, lab
from othello.kernels.constants import EXACT
from othello.rules.score import DISC, Bound, Color, Kind
from othello.rules.square import SYMMETRIES, squares_of
from othello.search.lines import SOLVED_AGAIN
from othello.search.thread_data import Words
from othello.search.thread_pool import ThreadPool
from tests import positions, solved
from tests.cases import cases
from tests.searches import HARD, final_score, played_out, sign

TINY = 1 / 256
"""Mebibytes of a table of some hundred entries, much less than any engine has."""
SHAPES = [(1, TINY), (1, 64), (2, TINY), (2, 1.5), (2, 64), (5, 1)]
"""Threads and mebibytes of the engines."""
LONGEST_LINE = SOLVED_AGAIN + 1
"""Empty squares from which a line is whole, however much the table has forgotten."""
PROBLEMS = [problem for problem in solved.problems() if not problem.position.is_over]
DISTURBANCES = (
    Limits(depth=1),
    Limits(depth=7),
    Limits(level=3),
    Limits(level=12),
    Limits(level=20, nodes=2000),
    Limits(depth=5, multipv=3),
    Limits(clock=Clock(0.0)),
    Limits(goal=Goal.WLD),
    Limits(goal=Goal.WLD, nodes=300),
    Limits(goal=Goal.EXACT, nodes=300),
    Limits(goal=Goal.EXACT, multipv=2),
)
"""Searches that estimate, cut, stop, or prove less or more than the value."""


def engine_of(threads, mebibytes):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("othello.search.engine.MIN_TABLE_MIB", min(TINY, mebibytes))
        return Engine(threads=threads, table_mib=mebibytes)


@pytest.fixture(
    scope="module",
    params=range(len(SHAPES)),
    ids=lambda number: "{} threads, {:.3g} MiB".format(*SHAPES[number]),
)
def number(request):
    """The number of an engine's shape."""
    return request.param


@pytest.fixture(scope="module")
def engine(number):
    with engine_of(*SHAPES[number]) as engine:
        yield engine


@pytest.fixture(scope="module")
def engines():
    engines = [engine_of(*shape) for shape in SHAPES]
    yield engines
    for engine in engines:
        engine.close()


def sampled(seeds, empties):
    """Return positions of random games with these numbers of empties in turn, with either color to move."""
    for number, seed in enumerate(seeds):
        words = positions.random_position(seed, empties[number % len(empties)])
        position = Position(*words, list(Color)[number % 2])
        if not position.is_over:
            yield position


def neighbors(position, chance):
    """Return a position, an image of it, other colors, and positions one and two plies later."""
    relatives = [position, position.transformed(chance.choice(SYMMETRIES))]
    relatives.append(Position(position.player, position.opponent, position.turn.other))
    for _ in range(2):
        if not relatives[-1].is_over:
            moves = relatives[-1].legal_moves
            relatives.append(relatives[-1].play(chance.choice(moves)))
    return [neighbor for neighbor in relatives if not neighbor.is_over]


def disturb(engine, position, chance, searches=2):
    """Leave entries of other searches of the position and its neighbors in the table."""
    for _ in range(searches):
        engine.play(chance.choice(neighbors(position, chance)), chance.choice(DISTURBANCES))


def check(engine, position, value, chance):
    """Assert that the engine finds a value, a line that ends with it, and the winner, in either order."""
    goals = [Goal.EXACT, Goal.WLD]
    chance.shuffle(goals)
    for goal in goals:
        result = engine.play(position, Limits(goal=goal))
        expected = value if goal is Goal.EXACT else sign(value)
        kind = Kind.EXACT if goal is Goal.EXACT else Kind.WLD
        score = result.score
        assert (score.kind, score.bound, score.discs) == (kind, Bound.EQUAL, expected), position
        assert result.lower <= value <= result.upper
        assert not result.was_stopped
        if goal is Goal.EXACT:
            assert result.lower == result.upper
        if goal is Goal.EXACT and position.empties <= LONGEST_LINE:
            end = played_out(position, result.pv)
            assert end.is_over
            assert final_score(end, position.turn) == value


# The slow model


@pytest.mark.parametrize(
    ("seeds", "empties"),
    [
        (range(60), (1, 2, 3, 4, 5, 6)),
        pytest.param(range(60, 250), (1, 2, 3, 4, 5, 6), marks=pytest.mark.slow),
        pytest.param(range(1000, 3000), (4, 5, 6, 7), marks=pytest.mark.slow),
        pytest.param(range(3000, 4000), (8,), marks=pytest.mark.slow),
        pytest.param(range(4000, 4200), (9,), marks=pytest.mark.slow),
        pytest.param(range(5000, 5060), (10,), marks=pytest.mark.slow),
    ],
    ids=lambda numbers: f"{numbers[0]} to {numbers[-1]}",
)
def test_values_of_random_positions_are_those_of_the_model(engines, seeds, empties):
    chance = random.Random(1)
    for position in sampled(seeds, empties):
        value = solved.value_of(position)
        for engine in chance.sample(engines, 3):
            disturb(engine, position, chance)
            check(engine, position, value, chance)


@pytest.mark.parametrize(
    "backwards",
    [None, pytest.param(True, marks=pytest.mark.slow), pytest.param(False, marks=pytest.mark.slow)],
)
def test_the_file_agrees(engine, number, backwards):
    """Values and moves equal the model's solutions of the problems, forward and backward.

    In a fast run, half of the problems are solved, each by one of the six engines.
    """
    chance = random.Random(2)
    for problem in (
        PROBLEMS[number :: 2 * len(SHAPES)] if backwards is None else PROBLEMS[:: -1 if backwards else 1]
    ):
        disturb(engine, problem.position, chance)
        check(engine, problem.position, problem.value, chance)
        assert problem.scores[engine.solve(problem.position).move] == problem.value
        won = engine.solve(problem.position, wld=True)
        assert sign(problem.scores[won.move]) == sign(problem.value)
        lines = engine.analyze(problem.position, Limits(goal=Goal.EXACT, multipv=4))
        expected = sorted(problem.scores.values(), reverse=True)[:4]
        assert [line.score.discs for line in lines] == expected
        assert all(problem.scores[line.move] == line.score.discs for line in lines)


# One another


@pytest.mark.parametrize(
    ("seeds", "empties"),
    [
        (range(0, 9, 2), range(9, 18, 2)),
        pytest.param(range(9, 60), range(9, 18), marks=pytest.mark.slow),
        pytest.param(range(200, 1200), range(8, 18), marks=pytest.mark.slow),
    ],
    ids=["some", "more", "many"],
)
def test_engines_agree(engines, seeds, empties):
    """All engines find the same value for a position after different earlier searches."""
    chance = random.Random(3)
    for position in sampled(seeds, empties):
        value = None
        for engine in engines:
            disturb(engine, position, chance)
            if value is None:
                value = engine.solve(position).score.discs
            check(engine, position, value, chance)


@pytest.mark.slow
@cases("threads", [2, 4, 8])
def test_threads_that_share_sixteen_entries_find_the_values_of_one_thread(threads):
    """A third of 5,000 positions with 13 empties for each number of threads."""
    games = lab.random_games(1800, seed=threads, boards=True)
    with engine_of(1, 1) as alone, engine_of(threads, 1 / 2048) as team:
        solved = 0
        for player, opponent, legal in zip(*(array[:, 47].tolist() for array in games[3:]), strict=True):
            if legal:
                position = Position(player, opponent, Color.BLACK)
                alone.new_game()
                value, result = alone.solve(position).score.discs, team.solve(position)
                assert result.score.discs == value, position
                assert final_score(played_out(position, result.pv), position.turn) == value, position
                solved += 1
        assert solved >= 1667


def test_known_values_of_problems_that_take_many_nodes_are_found(engine, number):
    problem = HARD[number % 2]
    disturb(engine, problem.position, random.Random(4))
    result = engine.solve(problem.position)
    assert result.score.discs == problem.value
    assert problem.scores.get(result.move, problem.value) == problem.value


# Windows


@cases("threads", [1, 2])
@cases("mebibytes", [TINY, 16])
def test_any_window(threads, mebibytes):
    """In any window, a value is exact inside and a bound outside, and the table has a correct entry."""
    team, chance = ThreadPool(mebibytes, threads), random.Random(5)
    for problem in PROBLEMS:
        position, value = problem.position, problem.value * DISC
        moves = squares_of(position.legal_moves_bits)
        for _ in range(6 if moves else 0):
            low = chance.choice([-64, 64 - 2 * chance.randrange(1, 64), -1, problem.value - 1, problem.value])
            low = max(-64, min(62, low)) * DISC
            high = min(64 * DISC, low + chance.choice([1, 2, 40, 128]) * DISC)
            chance.shuffle(moves)
            team.begin()
            team.first.set_root(moves, EXACT)
            result = team.search_root(Words.of(position), low, high, position.empties)
            if low < value < high:
                assert problem.scores[team.first.root_state().move] * DISC == value
            if low < result < high:
                assert result == value
            elif result <= low:
                assert value <= result
            else:
                assert value >= result
            entry = team.first.probe(position)
            assert entry is None or entry.lower <= value <= entry.upper
