"""A session: its engine, its thread, its requests.

A session searches for one request at a time. A new search ends the one before, whose last reply then says
`"stopped": true`. Other requests are answered while a search runs.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

from othello.book.opening import OpeningBook
from othello.errors import OthelloError
from othello.json_objects import JsonObject
from othello.search.cancel import Cancel
from othello.web.games import game_object, read_file, read_text, write_files
from othello.web.messages import BadMessageError, Describe, Read, Request, Stop, Write, parse
from othello.web.objects import description_object
from othello.web.outbox import Outbox
from othello.web.searches import Desk, Search, SearchRequest
from othello.web.settings import BURST, BYTES_PER_MESSAGE, MESSAGES_PER_SECOND, WebSettings
from othello.web.turns import Turns


class IdleError(OthelloError):
    """A session without a request for too long."""


class Session:
    """A session with an engine of its own."""

    def __init__(
        self, settings: WebSettings, opening: OpeningBook | None, turns: Turns, outbox: Outbox
    ) -> None:
        """Begin without a search."""
        self._turns = turns
        self._idle_seconds = settings.idle_seconds
        self._opening = opening
        self._outbox = outbox
        self._desk = Desk(settings.engine, opening)
        self._thread = ThreadPoolExecutor(1, "session")
        self._cancel, self._is_canceled = Cancel(), asyncio.Event()
        self._search: asyncio.Task[None] | None = None

    async def run(self, messages: AsyncIterator[str]) -> None:
        """Answer messages until they end; raises IdleError if none comes for too long."""
        pace, loop = Pace(), asyncio.get_running_loop()
        try:
            while True:
                await self._outbox.room()
                await asyncio.sleep(pace.wait(loop.time()))
                try:
                    async with asyncio.timeout(self._idle_seconds):
                        message = await anext(messages)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    minutes = f"{self._idle_seconds / 60:g} minutes"
                    raise IdleError(f"the session ended after {minutes} without a request") from None
                pace.spend(message)
                await self._answer(message)
        finally:
            await self._close()

    async def _answer(self, message: str) -> None:
        """Answer a message; a reply of a search comes later."""
        try:
            number, request = parse(message)
        except BadMessageError as error:
            self._outbox.put({"id": error.number, "type": "error", "message": str(error)})
            return
        match request:
            case Stop():
                await self._end_search()
                self._outbox.put({"id": number, "type": "stopped"})
            case Describe() | Read() | Write():
                self._outbox.put(await _reply(number, request, self._opening))
            case _:
                await self._end_search()
                self._cancel, self._is_canceled = Cancel(), asyncio.Event()
                self._search = asyncio.create_task(self._run(number, request, self._cancel))

    async def _run(self, number: int, request: SearchRequest, cancel: Cancel) -> None:
        """Search in the thread, and put the replies into the outbox."""
        loop, outbox, kind = asyncio.get_running_loop(), self._outbox, type(request).__name__.lower()

        def labeled(found: JsonObject) -> JsonObject:
            return {"id": number, "type": kind, **found}

        def emit(found: JsonObject) -> None:
            loop.call_soon_threadsafe(outbox.put, labeled(found))

        def on_info() -> None:
            loop.call_soon_threadsafe(outbox.note_news)

        search = self._desk.search(request, emit, on_info)

        def report() -> JsonObject | None:
            found = search.report()
            return None if found is None else labeled(found)

        outbox.watch(report)
        try:
            last = await self._in_turns(search, cancel)
            reply = labeled(last) | {"stopped": cancel.is_set()}
        except OthelloError as error:
            reply = {"id": number, "type": "error", "message": str(error)}
        except MemoryError:
            message = "the server has too little memory for another search: try again later"
            reply = {"id": number, "type": "error", "message": message}
        outbox.watch(None)
        outbox.put(reply)

    async def _in_turns(self, search: Search, cancel: Cancel) -> JsonObject:
        """Search in turns with other sessions, and return the last reply."""
        loop, used, last = asyncio.get_running_loop(), 0.0, None
        while last is None:
            async with self._turns.turn(used, self._is_canceled) as turn:
                last = await loop.run_in_executor(self._thread, search.run, turn.pause, cancel)
                used += loop.time() - turn.began
        return last

    async def _end_search(self) -> None:
        """Stop the running search and wait for its end."""
        self._stop()
        if self._search is not None:
            await asyncio.shield(self._search)

    def _stop(self) -> None:
        self._cancel.set()
        self._is_canceled.set()

    async def _close(self) -> None:
        """End the search, the thread and the engine."""
        self._stop()
        if self._search is not None:
            await asyncio.wait([self._search])
        await asyncio.to_thread(self._thread.shutdown)
        self._desk.close()


class Pace:
    """The rate at which messages are read."""

    def __init__(self) -> None:
        self._tokens, self._last = float(BURST), 0.0

    def wait(self, now: float) -> float:
        """Return the seconds to wait before the next message is read; *now* is a time in seconds."""
        self._tokens = min(float(BURST), self._tokens + (now - self._last) * MESSAGES_PER_SECOND) - 1
        self._last = now
        return max(0.0, -self._tokens / MESSAGES_PER_SECOND)

    def spend(self, message: str) -> None:
        """Count a long message as several."""
        self._tokens -= len(message) // BYTES_PER_MESSAGE


async def _reply(number: int, request: Request, opening: OpeningBook | None) -> JsonObject:
    """Return the reply to a request that needs no search."""
    try:
        return {"id": number, **await asyncio.to_thread(carry_out, request, opening)}
    except OthelloError as error:
        return {"id": number, "type": "error", "message": str(error)}


def carry_out(request: Request, opening: OpeningBook | None) -> JsonObject:
    """Carry out a request that needs no search; called in a thread of its own."""
    match request:
        case Describe(board):
            return {
                "type": "describe",
                **description_object(board, None if opening is None else opening.book),
            }
        case Read(text, name, data):
            games = read_text(text) if text is not None else read_file(name, data)
            return {"type": "read", "games": [game_object(game) for game in games]}
        case Write(game, format):
            return {"type": "write", "files": write_files(game, format)}
        case _:
            raise AssertionError(f"{request} needs a search")
