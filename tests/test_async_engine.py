"""The engine under asyncio: a free event loop, turns, and cancellation."""

import asyncio
import threading
from contextlib import aclosing

import pytest

from othello import Analysis, AsyncEngine, Board, Engine, Limits
from othello.search import async_engine
from tests.cases import cases
from tests.searches import GAME, HARDEST, essence
from tests.waiting import PATIENCE

MIB = 4
DEEP = Limits(depth=40)
"""More than any test waits for."""
NEARLY_FULL = Board.parse("X" * 60 + "OO-- X")


def with_engine(use):
    """Return the result of *use* with a new engine, in a new event loop."""

    async def main():
        async with AsyncEngine(Engine(table_mib=MIB, level=4)) as engine:
            return await asyncio.wait_for(use(engine), PATIENCE)

    return asyncio.run(main())


async def searches(engine):
    """Wait until the first search of an engine is in a long iteration. Other tasks run meanwhile."""
    while (now := engine.engine.progress()) is None or now.depth <= 4:
        await asyncio.sleep(0)


def test_the_answers_equal_those_of_the_engine_without_asyncio():
    async def use(engine):
        return (
            essence(await engine.play(GAME, Limits(depth=5))),
            await engine.analyze(GAME, Limits(depth=4), multipv=2),
            essence(await engine.solve(NEARLY_FULL)),
            essence(await engine.solve(NEARLY_FULL, wld=True)),
        )

    answers = with_engine(use)
    with Engine(table_mib=MIB, level=4) as engine:
        assert answers == (
            essence(engine.play(GAME, Limits(depth=5))),
            engine.analyze(GAME, Limits(depth=4), multipv=2),
            essence(engine.solve(NEARLY_FULL)),
            essence(engine.solve(NEARLY_FULL, wld=True)),
        )


def test_without_an_engine_asyncengine_makes_one():
    async def main():
        async with AsyncEngine() as engine:
            return await engine.play(NEARLY_FULL)

    assert asyncio.run(main()).is_solved


def test_other_tasks_run_during_a_search_and_one_of_them_can_stop_it():
    async def use(engine):
        search = asyncio.create_task(engine.play(HARDEST, DEEP))
        await searches(engine)
        assert not search.done()
        assert engine.engine.stop()
        return await search

    assert with_engine(use).was_stopped


def test_leaving_the_loop_ends_the_search():
    """After a break the engine becomes free: immediately if the iterator is closed, otherwise soon."""

    async def use(engine):
        async with aclosing(engine.analysis(HARDEST)) as infos:
            async for _ in infos:
                break
        first = await engine.play(GAME, Limits(depth=1))
        async for info in engine.analysis(HARDEST):
            if info.depth > 2:
                break
        return first.depth, (await engine.play(GAME, Limits(depth=2))).depth

    assert with_engine(use) == (1, 2)


def test_a_search_that_ends_before_its_first_info_is_read_has_all_its_infos(monkeypatch):
    class Ended(Analysis):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.wait()

    async def use(engine):
        return [info.depth async for info in engine.analysis(GAME, Limits(depth=3))]

    monkeypatch.setattr(async_engine, "Analysis", Ended)
    assert with_engine(use) == [1, 2, 3]


@cases("steps", [0, 1, 2, 3, None])
def test_cancelling_a_search(steps):
    """Canceling a task ends its search, before it begins or in the middle. Then the engine is free."""

    async def use(engine):
        task = asyncio.create_task(engine.solve(HARDEST))
        if steps is None:
            await searches(engine)
        for _ in range(steps or 0):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await engine.play(GAME, Limits(depth=1))

    assert with_engine(use).depth == 1


def test_searches_requested_during_another_search_run_one_after_the_other():
    async def use(engine):
        first = asyncio.create_task(engine.play(HARDEST, DEEP))
        await asyncio.sleep(0)
        others = [asyncio.create_task(engine.play(GAME, Limits(depth=depth))) for depth in (1, 2, 3)]
        await searches(engine)
        assert not any(task.done() for task in (first, *others))
        first.cancel()
        return [(await task).depth for task in others]

    assert with_engine(use) == [1, 2, 3]


def test_cancelling_a_caller_that_waits():
    """Canceling a task that waits for its turn does not affect the running search."""

    async def use(engine):
        first = asyncio.create_task(engine.play(HARDEST, DEEP))
        waiting = asyncio.create_task(engine.play(GAME, DEEP))
        await searches(engine)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not first.done()
        engine.engine.stop()
        return await first

    assert with_engine(use).was_stopped


def test_a_canceled_caller_waits_until_its_thread_has_ended():
    """Nothing can stop a thread, so a canceled caller waits for its end, even if it is canceled several
    times."""
    has_begun, may_end = threading.Event(), threading.Event()

    def work():
        has_begun.set()
        may_end.wait(PATIENCE)

    async def main():
        task = asyncio.create_task(async_engine.in_thread(work))
        await asyncio.to_thread(has_begun.wait, PATIENCE)
        for _ in range(9):
            task.cancel()
            await asyncio.sleep(0)
        assert not task.done()
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_errors_come_out():
    """Invalid limits and a closed engine raise errors in the task that awaits the search."""

    async def use(engine):
        with pytest.raises(ValueError, match="multipv must be at least 1, not 0"):
            await engine.analyze(GAME, multipv=0)
        engine.engine.close()
        with pytest.raises(RuntimeError, match="is closed"):
            await engine.play(GAME)

    with_engine(use)


def test_closing_ends_the_search():
    """Leaving the block ends a running search, which returns its best move so far."""

    async def main():
        async with AsyncEngine(Engine(table_mib=MIB)) as engine:
            search = asyncio.create_task(engine.solve(HARDEST))
            await searches(engine)
        return await asyncio.wait_for(search, PATIENCE)

    assert asyncio.run(main()).was_stopped
