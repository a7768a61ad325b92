"""The engine for asyncio: searches that leave the event loop free, and end when they are cancelled."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from othello.board import Board, position_of
from othello.engine import FOR_EVER, Engine
from othello.limits import Goal, Limits
from othello.position import Position
from othello.results import Info, Line, SearchResult
from othello.search import levels
from othello.search.cancel import Cancel
from othello.search.evaluation import Evaluation
from othello.settings import DEFAULT_TABLE_MIB


class AsyncEngine:
    """An `Engine` whose methods are awaited.

    >>> async def best() -> str:
    ...     async with AsyncEngine(table_mib=1) as engine:
    ...         return str(await engine.play(Board.parse("X" * 62 + "O- X")))
    >>> asyncio.run(best())
    'h8 +64: h8'

    The engine searches in a thread, for one caller at a time: others wait for their turn in
    the order in which they came. Cancelling a task that awaits a search, as `asyncio.timeout`
    does, ends the search.
    """

    def __init__(
        self,
        *,
        table_mib: float = DEFAULT_TABLE_MIB,
        level: int = levels.DEFAULT,
        threads: int = 1,
        evaluation: Evaluation | None = None,
    ) -> None:
        """Make an engine as `Engine` does; raises the same errors."""
        self._engine = Engine(table_mib=table_mib, level=level, threads=threads, evaluation=evaluation)
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> "AsyncEngine":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the search that runs, and give the memory back; the engine cannot be used any more."""
        await asyncio.to_thread(self._engine.close)

    async def new_game(self) -> None:
        """Forget everything that was found out, after the search that runs."""
        async with self._turn:
            await asyncio.to_thread(self._engine.new_game)

    def stop(self) -> None:
        """End the search that runs; who awaits it gets the best so far."""
        self._engine.stop()

    async def play(self, board: Board | Position, limits: Limits | None = None) -> SearchResult:
        """The best move, its value and the line that is expected; the board stays as it is."""
        return await self._search(position_of(board), limits or Limits())

    async def analyse(
        self, board: Board | Position, limits: Limits | None = None, *, multipv: int | None = None
    ) -> tuple[Line, ...]:
        """The best moves with their values and lines, as `Engine.analyse` gives them."""
        found = await self._search(position_of(board), (limits or Limits()).with_multipv(multipv))
        return found.lines

    async def solve(
        self, board: Board | Position, limits: Limits | None = None, *, wld: bool = False
    ) -> SearchResult:
        """The exact value and a perfect line, or for *wld* who wins, as `Engine.solve` gives them."""
        goal = Goal.WLD if wld else Goal.EXACT
        return await self._search(position_of(board), replace(limits or Limits(), goal=goal))

    async def evaluate_moves(self, board: Board | Position, limits: Limits | None = None) -> SearchResult:
        """All moves with their values, as `Engine.evaluate_moves` finds them."""
        return await self._run(partial(self._engine.evaluate_moves, position_of(board), limits))

    def analysis(
        self, board: Board | Position, limits: Limits | None = None, *, multipv: int | None = None
    ) -> AsyncGenerator[Info, None]:
        """The infos of a search as they come; without *limits* until the position is solved.

        Leaving the loop ends the search when the iterator is closed, at once within
        `contextlib.aclosing`, else when the event loop comes to it.
        """
        return self._infos(position_of(board), (limits or FOR_EVER).with_multipv(multipv))

    async def _infos(self, position: Position, limits: Limits) -> AsyncGenerator[Info, None]:
        infos: asyncio.Queue[Info | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(info: Info) -> None:
            loop.call_soon_threadsafe(infos.put_nowait, info)

        search = asyncio.create_task(self._search(position, limits, tell))
        search.add_done_callback(lambda _: infos.put_nowait(None))
        try:
            while (info := await infos.get()) is not None:
                yield info
            await search
        finally:
            search.cancel()
            await asyncio.wait([search])
            if not search.cancelled():
                search.exception()  # raised above, or nobody asks for it any more

    async def _search(
        self, position: Position, limits: Limits, tell: Callable[[Info], None] | None = None
    ) -> SearchResult:
        """What the engine finds."""
        return await self._run(partial(self._engine.go, position, limits, on_info=tell))

    async def _run(self, search: Callable[..., SearchResult]) -> SearchResult:
        """What a search of the engine finds in a thread; a cancelled one is over before this returns."""
        async with self._turn:
            cancel = Cancel()
            found = asyncio.get_running_loop().run_in_executor(None, partial(search, cancel=cancel))
            try:
                return await asyncio.shield(found)
            except asyncio.CancelledError:
                cancel.set()
                while not found.done():
                    with suppress(asyncio.CancelledError):
                        await asyncio.wait([found])
                found.exception()  # nobody else will ask for it
                raise
