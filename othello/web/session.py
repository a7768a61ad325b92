"""Runs a session, with its engine, its searches and its requests.

The session does not depend on how messages travel. Either a WebSocket server or a worker delivers the page's
messages and sends the replies. A session searches for one request at a time. A new search ends the previous
search, whose last reply then contains `"stopped": true`. Requests that need no search are answered even while
a search is running.
"""

import asyncio
from collections.abc import AsyncIterator

from othello.errors import OthelloError
from othello.players.book_player import OpeningBook
from othello.search.analysis import Analysis
from othello.search.async_engine import in_thread
from othello.search.json_objects import JsonObject, lines_object, work_object
from othello.search.results import SearchInfo
from othello.search.settings import EngineSettings
from othello.search.stop_signal import StopSignal
from othello.version import __version__
from othello.web.context import Context
from othello.web.outbox import Outbox, Send
from othello.web.requests import BadMessageError, QuickQuery, Search, Stop, parse


async def converse(
    engine: EngineSettings, opening: OpeningBook | None, send: Send, messages: AsyncIterator[str]
) -> None:
    """Run a session from its greeting to the end of *messages*. *send* is called with each message.

    If an internal error occurs, even in *send*, the session ends. The error is raised, so that the caller can
    tell the page.
    """
    outbox = Outbox(send)
    outbox.put({"type": "hello", "version": __version__, "threads": engine.threads, "hash": engine.table_mib})
    async with asyncio.TaskGroup() as tasks:
        senders = [tasks.create_task(outbox.send_replies()), tasks.create_task(outbox.send_reports())]
        try:
            await Session(engine, opening, outbox).run(messages)
        finally:
            for sender in senders:
                sender.cancel()


class Session:
    """A session with its engine."""

    def __init__(self, engine: EngineSettings, opening: OpeningBook | None, outbox: Outbox) -> None:
        """Begin without a search."""
        self._outbox = outbox
        self._context = Context(engine, opening)
        self._search: Analysis[JsonObject] | None = None
        """The latest search. It may have ended."""
        self._is_stopped = False
        """Whether a request has stopped `_search`."""
        self._task: asyncio.Task[None] | None = None
        """The task that waits for the end of `_search`."""

    async def run(self, messages: AsyncIterator[str]) -> None:
        """Answer messages until they end or an internal error ends a search."""
        try:
            async with asyncio.TaskGroup() as self._tasks:
                try:
                    async for message in messages:
                        await self._answer(message)
                        await self._outbox.room()
                finally:
                    await self._end_search()
        finally:
            self._context.close()

    async def _answer(self, message: str) -> None:
        """Answer a message. If it begins a search, the replies are sent later."""
        try:
            number, kind, request = parse(message)
        except BadMessageError as error:
            self._outbox.put({"id": error.number, "type": "error", "message": str(error)})
            return
        match request:
            case QuickQuery():
                self._outbox.put(await self._reply(number, kind, request))
            case Search():
                await self._end_search()
                self._begin(number, kind, request)
            case Stop():
                await self._end_search()
                self._outbox.put({"id": number, "type": "stopped"})

    async def _reply(self, number: int, kind: str, query: QuickQuery) -> JsonObject:
        """Return the reply to a quick query."""
        try:
            return {"id": number, "type": kind, **await in_thread(query.reply, self._context)}
        except OthelloError as error:
            return {"id": number, "type": "error", "message": str(error)}

    def _begin(self, number: int, kind: str, request: Search) -> None:
        """Begin a search. Its replies go into the outbox."""
        loop, outbox = asyncio.get_running_loop(), self._outbox
        news, cancel, latest = asyncio.Event(), StopSignal(), list[SearchInfo]()

        def emit(reply: JsonObject) -> None:
            loop.call_soon_threadsafe(outbox.put, {"id": number, "type": kind, **reply})

        def on_news() -> None:
            loop.call_soon_threadsafe(news.set)

        def report() -> JsonObject | None:
            latest[:] = [*latest, *search.news()][-1:]
            if not latest or not request.shows_infos:
                return None
            info, progress = latest[0], self._context.progress()
            reply: JsonObject = {"id": number, "type": kind, "depth": info.depth, "done": False}
            reply["lines"] = lines_object(info.lines)
            if progress is not None and progress.depth >= info.depth:
                moves = {"moves_done": progress.moves_done, "moves": progress.moves}
                reply["now"] = {"depth": progress.depth, **moves}
            work = progress or info
            return reply | work_object(work.nodes, work.seconds)

        search = Analysis(request.steps(self._context, emit, cancel), cancel, on_news=on_news)
        self._search, self._is_stopped = search, False
        outbox.watch(report)
        self._task = self._tasks.create_task(self._finish(number, kind, search, news))

    async def _finish(
        self, number: int, kind: str, search: Analysis[JsonObject], news: asyncio.Event
    ) -> None:
        """Wait until a search has ended and send its last reply."""
        while search.is_running:
            await news.wait()
            news.clear()
            self._outbox.note_news()
        await asyncio.sleep(0)  # lets the replies of the search be sent first
        self._outbox.watch(None)
        try:
            reply = {"id": number, "type": kind, **search.result(), "stopped": self._is_stopped}
        except OthelloError as error:
            reply = {"id": number, "type": "error", "message": str(error)}
        except MemoryError:
            message = "there is too little memory for another search: try again later"
            reply = {"id": number, "type": "error", "message": message}
        self._outbox.put(reply)

    async def _end_search(self) -> None:
        """Stop the running search, if there is one, and wait for its last reply."""
        if self._search is not None and self._task is not None:
            self._is_stopped = True
            self._search.stop()
            await asyncio.wait([self._task])
