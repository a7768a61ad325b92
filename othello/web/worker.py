"""Runs a session in a browser's Python. It exchanges messages with the page through a worker."""

import asyncio
import functools
import json
import traceback
from collections.abc import AsyncIterator, Callable
from typing import Final

from othello.native import library
from othello.players.book_player import OpeningBook
from othello.search.json_objects import JsonObject
from othello.search.settings import EngineSettings
from othello.web.context import prepare
from othello.web.session import converse

_TASKS: Final = set[asyncio.Task[None]]()
"""The running sessions' tasks, stored because the event loop alone does not keep them alive."""


def prepare_early() -> None:
    """Prepare everything that needs neither machine code nor a session.

    After this call, the page stores Python's memory, so that the next visit can start from it.
    """
    library.sources()
    _book()


def begin(post: Callable[[str | None], None], table_mib: float) -> Callable[[str], None]:
    """Begin a session with the built-in book and return a function that takes the page's messages.

    *post* is called with each message for the page. If an internal error ends the session, *post* is called
    with None. Requires a running event loop. Raises OthelloError if the engine cannot be prepared.
    """
    settings = EngineSettings(table_mib=table_mib)
    prepare(settings)
    messages = asyncio.Queue[str]()

    async def send(message: JsonObject) -> None:
        post(json.dumps(message, separators=(",", ":")))

    task = asyncio.ensure_future(converse(settings, _book(), send, _texts(messages)))
    _TASKS.add(task)
    task.add_done_callback(functools.partial(_end, post))
    return messages.put_nowait


def _end(post: Callable[[str | None], None], task: asyncio.Task[None]) -> None:
    """Forget a session that has ended."""
    _TASKS.discard(task)
    if not task.cancelled() and (error := task.exception()):
        traceback.print_exception(error)  # for the browser's console
        post(None)


@functools.cache
def _book() -> OpeningBook:
    return OpeningBook()


async def _texts(messages: asyncio.Queue[str]) -> AsyncIterator[str]:
    while True:
        yield await messages.get()
