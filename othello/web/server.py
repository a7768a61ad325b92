"""The application behind a socket."""

import logging
import os
import socket
from collections.abc import Callable
from typing import Final

import uvicorn
from h11 import LocalProtocolError

from othello.book.opening import OpeningBook
from othello.errors import OthelloError
from othello.web.app import application
from othello.web.searches import prepare
from othello.web.settings import LARGEST_MESSAGE, WebSettings

LONGEST_HEAD: Final = 1 << 14
"""Bytes of the headers of a request."""
KEEP_ALIVE: Final = 10
"""Seconds that a connection without a request stays open."""
LAST_WORDS: Final = 3
"""Seconds that sessions have to end when the server stops."""
SPARE_CONNECTIONS: Final = 200
"""Connections at the same time besides the sessions."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any free one. Raises OthelloError."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0
        reason = (os.strerror(number) if number > 0 else getattr(error, "strerror", str(error))).lower()
        raise OthelloError(
            f"cannot listen on {host}, port {port}: {reason}; choose --port 0 for any free port"
        ) from None


class _Server(uvicorn.Server):
    """A server that calls a function when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()


def serve(
    listener: socket.socket,
    settings: WebSettings,
    opening: OpeningBook | None,
    on_ready: Callable[[], None],
) -> None:
    """Serve until the process gets SIGINT or SIGTERM; *on_ready* is called when requests are answered."""
    prepare(settings.engine)
    logging.getLogger("uvicorn.error").addFilter(_is_of_the_server)
    config = uvicorn.Config(
        application(settings, opening),
        log_level="error",
        access_log=False,
        lifespan="off",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        limit_concurrency=settings.sessions + SPARE_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_WORDS,
        proxy_headers=False,
        server_header=False,
    )
    _Server(config, on_ready).run(sockets=[listener])


def _is_of_the_server(record: logging.LogRecord) -> bool:
    """Return whether a line of the log is about the server, and not about malformed bytes of a client.

    uvicorn logs a traceback if a text is not UTF-8, and if it has answered a malformed body itself before the
    application does.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, UnicodeDecodeError | LocalProtocolError)
