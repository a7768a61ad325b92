"""Searches where Python cannot start threads: in slices, which end in time and can be stopped."""

import asyncio
import gc
import sys
import time
from types import ModuleType, SimpleNamespace

import pytest

from othello import AsyncEngine, Engine, Goal, Limits, OthelloError, Position, StopSignal
from othello.kernels.constants import DISC, EXACT
from othello.search import event_loop, thread_pool
from othello.search.lines import LineReader
from othello.search.thread_data import Words
from tests.searches import FFO, GAME, HARD, HARDEST, essence, played_out
from tests.threadless import without_threads
from tests.waiting import PATIENCE

DEEP = Limits(depth=40)
"""More than any test waits for."""
LATE = 1.0
"""Seconds by which a search may end after its limit on a busy computer."""


@pytest.fixture(autouse=True)
def _browser():
    with without_threads():
        yield


@pytest.fixture
def engine():
    with Engine(table_mib=16, level=4) as engine:
        yield engine


@pytest.mark.parametrize("limits", [Limits(depth=9), Limits(nodes=300_000, level=30)])
def test_searches_without_time(engine, limits):
    """If its caller waits, a search without a time limit has no slices, and the same nodes."""
    with Engine(table_mib=16) as other:
        steps = other.steps(GAME.position, limits, StopSignal())
        wanted = list(steps)
    infos = []
    engine.play(GAME.position, limits, on_info=infos.append)
    assert None not in wanted
    assert list(map(_essence, infos)) == list(map(_essence, wanted))


def _essence(info):
    return info.depth, info.score, info.nodes, info.pv


@pytest.mark.parametrize("place", [1, *(pytest.param(place, marks=pytest.mark.slow) for place in (0, 2))])
def test_solutions_in_slices(engine, place, monkeypatch):
    """A solution in slices has the value of a solution without slices, and at most 10 % more nodes."""
    monkeypatch.setattr(thread_pool, "SLICE", 20_000)
    position, limits = HARD[place].position, Limits(level=60)
    with Engine(table_mib=16) as other:
        wanted = other.play(position, limits)
    result = engine.analysis(position, limits).result()
    assert result.score == wanted.score
    assert 10 * thread_pool.SLICE < result.nodes < 1.1 * wanted.nodes


def test_the_end_of_a_line_is_solved_again_without_the_limit_of_the_last_slice(monkeypatch):
    """The limit of a slice applies to this slice alone. Otherwise the limit would also stop the search for
    the line."""
    monkeypatch.setattr(thread_pool, "SLICE", 100)
    problem = FFO[2]
    position, value, move = problem.position, DISC * problem.value, problem.best_moves[0]
    threads = thread_pool.ThreadPool(1)
    threads.begin()
    threads.first.set_root([move], EXACT)
    threads.search_slice(Words.of(position), -DISC, DISC, 1)
    line = LineReader(threads, Goal.EXACT, solves_again=True).line(position, move, value, is_solved=True)
    assert played_out(position, line).is_over
    assert threads.nodes > 2 * thread_pool.SLICE


def test_limit_of_nodes(engine):
    """A node limit ends a search in slices, and the last slice is shortened."""
    nodes = 2 * thread_pool.SLICE + 1000
    result = engine.analysis(HARDEST, Limits(nodes=nodes, level=60)).result()
    assert result.was_stopped
    assert nodes <= result.nodes < nodes + 100


@pytest.mark.timing
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_limit_of_time(engine, seconds):
    """A search with a time limit ends in time, with no thread that watches the clock."""
    began = time.monotonic()
    result = engine.play(Position.start(), seconds=seconds)
    assert result.was_stopped
    assert time.monotonic() - began < seconds + LATE


def test_slices_shorter_than_their_way(engine, monkeypatch):
    """Slices that are too short to reach the point of the last slice become longer, so the search ends."""
    monkeypatch.setattr(thread_pool, "SLICE", 1000)
    monkeypatch.setattr(thread_pool, "GROWTH", 4)
    result = engine.analysis(HARD[0].position, Limits(level=60)).result()
    assert result.score.is_proved


def test_stop(engine):
    """Stopping a search ends it before `stop` returns. Its result contains the best move so far."""
    search = engine.analysis(HARDEST, DEEP)
    assert not search.wait(0.05)
    search.stop()
    assert not search.is_running
    assert search.result().was_stopped
    assert engine.play(GAME, depth=2).depth == 2


