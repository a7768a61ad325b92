"""Conversations in UGI.

The thread that carries out requests starts a search for `go` and goes on: `isready`, `query` and `stop` are
answered while it runs. All other requests wait for its end; they first stop a search that has no other end,
of `go infinite` or `go ponder`. So requests from a file are carried out in order, and nothing is lost.

After an answer to `go` the engine may ponder, see `othello.gtp.engine_session`, while the game is at the
position of the `go` or after the engine's own move.

After `quit` and after the end of the input, a search may continue for a second.
"""

import contextlib

from othello.errors import InvalidNotationError, NoLibraryError, OthelloError, quoted
from othello.gtp.conversation import GRACE, Conversation
from othello.gtp.protocol import GtpError
from othello.gtp.ugi.protocol import USAGE, UgiCommand, parse
from othello.gtp.ugi.requests import DURING_SEARCH, HANDLERS
from othello.gtp.ugi.session_state import UgiRequest, UgiState, complain


class UgiSession(Conversation[UgiState, UgiCommand]):
    """A UGI conversation."""

    def parse(self, line: str) -> UgiCommand | None:
        """Return the command of a line; None for a line without words."""
        return parse(line)

    def is_interrupt(self, line: str) -> bool:
        """Return whether a line stops the search before it."""
        return line.split()[:1] == ["stop"]

    def is_last(self, line: str) -> bool:
        """Return whether a line is `quit`."""
        return line.split()[:1] == ["quit"]

    def run(self) -> None:
        """Carry out requests until the end of the conversation, and wait for the answer of a search."""
        try:
            super().run()
            with contextlib.suppress(BrokenPipeError, ConnectionError):
                self.state.finish(GRACE)
        finally:
            self.state.stop()
            self.state.rest()

    def carry_out(self, request: UgiRequest) -> bool:
        """Carry out a request; an error is written as information."""
        state, name = self.state, request.command.name
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
