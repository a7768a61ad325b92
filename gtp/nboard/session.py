"""Conversations in NBoard's protocol.

Every request stops the running search. A stopped search reports its results so far, so `go` gets an
answer. After a `ping`, the GUI would take late lines for answers to later requests, so a `ping` also
ends the output of earlier searches.

After an answer to `go` the engine may ponder, see `othello.gtp.engine_session`. NBoard does not say whose
turn it is, so the engine ponders while the game is at the position of the `go`, or after its own move.

After `quit` and after the end of the input, a search may continue for a second, so requests from a
file get answers. Requests before the first game are answered while the engine is loaded. The first
game waits for the engine, so no clock runs during the wait.
"""

from othello.errors import NoLibraryError, OthelloError
from othello.gtp.conversation import Conversation
from othello.gtp.nboard.protocol import NBoardCommand, parse
from othello.gtp.nboard.requests import HANDLERS
from othello.gtp.nboard.session_state import NBoardRequest, NBoardState
from othello.gtp.protocol import GtpError


class NBoardSession(Conversation[NBoardState, NBoardCommand]):
    """An NBoard conversation."""

    def parse(self, line: str) -> NBoardCommand | None:
        """Return the command of a line; None for a line that must be ignored."""
        return parse(line)

    def is_interrupt(self, line: str) -> bool:
        """Return whether a line is a `ping`, which ends the output of earlier searches."""
        command = parse(line)
        return command is not None and command.name == "ping"

    def is_last(self, line: str) -> bool:
        """Return whether a line is `quit`."""
        return parse(line) == NBoardCommand("quit")

    def carry_out(self, request: NBoardRequest) -> bool:
        """Carry out a request; an error is shown as the engine's status."""
        self.state.rest()
        try:
            HANDLERS[request.command.name](self.state, request)
        except (OthelloError, NoLibraryError, GtpError) as error:
            self.state.show_status(request, str(error))
        self.state.idle(request.successor)
        return True