def test_messages_of_a_page_did_not_get_their_turn(engine, monkeypatch):
    """A search in turns of an event loop pauses for the time that browsers need to bring messages."""
    monkeypatch.setattr(event_loop, "PAUSE_EVERY", 0.0)
    monkeypatch.setattr(thread_pool, "SLICE", 1000)

    async def pauses():
        loop, delays = asyncio.get_running_loop(), []
        later = loop.call_later
        monkeypatch.setattr(loop, "call_later", lambda *args: delays.append(args[0]) or later(*args))
        search = engine.analysis(HARDEST, DEEP)
        async with asyncio.timeout(PATIENCE):
            while delays.count(event_loop.PAUSE_SECONDS) < 3:
                await asyncio.sleep(0.01)
        search.stop()

    asyncio.run(pauses())


def test_slices_are_tasks_of_low_priority(engine, monkeypatch):
    """Where a browser supports priorities, callbacks for a message run before the next slice."""
    monkeypatch.setattr(thread_pool, "SLICE", 1000)
    due = []

    def post(callback, *, priority):
        assert priority == "background"
        due.append(callback)

    async def slices():
        with engine.analysis(HARDEST, DEEP) as search:
            for _ in range(20):
                await asyncio.sleep(0)
                [callback] = due
                due.clear()
                callback()
            assert search.is_running

    js, ffi = ModuleType("js"), ModuleType("pyodide.ffi")
    js.scheduler, ffi.create_once_callable = SimpleNamespace(postTask=post), lambda callback: callback
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    event_loop._scheduler.cache_clear()
    asyncio.run(slices())
    event_loop._scheduler.cache_clear()


def test_a_search_that_nobody_holds_any_more_has_ended_and_the_engine_is_free(engine):
    engine.analysis(HARDEST, DEEP).wait(0.01)
    gc.collect()
    assert engine.play(GAME, depth=2).depth == 2


def test_closing_an_engine_ends_its_search():
    engine = Engine(table_mib=1)
    search = engine.analysis(HARDEST, DEEP)
    search.wait(0.01)
    engine.close()
    assert search.result().was_stopped


def test_a_search_that_has_not_begun_when_its_engine_is_closed_reports_it():
    engine = Engine(table_mib=1)
    search = engine.analysis(HARDEST, DEEP)
    engine.close()
    with pytest.raises(RuntimeError, match="closed"):
        search.result()


def test_event_loop():
    """A search runs in turns of the event loop, together with other tasks. Canceling a task stops it."""

    async def use():
        async with AsyncEngine(Engine(table_mib=16)) as engine:
            task = asyncio.create_task(engine.play(HARDEST, DEEP))
            turns = 0
            while (now := engine.engine.progress()) is None or now.nodes < 5 * thread_pool.SLICE:
                await asyncio.sleep(0)
                turns += 1
            assert turns >= 4
            task.cancel()
            began = time.monotonic()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert time.monotonic() - began < PATIENCE
            return await engine.play(GAME, Limits(depth=6)), [
                info async for info in engine.analysis(GAME, Limits(depth=4))
            ]

    result, infos = asyncio.run(use())
    with Engine(table_mib=16) as engine:
        assert essence(result)[:3] == essence(engine.play(GAME, depth=6))[:3]
    assert infos[-1].depth == 4


def test_an_engine_with_two_threads_is_refused_in_one_sentence():
    with pytest.raises(OthelloError, match="threads must be 1 for Python in a browser, not 2"):
        Engine(threads=2)


def test_slices_before_a_pass(engine, monkeypatch):
    """If the side must pass, a search in slices has the same result as a search without slices."""
    monkeypatch.setattr(thread_pool, "SLICE", 5_000)
    position = Position.parse("X-O-O-X-XXXXXXXXX-X-X-X-X-XXXOXXO-XXX-X-OXXXXXXOO-O-O-X-OOOOOO-X X")
    result = engine.analysis(position, Limits(level=60)).result()
    assert result.must_pass
    assert result.nodes > 10 * thread_pool.SLICE
    with Engine(table_mib=16) as other:
        assert result.score == other.solve(position).score
