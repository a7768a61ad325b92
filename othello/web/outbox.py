"""The messages of a session that wait to be sent.

All replies are sent, in order. Only the latest of a search's reports is sent, and only after the page has
received the previous report, so a slow reader needs no memory.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from othello.search.json_objects import JsonObject

Send = Callable[[JsonObject], Awaitable[None]]
Report = Callable[[], JsonObject | None]
"""Returns the state of a search, or None if there is none yet."""
INTERVAL: Final = 0.1
"""Minimum seconds between two reports."""
TICK: Final = 0.5
"""Seconds between two reports if only the counts have changed."""
MOST: Final = 64
"""Maximum number of waiting replies at which the next request is still read."""


class Outbox:
    """The messages of a session. Its methods belong to the thread of the event loop."""

    def __init__(self, send: Send) -> None:
        """Send messages with *send*."""
        self._send = send
        self._replies: deque[JsonObject] = deque()
        self._has_reply = asyncio.Event()
        self._report: Report | None = None
        self._has_news = asyncio.Event()

    def put(self, reply: JsonObject) -> None:
        """Send a reply after the earlier replies."""
        self._replies.append(reply)
        self._has_reply.set()

    def watch(self, report: Report | None) -> None:
        """Send reports of a search from now on, until the next call. None means no reports."""
        self._report = report
        self._has_news.set()

    def note_news(self) -> None:
        """Send a report soon, because there is news from the search."""
        self._has_news.set()

    async def room(self) -> None:
        """Wait until at most MOST replies wait."""
        while len(self._replies) > MOST:
            await asyncio.sleep(INTERVAL)

    async def send_replies(self) -> None:
        """Send replies until the task is canceled."""
        while True:
            await self._has_reply.wait()
            self._has_reply.clear()
            while self._replies:
                await self._send(self._replies.popleft())

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
