"""Progress of searches, and proved bounds of stopped ones."""

from types import SimpleNamespace

import pytest

from othello import PASS, Engine, Goal, Limits, Position
from othello.kernels.constants import EXACT
from othello.search.progress import Monitor, Stage
from othello.search.results import MAX_SCORE, MIN_SCORE
from othello.search.schedule import Step
from othello.search.thread_data import RootState
from tests import solved
from tests.cases import cases
from tests.searches import FFO, LARGE
from tests.waiting import eventually

HARD = LARGE[0].position
KNOWN = [problem for problem in FFO if problem.position.empties > 10]


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=4) as engine:
        yield engine


def test_a_new_engine_has_no_progress_and_a_closed_engine_has_none():
    engine = Engine(table_mib=1)
    assert engine.progress() is None
    engine.close()
    assert engine.progress() is None


@cases("is_done", [True, False])
def test_an_engine_that_closes_during_a_snapshot(is_done):
    """A thread that asks for progress may be late, so its snapshot ends after the memory is freed."""
    engine = Engine(table_mib=1)
    engine.play("", depth=2)
    monitor = engine._searcher._monitor
    if not is_done:
        monitor.stage.end = None
    engine.close()
    assert monitor.snapshot().depth == 2


@cases("threads", [1, 2])
def test_a_search_is_seen(threads):
    """During a search, nodes and time grow, and all numbers stay within their ranges."""
    with (
        Engine(table_mib=4, threads=threads) as engine,
        engine.analysis(HARD, Limits(goal=Goal.EXACT)) as search,
    ):
        first = eventually(engine.progress)
        second = eventually(lambda: (now := engine.progress()).nodes > first.nodes + 100_000 and now)
        last = eventually(lambda: (now := engine.progress()).step >= 5 and now)
        search.stop()
        result = search.result()
    seen = [first, second, last]
    for snapshot in seen:
        assert 1 <= snapshot.step <= snapshot.steps
        assert 1 <= snapshot.depth <= HARD.empties
        assert 0 <= snapshot.moves_done <= snapshot.moves == len(HARD.legal_moves)
        assert MIN_SCORE <= snapshot.lower <= snapshot.upper <= MAX_SCORE
        assert snapshot.lower <= 38 <= snapshot.upper
    assert [snapshot.nodes for snapshot in seen] == sorted(snapshot.nodes for snapshot in seen)
    assert [snapshot.seconds for snapshot in seen] == sorted(snapshot.seconds for snapshot in seen)
    assert last.line is not None
    assert last.nodes <= result.nodes


def test_after_the_search(engine):
    """After a solution, the progress shows its bounds, its line and its last iteration."""
    for problem in KNOWN[:4]:
        result = engine.solve(problem.position)
        progress = engine.progress()
        assert progress.lower == progress.upper == result.lower == result.upper == problem.value
        assert (progress.step, progress.line.move) == (progress.steps, result.move)
        assert progress.seconds_left is None
        assert result.is_solved


def test_after_a_pass(engine):
    """Before a forced pass, bounds and line are for the side that passes, with the pass first."""
    passes = [
        candidate
        for candidate in solved.problems()
        if candidate.position.must_pass and candidate.position.empties > 5
    ]
    for problem in passes[:10]:
        result = engine.solve(problem.position)
        progress = engine.progress()
        assert progress.lower == progress.upper == result.lower == result.upper == problem.value
        assert progress.line.move == result.move == PASS
    assert passes


@cases("wld", [False, True])
@cases("threads", [1, 2])
def test_the_value_of_a_stopped_solution_lies_within_the_bounds_of_the_result(wld, threads):
    stopped = narrowed = 0
    with Engine(table_mib=1, threads=threads) as engine:
        for problem in KNOWN[::2]:
            for nodes in (200, 1_000, 3_000, 10_000, 30_000, 100_000):
                engine.new_game()
                result = engine.solve(problem.position, Limits(nodes=nodes), wld=wld)
                assert result.lower <= problem.value <= result.upper
                if result.score.is_proved and not wld:
                    assert int(result.score.discs) in (result.lower, result.upper)
                stopped += not result.is_solved
                narrowed += not result.is_solved and (result.lower, result.upper) != (MIN_SCORE, MAX_SCORE)
    assert stopped
    assert narrowed or wld


def test_the_bounds_of_a_finished_game_are_its_result(engine):
    result = engine.solve(Position.parse("X" * 60 + "OOOO X"))
    assert result.lower == result.upper == 56


# Snapshots


