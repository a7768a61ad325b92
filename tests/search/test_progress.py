"""What can be seen of a search while it runs, and what is proved when it is stopped."""

import time
from types import SimpleNamespace

import numpy as np
import pytest

from othello.engine import Engine
from othello.formats.obf import read_obf
from othello.kernels import root
from othello.kernels.constants import EXACT
from othello.limits import Goal, Limits
from othello.position import Position
from othello.results import LEAST, MOST
from othello.search.progress import Watch
from othello.search.schedule import Step
from othello.square import PASS
from tests import solved, source
from tests.searches import eventually

FFO = source.ROOT / "tests" / "data" / "ffo"
HARD = next(iter(read_obf(FFO / "fforum-40-59.obf"))).position
KNOWN = [problem for problem in read_obf(FFO / "fforum-1-19.obf") if problem.position.empties > 10]


@pytest.fixture(scope="module")
def engine():
    with Engine(table_mib=4) as engine:
        yield engine


def test_nothing_before_the_first_search():
    """A new engine has nothing to tell, nor has one that is closed."""
    engine = Engine(table_mib=1)
    assert engine.progress() is None
    engine.close()
    assert engine.progress() is None


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_seen(threads):
    """Nodes and time grow while compiled code runs; all numbers stay in their ranges."""
    with (
        Engine(table_mib=4, threads=threads) as engine,
        engine.analysis(HARD, Limits(goal=Goal.EXACT)) as search,
    ):
        first = eventually(engine.progress)
        last = eventually(lambda: (now := engine.progress()) and now.nodes > first.nodes + 100_000 and now)
        seen = [first, last]
        while last.step < 5:
            last = eventually(engine.progress)
            seen.append(last)
        search.stop()
        result = search.result()
    for each in seen:
        assert 1 <= each.step <= each.steps
        assert 1 <= each.depth <= HARD.empties
        assert 0 <= each.moves_done <= each.moves == len(HARD.legal_moves())
        assert LEAST <= each.lower <= each.upper <= MOST
        assert each.lower <= 38 <= each.upper
    assert [each.nodes for each in seen] == sorted(each.nodes for each in seen)
    assert [each.seconds for each in seen] == sorted(each.seconds for each in seen)
    assert last.line is not None
    assert last.nodes <= result.nodes


def test_after_the_search(engine):
    """When a search is over the last state of it can be seen: solved is solved."""
    for problem in KNOWN[:4]:
        result = engine.solve(problem.position)
        found = engine.progress()
        assert found.lower == found.upper == result.lower == result.upper == problem.value
        assert (found.step, found.line.move) == (found.steps, result.move)
        assert found.seconds_left is None
        assert result.is_solved


def test_after_a_pass(engine):
    """Who must pass sees the bounds and the line with its own eyes."""
    passes = [each for each in solved.problems() if each.position.must_pass and each.position.empties > 5]
    for problem in passes[:10]:
        result = engine.solve(problem.position)
        found = engine.progress()
        assert found.lower == found.upper == result.lower == result.upper == problem.value
        assert found.line.move == result.move == PASS
    assert passes


@pytest.mark.parametrize("wld", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_proved_when_a_search_is_stopped(wld, threads):
    """Wherever a limit ends a solution, the bounds hold; where they meet the position is solved."""
    stopped = narrowed = 0
    with Engine(table_mib=1, threads=threads) as engine:
        for problem in KNOWN:
            for nodes in (200, 1_000, 3_000, 10_000, 30_000, 100_000):
                engine.new_game()
                result = engine.solve(problem.position, Limits(nodes=nodes), wld=wld)
                assert result.lower <= problem.value <= result.upper
                if result.score.is_proved and not wld:
                    assert int(result.score.discs) in (result.lower, result.upper)
                stopped += not result.is_solved
                narrowed += not result.is_solved and (result.lower, result.upper) != (LEAST, MOST)
    assert stopped
    assert narrowed or wld


def test_game_over(engine):
    """The value of a finished game is known."""
    result = engine.solve(Position.parse("X" * 60 + "OOOO X"))
    assert result.lower == result.upper == 56


# The estimate of the time left


def watch(steps=3, nodes=0):
    team = SimpleNamespace(
        record={"nodes": nodes, "root_done": 0, "root_best": 0},
        roots=np.zeros((33, 4), np.uint64),
        nodes=nodes,
    )
    found = Watch(team, 20, time.perf_counter())
    found.begin_step(3, steps, Step(20, EXACT))
    found.effort = {10: 100, 11: 300, 12: 600}
    found.begin_window(0, [10, 11, 12], 0)
    return found, team


def search(team, *nodes, now):
    """Moves were searched with so many positions, and others are in work."""
    for number, each in enumerate(nodes):
        team.roots[number, root.NODES // 8] = each
    team.record |= {"nodes": now, "root_done": len(nodes)}


def test_time_left():
    """The moves that wait grow as those did that are done, and take as long for a position."""
    found, team = watch()
    search(team, 1000, now=2000)
    time.sleep(0.05)
    before = found.snapshot().seconds
    left = found.snapshot().seconds_left
    # Of 3000 and 6000 that are to come, 1000 are searched: 8000 to come, 2000 done.
    assert 4 * before * 0.8 < left < 4 * found.snapshot().seconds
    search(team, 1000, 5000, now=6000)
    # The growth is 15 now, so 9000 are to come.
    assert found.snapshot().seconds_left == pytest.approx(found.snapshot().seconds * 1.5, rel=0.5)


@pytest.mark.parametrize(
    "case", ["nothing done", "steps to come", "never searched", "all done", "window done"]
)
def test_no_ground_for_an_estimate(case):
    """Where nothing is known of what is to come there is no number."""
    found, team = watch(steps=4 if case == "steps to come" else 3)
    if case != "nothing done":
        search(team, *((1000,) * (3 if case == "all done" else 1)), now=2000)
    if case == "never searched":
        found.effort[12] = 0
    if case == "window done":
        found.end_window()
    assert found.snapshot().seconds_left is None


def test_the_record_of_another_position_proves_nothing():
    """The end of a line is solved with the same record: its values are not those of the root."""
    found, team = watch()
    team.record |= {"root_best": 1200, "root_done": 2}
    assert (found.snapshot().lower, found.snapshot().moves_done) == (12, 2)
    found.end_window()
    found.bounds = 2, 64
    team.record |= {"root_best": 4800, "root_done": 9}
    assert (found.snapshot().lower, found.snapshot().moves_done) == (2, 2)
