"""Rooms, in which two pages on different devices play a game against each other.

A room relays a game between its pages. It keeps the game's last state for pages that join later or reconnect.
It does not read the game, because each page checks what it receives.
"""

import io
import re
from typing import Final

import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from othello.web.sockets import TRY_AGAIN, close, send, texts

MAX_ROOMS: Final = 100
MAX_PAGES: Final = 8
"""Maximum number of pages in a room."""
MAX_STATE: Final = 2048
"""Maximum number of characters in a game."""
_NAME: Final = re.compile("[a-z]{8}")


class _Room:
    """The pages in a room and the last state of their game."""

    def __init__(self) -> None:
        self.pages: list[WebSocket] = []
        self.state = ""

    async def tell(self, *, sender: WebSocket | None = None) -> None:
        """Send the state and the number of pages to all pages except *sender*."""
        for page in list(self.pages):
            if page is not sender:
                # The message is made here, because the state may change while another page receives it.
                await send(page, {"state": self.state, "pages": len(self.pages)})


class Rooms:
    """All rooms of a server, which other devices find at *address*."""

    def __init__(self, address: str) -> None:
        """Begin without rooms. A room begins when the first page joins it."""
        self._address = address
        self._rooms: dict[str, _Room] = {}

    async def serve(self, websocket: WebSocket) -> None:
        """Let a page join a room and relay its game until it leaves. If the room is full, refuse the page."""
        await websocket.accept()
        room = self._room(websocket.path_params["name"])
        if room is None or len(room.pages) == MAX_PAGES:
            await close(websocket, TRY_AGAIN)
            return
        room.pages.append(websocket)
        try:
            await room.tell()
            async for text in texts(websocket):
                if not 0 < len(text) <= MAX_STATE:
                    await close(websocket)
                    break
                room.state = text
                await room.tell(sender=websocket)
        finally:
            room.pages.remove(websocket)
            await room.tell()

    def _room(self, name: str) -> _Room | None:
        """Return a room, which may be new. If its name is wrong or all rooms are in use, return None.

        If there are too many rooms, a new room replaces the empty room that was joined least recently.
        """
        if not _NAME.fullmatch(name):
            return None
        room = self._rooms.pop(name, None) or _Room()
        if len(self._rooms) == MAX_ROOMS:
            empty = next((other for other, room in self._rooms.items() if not room.pages), None)
            if empty is None:
                return None
            del self._rooms[empty]
        self._rooms[name] = room
        return room

    async def code(self, request: Request) -> Response:
        """Return the QR code of a room's link as a picture."""
        name = request.path_params["name"]
        if not _NAME.fullmatch(name):
            return PlainTextResponse("There is no such room.\n", 404)
        picture = io.BytesIO()
        link = f"{self._address}#room={name}"
        segno.make(link, micro=False).save(picture, kind="svg", scale=4, border=2, light="white")
        return Response(picture.getvalue(), media_type="image/svg+xml")
