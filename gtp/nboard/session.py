"""Conversations in NBoard's protocol.

Every request stops the running search. A stopped search reports its results so far, so `go` gets an
answer. After a `ping`, the GUI would take late lines for answers to later requests, so a `ping` also
ends the output of earlier searches.

After an answer to `go` the engine may ponder, see `othello.gtp.seat`. NBoard does not say whose turn it
is, so the engine ponders while the game is at the position of the `go`, or after its own move.

After `quit` and after the end of the input, a search may continue for a second, so requests from a
file get answers. Requests before the first game are answered while the engine is loaded. The first
game waits for the engine, so no clock runs during the wait.
"""

from collections.abc import Callable
from itertools import takewhile

from othello.errors import NoLibraryError, OthelloError
from othello.gtp.conversation import Conversation, read_lines
from othello.gtp.nboard.protocol import is_ping, is_quit, parse
from othello.gtp.nboard.requests import HANDLERS
from othello.gtp.nboard.session_state import NBoardRequest, NBoardState
from othello.gtp.protocol import GtpError


class NBoardSession:
    """An NBoard conversation."""

    def __init__(
        self, state: NBoardState, read: Callable[[], bytes], write: Callable[[bytes], object]
    ) -> None:
        """Prepare a conversation; nothing is read yet.

        read   -- waits for some bytes of input and returns them; returns no bytes at its end
        write  -- writes all bytes that it gets; raises OSError if that fails
        """
        self._state, self._write = state, write
        self._conversation = Conversation(
            takewhile(lambda line: not is_quit(line), read_lines(read)),
            parse,
            is_interrupt=is_ping,
            stop_search=state.stop,
        )

    def run(self) -> None:
        """Carry out requests until the end of the conversation."""
        try:
            self._conversation.run(self._carry_out)
        finally:
            self._state.rest()

    def _carry_out(self, request: NBoardRequest) -> bool:
        """Carry out a request; an error is shown as the engine's status."""
        self._state.rest()
        request.write_line = self._write_line
        try:
            HANDLERS[request.command.name](self._state, request)
        except (OthelloError, NoLibraryError, GtpError) as error:
            self._state.show_status(request, str(error))
        self._state.idle(request.successor)
        return True

    def _write_line(self, text: str) -> None:
        self._write(f"{text}\n".encode(errors="replace"))
