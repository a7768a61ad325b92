"""Conversations in UGI.

The thread that carries out requests starts a search for `go` and goes on: `isready`, `query` and `stop` are
answered while it runs. All other requests wait for its end; they first stop a search that has no other end,
of `go infinite` or `go ponder`. So requests from a file are carried out in order, and nothing is lost.

After an answer to `go` the engine may ponder, see `othello.gtp.seat`, while the game is at the position
of the `go` or after the engine's own move.

After `quit` and after the end of the input, a search may continue for a second.
"""

import contextlib
import threading
from collections.abc import Callable
from itertools import takewhile

from othello.errors import InvalidNotationError, NoLibraryError, OthelloError, quoted
from othello.gtp.conversation import GRACE, Conversation, read_lines
from othello.gtp.protocol import GtpError
from othello.gtp.ugi.protocol import USAGE, is_quit, is_stop, parse
from othello.gtp.ugi.requests import DURING_SEARCH, HANDLERS
from othello.gtp.ugi.session_state import UgiRequest, UgiState, complain


class UgiSession:
    """A UGI conversation."""

    def __init__(self, state: UgiState, read: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
        """Prepare a conversation; nothing is read yet.

        read   -- waits for some bytes of input and returns them; returns no bytes at its end
        write  -- writes all bytes that it gets; raises OSError if that fails
        """
        self._state, self._write = state, write
        self._writing = threading.Lock()
        self._conversation = Conversation(
            takewhile(lambda line: not is_quit(line), read_lines(read)),
            parse,
            is_interrupt=is_stop,
            stop_search=state.stop,
            now=state.now,
        )

    def run(self) -> None:
        """Carry out requests until the end of the conversation."""
        try:
            self._conversation.run(self._carry_out)
            with contextlib.suppress(BrokenPipeError, ConnectionError):
                self._state.finish(GRACE)
        finally:
            self._state.stop()
            self._state.rest()

    def _carry_out(self, request: UgiRequest) -> bool:
        """Carry out a request; an error is written as information."""
        state, name = self._state, request.command.name
        request.write_line = self._write_line
        if name not in DURING_SEARCH or not state.is_searching:
            state.finish()
            state.rest()
        try:
            if name not in HANDLERS:
                raise InvalidNotationError(f"{quoted(name)} is not a command: use {', '.join(USAGE)}")
            HANDLERS[name](state, request)
        except (OthelloError, NoLibraryError, GtpError) as error:
            complain(request, str(error))
        if state.is_finished:  # otherwise the search itself begins to ponder at its end
            state.idle(request.successor)
        return True

    def _write_line(self, text: str) -> None:
        with self._writing:
            self._write(f"{text}\n".encode(errors="replace"))
