"""The engine under asyncio: the loop stays free, callers take turns, cancelling ends a search."""

import asyncio
import time
from contextlib import aclosing

import pytest

from othello.async_engine import AsyncEngine
from othello.board import Board
from othello.engine import Engine
from othello.limits import Limits
from othello.position import Position
from tests.searches import GAME, HARDEST, PROMPT, essence

MIB = 4


def with_engine(use):
    """What *use* gives for a new engine, in a new event loop."""

    async def main():
        async with AsyncEngine(table_mib=MIB, level=4) as engine:
            return await use(engine)

    return asyncio.run(main())


async def is_free(engine):
    """Whether the next search of an engine is soon over."""
    began = time.perf_counter()
    await engine.play(GAME, Limits(depth=1))
    return time.perf_counter() - began < PROMPT


def test_answers():
    """The answers are those of the engine that is not asynchronous."""

    async def use(engine):
        return (
            await engine.play(GAME, Limits(depth=5)),
            await engine.analyse(GAME, Limits(depth=4), multipv=2),
            await engine.solve(Board.parse("X" * 60 + "OO-- X")),
            await engine.solve(Board.parse("X" * 60 + "OO-- X"), wld=True),
        )

    found = with_engine(use)
    with Engine(table_mib=MIB, level=4) as engine:
        assert essence(found[0]) == essence(engine.play(GAME, Limits(depth=5)))
        assert found[1] == engine.analyse(GAME, Limits(depth=4), multipv=2)
        assert essence(found[2]) == essence(engine.solve(Board.parse("X" * 60 + "OO-- X")))
        assert essence(found[3]) == essence(engine.solve(Board.parse("X" * 60 + "OO-- X"), wld=True))


def test_the_loop_stays_free():
    """While the engine searches other tasks run."""

    async def use(engine):
        search = asyncio.create_task(engine.play(HARDEST, Limits(depth=30)))
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert not search.done()
        engine.stop()
        return await search

    assert with_engine(use).was_stopped


def test_infos():
    """The infos come one after the other, to the end of the search."""

    async def use(engine):
        return [info.depth async for info in engine.analysis(GAME, Limits(depth=6))]

    assert with_engine(use) == [1, 2, 3, 4, 5, 6]


def test_leaving_the_loop_ends_the_search():
    """After a break the engine is soon free, at once if the iterator was closed."""

    async def use(engine):
        async with aclosing(engine.analysis(HARDEST)) as infos:
            async for _ in infos:
                break
        assert await is_free(engine)
        async for info in engine.analysis(HARDEST):
            if info.depth > 2:
                break
        return await is_free(engine)

    assert with_engine(use)


def test_analysis_of_the_board_as_it_was():
    """The board may go on before the first info is asked for."""

    async def use(engine):
        board = Board()
        infos = engine.analysis(board, Limits(depth=2))
        board.push("f5")
        return [info.pv[0] async for info in infos]

    assert set(with_engine(use)) <= set(Position.start().legal_moves())


@pytest.mark.parametrize("wait", [0.0, 0.001, 0.2])
def test_cancelling_ends_the_search(wait):
    """A task that is cancelled leaves an engine that is free, whenever that happens."""

    async def use(engine):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(wait):
                await engine.solve(HARDEST)
        task = asyncio.create_task(engine.play(HARDEST, Limits(depth=30)))
        await asyncio.sleep(wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await is_free(engine)

    assert with_engine(use)


def test_callers_take_turns():
    """Questions that are asked at the same time are answered one after the other."""

    async def use(engine):
        first = asyncio.create_task(engine.play(HARDEST, Limits(depth=30)))
        await asyncio.sleep(0)
        others = [asyncio.create_task(engine.play(GAME, Limits(depth=depth))) for depth in (1, 2, 3)]
        cleared = asyncio.create_task(engine.new_game())
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in others)
        first.cancel()
        await cleared
        return [(await task).depth for task in others]

    assert with_engine(use) == [1, 2, 3]


def test_errors_come_out():
    """Bad limits and a closed engine are errors for who awaits them."""

    async def use(engine):
        with pytest.raises(ValueError, match="multipv is 0"):
            await engine.analyse(GAME, multipv=0)
        await engine.close()
        with pytest.raises(RuntimeError, match="is closed"):
            await engine.play(GAME)
        with pytest.raises(RuntimeError, match="is closed"):
            async for _ in engine.analysis(GAME):
                pass

    with_engine(use)


def test_closing_ends_the_search():
    """Who leaves the engine in the middle of a search has its best so far."""

    async def main():
        async with AsyncEngine(table_mib=MIB) as engine:
            search = asyncio.create_task(engine.solve(HARDEST))
            await asyncio.sleep(0.05)
        return await search

    assert asyncio.run(main()).was_stopped