def state(*effort, nodes=0, best=0):
    """Return the state of a search with these results and nodes of the first moves."""
    done = sum(map(bool, effort))
    effort += (0,) * (3 - len(effort))
    return RootState(nodes=nodes, done=done, best=best, move=10, effort=effort)


def stage(**changes):
    """Return the last stage of a search, which proves a value above 0 and began after 2 seconds."""
    fields = {
        "number": 3,
        "step": Step(20, EXACT),
        "is_proof": True,
        "place": 0,
        "low": 0,
        "effort": (100, 300, 600),
        "began": 2.0,
        "nodes_before": 5000,
    }
    return Stage(**fields | changes)


def monitor(now, root_state=None, *, steps=3, bounds=(MIN_SCORE, MAX_SCORE)):
    """Return the monitor of a search of *steps* iterations in the stage *now* with the state *root_state*."""
    watched = Monitor(
        SimpleNamespace(nodes=9000, first=SimpleNamespace(root_state=lambda: root_state)), steps, lambda: 6.0
    )
    watched.stage, watched.bounds = now, bounds
    return watched


def test_before_its_first_window_a_search_has_no_progress():
    assert monitor(None).snapshot() is None


def test_numbers():
    """A snapshot shows the iteration of its stage, and the results of the search within it."""
    snapshot = monitor(stage(number=2, step=Step(20, 3), is_proof=False), state(50, nodes=5050)).snapshot()
    assert (snapshot.step, snapshot.steps, snapshot.depth, snapshot.probability) == (2, 3, 20, 98)
    assert (snapshot.moves_done, snapshot.moves, snapshot.nodes, snapshot.seconds) == (1, 3, 9000, 6.0)
    assert snapshot.nodes_per_second == 1500


def test_bounds():
    """A move that beats the window of a proof is a lower bound. No other window proves anything."""
    root = state(50, best=1200)
    assert monitor(stage(), root).snapshot().lower == 12
    assert monitor(stage(), root, bounds=(20, 40)).snapshot().lower == 20
    assert monitor(stage(low=1200), root).snapshot().lower == -64
    assert monitor(stage(place=1), root).snapshot().lower == -64
    assert monitor(stage(is_proof=False), root).snapshot().lower == -64


def test_the_state_after_a_window_is_not_read():
    """Values from searches for the end of a line, in the same memory, are not shown."""
    later = state(10, 10, 10, nodes=9000, best=4800)
    snapshot = monitor(stage(end=state(50, 60, nodes=5110, best=1200)), later).snapshot()
    assert (snapshot.lower, snapshot.moves_done, snapshot.seconds_left) == (12, 2, None)


def test_a_snapshot_does_not_mix_two_windows():
    """If a window ends while its state is read, the snapshot belongs to the next window."""
    before, after = stage(number=2), stage(number=3)

    def root_state():
        if watched.stage is before:
            watched.stage = after
            return state(1, 1, 1, best=6400)
        return state(1, best=200)

    watched = Monitor(SimpleNamespace(nodes=0, first=SimpleNamespace(root_state=root_state)), 3, lambda: 1.0)
    watched.stage = before
    snapshot = watched.snapshot()
    assert (snapshot.step, snapshot.moves_done, snapshot.lower) == (3, 1, 2)


def test_time_left():
    """The remaining moves are expected to grow as the searched moves did, at the same speed."""
    # 2000 nodes in 4 seconds. The first move grew from 100 to 1000 nodes, so the others are expected to
    # have 3000 and 6000, of which 1000 are searched.
    left = monitor(stage(), state(1000, nodes=7000)).snapshot().seconds_left
    assert left == pytest.approx(8000 * 4 / 2000)
    # 6000 nodes in 4 seconds. The two moves grew from 400 to 6000 nodes, so the last one has 9000.
    left = monitor(stage(), state(1000, 5000, nodes=11000)).snapshot().seconds_left
    assert left == pytest.approx(9000 * 4 / 6000)


def test_a_move_that_takes_more_nodes_than_expected_is_expected_to_end_at_once():
    left = monitor(stage(), state(100, nodes=5000 + 100 + 400)).snapshot().seconds_left
    assert left == pytest.approx(600 * 4 / 500)


@cases(
    ("changes", "root", "steps"),
    [
        ({}, state(nodes=7000), 3),
        ({}, state(1000, 1000, 1000, nodes=8000), 3),
        ({}, state(1000, nodes=7000), 4),
        ({"place": 1}, state(1000, nodes=7000), 3),
        ({"effort": (100, 300, 0)}, state(1000, nodes=7000), 3),
    ],
)
def test_without_data_about_the_remaining_moves_there_is_no_estimate(changes, root, steps):
    assert monitor(stage(**changes), root, steps=steps).snapshot().seconds_left is None
