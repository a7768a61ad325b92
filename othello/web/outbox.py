"""Queues the messages of a session and sends them to the page.

All replies are sent, in order. While a search runs, only its latest report is sent, and only after the page
has received the previous report. In this way, old reports do not fill the memory if a page reads slowly.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from othello.search.json_objects import JsonObject

Send = Callable[[JsonObject], Awaitable[None]]
Report = Callable[[], JsonObject | None]
"""Function that returns a running search's report, or None if there is nothing to report yet."""
INTERVAL: Final = 0.1
"""Minimum number of seconds between two reports."""
TICK: Final = 0.5
"""Seconds between two reports if only the node count has changed."""
MOST: Final = 64
"""While more replies than this are waiting, no further requests are read."""


class Outbox:
    """Sends the messages of a session. Call its methods only in the thread of the event loop."""

    def __init__(self, send: Send) -> None:
        """Prepare to send messages by calling *send*."""
        self._send = send
        self._replies: deque[JsonObject] = deque()
        self._has_reply = asyncio.Event()
        self._report: Report | None = None
        self._has_news = asyncio.Event()

    def put(self, reply: JsonObject) -> None:
        """Queue a reply behind all earlier replies."""
        self._replies.append(reply)
        self._has_reply.set()

    def watch(self, report: Report | None) -> None:
        """Send the reports that *report* returns until the next call. None ends the reports."""
        self._report = report
        self._has_news.set()

    def note_news(self) -> None:
        """Send a report soon, because the search has made progress."""
        self._has_news.set()

    async def room(self) -> None:
        """Wait until no more than MOST replies are waiting."""
        while len(self._replies) > MOST:
            await asyncio.sleep(INTERVAL)

    async def send_replies(self) -> None:
        """Send replies until the task is canceled."""
        while True:
            await self._has_reply.wait()
            self._has_reply.clear()
            while self._replies:
                await self._send(self._replies.popleft())
                await asyncio.sleep(0)  # lets the loop notice that the connection has ended

    async def send_reports(self) -> None:
        """Send reports until the task is canceled."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if self._report is None else TICK):
                    await self._has_news.wait()
            self._has_news.clear()
            report = self._report and self._report()
            if report is not None:
                await self._send(report)
                await asyncio.sleep(INTERVAL)
