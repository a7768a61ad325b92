"""Exchanges strings and JSON messages over WebSockets."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from othello.search.json_objects import JsonObject

TRY_AGAIN: Final = 1013
"""The WebSocket close code that asks the client to try again later."""


async def texts(websocket: WebSocket) -> AsyncIterator[str]:
    """Yield a connection's messages until it ends. A binary message becomes "", which is not a request."""
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        yield message.get("text") or ""


async def send(websocket: WebSocket, message: JsonObject) -> None:
    """Send a message. If the connection has ended, do nothing, because reading from it ends the session."""
    text = json.dumps(message, separators=(",", ":"))
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: this side has closed it
        await websocket.send_text(text)


async def close(websocket: WebSocket, code: int = 1000) -> None:
    """Close a connection unless it has ended."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.close(code)
