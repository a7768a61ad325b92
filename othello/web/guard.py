"""Protects the server from other sites' pages. It checks Host and Origin and adds headers to responses.

Another site's page can make the browser connect to this server. Two request headers reveal this:

- Host: With DNS rebinding, another site's name leads to this server's address. Therefore, a name must be
  localhost or one of this server's names. An IP address is safe, because it does not belong to another site.
- Origin: When a page opens a WebSocket, the browser sends the page's origin. It must be the origin of this
  server.
"""

import ipaddress
import re
from collections.abc import Collection
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_ENCODED: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9._-]+)(?::\d{1,5})?")
REFUSED: Final = b"This server does not answer to that name: use localhost or the address of the computer.\n"


class Guard:
    """Middleware that refuses requests from other sites' pages and adds HEADERS to all responses."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        """Protect *app*. *names* are this server's names besides localhost, in lower case."""
        self._app = app
        self._names = {"localhost", *names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it with status 403."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif self._accepts(scope):
            await self._app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)
        elif scope["type"] == "http":
            start: Message = {"type": "http.response.start", "status": 403, "headers": [*_ENCODED]}
            start["headers"].append((b"content-type", b"text/plain; charset=utf-8"))
            await send(start)
            await send({"type": "http.response.body", "body": REFUSED})
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    def _accepts(self, scope: Scope) -> bool:
        """Return whether Host names this server and Origin, if it is present, is this server's origin."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1").lower() for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self._is_own(hosts[0]) or len(origins) > 1:
            return False
        return not origins or origins[0] in (f"http://{hosts[0]}", f"https://{hosts[0]}")

    def _is_own(self, host: str) -> bool:
        """Return whether *host*, the value of a Host header, names this server."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].removesuffix(".")
        return name in self._names or _is_address(name.strip("[]"))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    """Return a function that adds HEADERS to responses before sending them."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_ENCODED]}
        await send(message)

    return send_with_headers
