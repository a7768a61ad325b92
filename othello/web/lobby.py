"""The sessions of a server, up to their limit."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from othello.book.opening import OpeningBook
from othello.errors import OthelloError
from othello.json_objects import JsonObject
from othello.version import __version__
from othello.web.outbox import Outbox
from othello.web.session import IdleError, Session
from othello.web.settings import WebSettings
from othello.web.turns import Turns

TRY_AGAIN: Final = 1013
"""Status of WebSockets: the server has no room now."""
IDLE: Final = 4000
"""A status of this program: there was no request for too long."""


class FullError(OthelloError):
    """A server that has no room for another session."""


class Lobby:
    """Lets connections in, up to a number of sessions."""

    def __init__(self, settings: WebSettings, opening: OpeningBook | None) -> None:
        """Begin without sessions."""
        self._settings, self._opening = settings, opening
        self._turns = Turns(settings.searches)
        self._count = 0

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a connection to its end; refuse it with a sentence if there is no room."""
        await websocket.accept()
        try:
            with self._seat():
                await self._serve(websocket)
        except FullError as error:
            await _refuse(websocket, TRY_AGAIN, str(error))
        except IdleError as error:
            await _refuse(websocket, IDLE, str(error))

    @contextlib.contextmanager
    def _seat(self) -> Iterator[None]:
        """Take one of the places for sessions within the block; raises FullError."""
        most = self._settings.sessions
        if self._count >= most:
            raise FullError(f"the server is full: it has {most} session{'s' * (most > 1)}, try again later")
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1

    async def _serve(self, websocket: WebSocket) -> None:
        async def send(message: JsonObject) -> None:
            await _send(websocket, message)

        outbox = Outbox(send)
        engine = self._settings.engine
        outbox.put(
            {
                "type": "hello",
                "version": __version__,
                "threads": engine.threads,
                "hash": engine.table_mib,
            }
        )
        senders = [asyncio.create_task(outbox.send_replies()), asyncio.create_task(outbox.send_reports())]
        try:
            await Session(self._settings, self._opening, self._turns, outbox).run(_texts(websocket))
        finally:
            for sender in senders:
                sender.cancel()
            await asyncio.wait(senders)


async def _texts(websocket: WebSocket) -> AsyncIterator[str]:
    """Yield the messages until the connection ends; one of bytes is read as "", which is no request."""
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        yield message.get("text") or ""


async def _refuse(websocket: WebSocket, status: int, reason: str) -> None:
    """End a connection with a sentence for the page."""
    await _send(websocket, {"type": "refused", "message": reason})
    if websocket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.close(status)


async def _send(websocket: WebSocket, message: JsonObject) -> None:
    """Send a message, unless the connection has ended; then reading from it ends the session."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(json.dumps(message, separators=(",", ":")))
