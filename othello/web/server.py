"""Serves the application on a socket."""

import asyncio
import errno
import io
import logging
import os
import socket
import threading
from collections.abc import Callable
from typing import Final

import segno
import uvicorn
from h11 import LocalProtocolError
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from othello.errors import OthelloError
from othello.players.book_player import OpeningBook
from othello.web.app import application
from othello.web.context import prepare
from othello.web.settings import LARGEST_MESSAGE, WebSettings

LONGEST_HEAD: Final = 1 << 14
"""Maximum size of a request's headers in bytes."""
KEEP_ALIVE: Final = 10
"""Seconds after which a connection is closed if no complete request has arrived."""
STOP_SECONDS: Final = 3
"""Seconds in which sessions must end when the server stops."""
SPARE_CONNECTIONS: Final = 200
"""Number of connections that may be open at the same time besides the sessions."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. If *port* is 0, the system chooses a free port. Raises OthelloError."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family)
        # asyncio turns off Nagle's delay only for sockets with TCP's protocol number, so 0 would keep the
        # delay.
        return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=listener.detach())
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0
        reason = (os.strerror(number) if number > 0 else getattr(error, "strerror", str(error))).lower()
        is_port = number in (errno.EADDRINUSE, errno.EACCES)
        advice = "--port 0 for any free port" if is_port else "--host 127.0.0.1 for this computer only"
        raise OthelloError(f"cannot listen on {host}, port {port}: {reason} (choose {advice})") from None


def qr_code(address: str) -> str:
    """Return the QR code of an address, drawn with characters for a terminal."""
    text = io.StringIO()
    segno.make(address, micro=False).terminal(text, compact=True, border=2)
    return text.getvalue()


class _Connection(H11Protocol):
    """A connection that is closed if no complete request arrives in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(
            self.timeout_keep_alive, self.timeout_keep_alive_handler
        )

    def data_received(self, data: bytes) -> None:
        timer, cycle = self.timeout_keep_alive_task, self.cycle
        self.timeout_keep_alive_task = None  # receiving a part of a request does not extend the time
        super().data_received(data)
        if timer is not None and self.cycle is cycle and self.transport.get_protocol() is self:
            self.timeout_keep_alive_task = timer
        elif timer is not None:
            timer.cancel()


class _WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that does not time out while the client's pong is queued behind unread messages."""

    def keepalive_timeout(self) -> None:
        if self.read_paused and self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
        else:
            super().keepalive_timeout()


class _Server(uvicorn.Server):
    """A server that serves its page immediately and prepares the engine in the background."""

    def __init__(
        self, config: uvicorn.Config, prepare: Callable[[], None], on_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._prepare, self._on_ready = prepare, on_ready
        self.error: Exception | None = None
        """The reason why the engine could not be prepared, or None. An error stops the server."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._prepare()
        except Exception as error:
            self.error, self.should_exit = error, True


def serve(
    listener: socket.socket,
    settings: WebSettings,
    opening: OpeningBook | None,
    on_ready: Callable[[], None],
) -> None:
    """Serve until SIGINT or SIGTERM. Raises OthelloError if the engine cannot be prepared.

    *on_ready* is called as soon as a browser can open the page.
    """
    prepared = threading.Event()

    def prepare_engine() -> None:
        prepare(settings.engine)
        prepared.set()

    logging.getLogger("uvicorn.error").addFilter(_is_of_the_server)
    config = uvicorn.Config(
        application(settings, opening, prepared),
        log_level="error",
        access_log=False,
        lifespan="off",
        http=_Connection,
        ws=_WebSocket,
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        limit_concurrency=settings.sessions + SPARE_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=STOP_SECONDS,
        proxy_headers=False,
        server_header=False,
    )
    server = _Server(config, prepare_engine, on_ready)
    server.run(sockets=[listener])
    if server.error:
        raise server.error


def _is_of_the_server(record: logging.LogRecord) -> bool:
    """Return whether a log record is about the server rather than about a client's malformed bytes.

    uvicorn logs a traceback if a text message is not UTF-8, or if it answers a malformed body before the
    application does.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, UnicodeDecodeError | LocalProtocolError)
