"""The engine for asyncio. The event loop keeps running during a search, and you can cancel it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import ParamSpec, TypeVar, TypeVarTuple, Unpack

from othello.rules.board import BoardLike, position_of
from othello.rules.position import Position
from othello.search.analysis import Analysis, Steps
from othello.search.engine import Engine, analysis_limits, solution_limits
from othello.search.limits import LimitOptions, Limits, limits_of
from othello.search.results import Line, SearchInfo, SearchResult
from othello.search.settings import HAS_THREADS
from othello.search.stop_signal import StopSignal

P = ParamSpec("P")
R = TypeVar("R")
Arguments = TypeVarTuple("Arguments")


async def in_thread(function: Callable[P, R], *args: P.args, **keywords: P.kwargs) -> R:
    """Call *function* and return its result. If Python can start threads, the call runs in another thread.

    If the calling task is canceled, it still waits for *function*, because threads cannot be stopped.
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
    """An `Engine` for asyncio, whose searches you can await.

    >>> async def best() -> str:
    ...     async with AsyncEngine(Engine(table_mib=1)) as engine:
    ...         return str(await engine.play("X" * 62 + "O- X"))
    >>> asyncio.run(best())
    'h8 +64: h8'

    The engine searches in a thread and serves one caller at a time. Other callers wait their turn. If the
    task awaiting a search is canceled, for example by `asyncio.timeout`, the search stops.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        """Use *engine*, or create an engine. At the end of an `async with` block, the engine is closed."""
        self.engine = engine or Engine()
        """The engine. Its `stop` and `progress` can be called at any time."""
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(self, *error: object) -> None:
        await in_thread(self.engine.close)

    async def play(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> SearchResult:
        """Return the best move, its value and the principal variation (see `Engine.play`)."""
        return await self.run(self.engine.steps, position_of(board), limits_of(limits, options))

    async def analyze(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> tuple[Line, ...]:
        """Return the best moves with their values (see `Engine.analyze`)."""
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
        """Return the exact value and a perfect line, or with *wld* only the winner (see `Engine.solve`)."""
        return await self.play(board, solution_limits(limits, options, wld=wld))

    def analysis(
        self, board: BoardLike, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> AsyncGenerator[SearchInfo, None]:
        """Yield the infos of a search as they arrive. Without limits, search until the position is solved.

        The search stops when the iterator is closed. If you leave the loop early, the event loop closes the
        iterator later. To close it immediately, use `contextlib.aclosing`.
        """
        return self._infos(position_of(board), analysis_limits(limits, options))

    async def run(
        self, steps: Callable[[Unpack[Arguments], StopSignal], Steps[R]], *arguments: *Arguments
    ) -> R:
        """Wait for earlier callers' searches, then run a search and return its result.

        steps -- returns the search, like `steps` of a player; takes *arguments* and the signal that stops it
        """
        async with self._turn, _started(steps, *arguments) as (search, news):
            while search.is_running:
                await news()
            return search.result()

    async def _infos(self, position: Position, limits: Limits) -> AsyncGenerator[SearchInfo, None]:
        async with self._turn, _started(self.engine.steps, position, limits) as (search, news):
            is_running = True
            while is_running:
                # Check whether the search is running before reading its infos. If the order were reversed, an
                # info that arrives in between would be lost.
                is_running = search.is_running
                for info in search.news():
                    yield info
                if is_running:
                    await news()
            search.result()


@asynccontextmanager
async def _started(
    steps: Callable[[Unpack[Arguments], StopSignal], Steps[R]], *arguments: *Arguments
) -> AsyncIterator[tuple[Analysis[R], Callable[[], Awaitable[None]]]]:
    """Start a search. At the end of the block, stop the search and wait for it to end.

    Yields the search and a function that waits until the search has a new info or has ended.
    """
    loop, has_news, cancel = asyncio.get_running_loop(), asyncio.Event(), StopSignal()

    async def news() -> None:
        await has_news.wait()
        has_news.clear()

    search = Analysis(
        steps(*arguments, cancel), cancel, on_news=lambda: loop.call_soon_threadsafe(has_news.set)
    )
    try:
        yield search, news
    finally:
        search.stop()
        while search.is_running:
            # The next caller may begin only after this search has released the engine. Therefore keep
            # waiting, even if the task is canceled a second time.
            with suppress(asyncio.CancelledError):
                await news()
