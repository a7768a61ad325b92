"""The engine for asyncio: searches leave the event loop free, and can be canceled."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import ParamSpec, TypeVar, Unpack

from othello.rules.board import BoardLike, position_of
from othello.rules.position import Position
from othello.rules.score import Score
from othello.rules.square import MAX_MOVES
from othello.search.analysis import Analysis
from othello.search.engine import Engine, Values, Words, analysis_limits, solution_limits
from othello.search.limits import LimitOptions, Limits, limits_of
from othello.search.progress import Progress
from othello.search.results import Line, SearchInfo, SearchResult
from othello.search.settings import HAS_THREADS
from othello.search.stop_signal import StopSignal

P = ParamSpec("P")
R = TypeVar("R")


async def in_thread(function: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> R:
    """Return the result of *function*, which runs in another thread where that is possible.

    A caller that is canceled waits until the function has returned, because nothing can stop the thread.
    """
    if not HAS_THREADS:
        return function(*args, **keywords)
    task = asyncio.create_task(asyncio.to_thread(function, *args, **keywords))
    try:
        return await asyncio.shield(task)
    finally:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])


class AsyncEngine:
    """An `Engine` whose searches are awaited.

    >>> async def best() -> str:
    ...     async with AsyncEngine(Engine(table_mib=1)) as engine:
    ...         return str(await engine.play("X" * 62 + "O- X"))
    >>> asyncio.run(best())
    'h8 +64: h8'

    The engine searches in a thread, for one caller at a time. Other callers wait in a queue, first
    come, first served. Canceling a task that awaits a search, as `asyncio.timeout` does, stops the
    search.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        """Take over *engine*, or make one; other code must not use it any more."""
        self._engine = engine or Engine()
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop the running search and free the memory; the engine cannot search any more."""
        await in_thread(self._engine.close)

    async def new_game(self) -> None:
        """Clear the transposition table, when earlier callers are served."""
        async with self._turn:
            await in_thread(self._engine.new_game)

    def stop(self) -> bool:
        """Stop the running search, which returns its best move so far; return whether there was one."""
        return self._engine.stop()

    def progress(self) -> Progress | None:
        """Return the state of the running or last search; None before the first search."""
        return self._engine.progress()

    async def play(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> SearchResult:
        """Return the best move, its value and the principal variation, see `Engine.play`."""
        return await self._result(board, limits_of(limits, options))

    async def analyze(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> tuple[Line, ...]:
        """Return the best moves with their values, see `Engine.analyze`."""
        return (await self.play(board, limits, **options)).lines

    analyse = analyze

    async def solve(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        wld: bool = False,
        **options: Unpack[LimitOptions],
    ) -> SearchResult:
        """Return the exact value and a perfect line, or with *wld* the winner, see `Engine.solve`."""
        return await self.play(board, solution_limits(limits, options, wld=wld))

    async def evaluate_moves(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> SearchResult:
        """Search every move with a fresh table, see `Engine.evaluate_moves`."""
        every = replace(limits_of(limits, options), multipv=MAX_MOVES)
        return await self._result(board, every, is_fresh=True)

    async def evaluate(self, board: BoardLike) -> Score:
        """Return the static value of a position, see `Engine.evaluate`."""
        async with self._turn:
            return self._engine.evaluate(board)

    async def evaluate_many(self, boards: Iterable[BoardLike] | Words) -> Values:
        """Return the static values of many positions, see `Engine.evaluate_many`."""
        async with self._turn:
            return await in_thread(self._engine.evaluate_many, boards)

    def analysis(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> AsyncGenerator[SearchInfo, None]:
        """Yield the infos of a search as they come; without limits until the position is solved.

        Closing the iterator stops the search. After a loop is left, `contextlib.aclosing` closes it
        at once; without `aclosing` the event loop closes it later.
        """
        return self._infos(position_of(board), analysis_limits(limits, options))

    async def _result(self, board: BoardLike, limits: Limits, *, is_fresh: bool = False) -> SearchResult:
        async with self._started(board, limits, is_fresh=is_fresh) as (search, news):
            while search.is_running:
                await news()
            return search.result()

    async def _infos(self, position: Position, limits: Limits) -> AsyncGenerator[SearchInfo, None]:
        async with self._started(position, limits) as (search, news):
            is_running = True
            while is_running:
                is_running = search.is_running  # asked first: infos may come until the end
                for info in search.news():
                    yield info
                if is_running:
                    await news()
            search.result()

    @asynccontextmanager
    async def _started(
        self, board: BoardLike, limits: Limits, *, is_fresh: bool = False
    ) -> AsyncIterator[tuple[Analysis[SearchResult], Callable[[], Awaitable[None]]]]:
        """Wait for the turn, and start a search; at the end of the block stop it, and wait for its end.

        Yields the search, and a function that waits for its next info or its end.
        """
        loop, has_news, position = asyncio.get_running_loop(), asyncio.Event(), position_of(board)

        def on_news() -> None:
            loop.call_soon_threadsafe(has_news.set)

        async def news() -> None:
            await has_news.wait()
            has_news.clear()

        async with self._turn:
            cancel = StopSignal()
            steps = self._engine.steps(position, limits, cancel, is_fresh=is_fresh)
            search = Analysis(steps, cancel, on_news=on_news)
            try:
                yield search, news
            finally:
                search.stop()
                while search.is_running:
                    with suppress(asyncio.CancelledError):
                        await news()
