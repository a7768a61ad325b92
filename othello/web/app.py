"""The ASGI application: the page, its files, and the sessions."""

import threading

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from othello.players.book_player import OpeningBook
from othello.web.files import PAGE, files
from othello.web.guard import Guard
from othello.web.rooms import Rooms
from othello.web.session_pool import SessionPool
from othello.web.settings import WebSettings


def application(
    settings: WebSettings, opening: OpeningBook | None = None, prepared: threading.Event | None = None
) -> Starlette:
    """Return the application. *opening* is the book, or None for an engine that plays without a book.

    Sessions begin once *prepared* is set, or immediately if it is None.

        GET /                 the page
        GET /NAME             a file of the page
        WS  /session          a session
        WS  /rooms/NAME       a room, in which two pages play one game
        GET /rooms/NAME.svg   the QR code of a room's link
    """
    rooms = Rooms(settings.address)
    lobby = SessionPool(settings, opening, prepared)
    return Starlette(
        routes=[
            Route("/", _file, methods=["GET"]),
            Route("/{name}", _file, methods=["GET"]),
            WebSocketRoute("/session", lobby.serve),
            Route("/rooms/{name}.svg", rooms.code, methods=["GET"]),
            WebSocketRoute("/rooms/{name}", rooms.serve),
        ],
        middleware=[Middleware(Guard, names=settings.names)],
    )


async def _file(request: Request) -> Response:
    """Return the page or one of its files. For other names, the status is 404.

    A browser that already has the current file gets status 304.
    """
    file = files().get(request.path_params.get("name", PAGE))
    if file is None:
        return PlainTextResponse("There is no such file.\n", 404)
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.content, headers=headers, media_type=file.media_type)
    headers["Content-Encoding"] = "gzip"
    return Response(file.packed, headers=headers, media_type=file.media_type)
