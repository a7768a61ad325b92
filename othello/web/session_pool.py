"""Runs the sessions of a server, up to a maximum number."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from typing import Final

from starlette.websockets import WebSocket

from othello.players.book_player import OpeningBook
from othello.search.json_objects import JsonObject
from othello.web import sockets
from othello.web.session import converse
from othello.web.settings import WebSettings

PREPARATION: Final = 0.1
"""Seconds between two checks whether the engine is prepared."""


class SessionPool:
    """Accepts connections and runs a session for each, up to a maximum number."""

    def __init__(
        self, settings: WebSettings, opening: OpeningBook | None, prepared: threading.Event | None = None
    ) -> None:
        """Begin with no sessions. Sessions wait until *prepared* is set."""
        self._settings, self._opening, self._prepared = settings, opening, prepared
        self._count = 0

    async def serve(self, websocket: WebSocket) -> None:
        """Run a connection's session until it ends, or refuse it with a message if the server is full."""
        await websocket.accept()
        texts = sockets.texts(websocket)
        if self._prepared is not None and not self._prepared.is_set():
            await sockets.send(websocket, {"type": "preparing"})
            first = asyncio.ensure_future(anext(texts, None))
            while not self._prepared.is_set():
                await asyncio.sleep(PREPARATION)
            if first.done() and first.result() is None:
                return  # the page was closed during the wait
            texts = _after(first, texts)
        most = self._settings.sessions
        if self._count >= most:
            reason = f"the server is full ({most} session{'s' * (most > 1)} at most): try again later"
            await sockets.send(websocket, {"type": "refused", "message": reason})
            await sockets.close(websocket, sockets.TRY_AGAIN)
            return
        self._count += 1
        try:
            await self._serve(websocket, texts)
        finally:
            self._count -= 1

    async def _serve(self, websocket: WebSocket, texts: AsyncIterator[str]) -> None:
        address = self._settings.address

        async def send(message: JsonObject) -> None:
            if address and message["type"] == "hello":
                message = message | {"address": address}
            await sockets.send(websocket, message)

        await converse(self._settings.engine, self._opening, send, texts)


async def _after(first: Awaitable[str | None], others: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the string that *first* returns, unless it is None, and then all *others*."""
    if (text := await first) is not None:
        yield text
    async for text in others:
        yield text
