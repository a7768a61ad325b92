"""Sessions in NBoard's protocol, version 2.

NBoard is an Othello GUI that exchanges lines with its engine. docs/nboard.md lists the lines that NBoard
writes. All other lines are ignored. Errors in a line appear as the engine's status.

Every request stops the running search. A stopped search still reports its results so far, so `go` gets an
answer. NBoard would mistake lines about earlier requests for answers to later requests. To prevent this,
NBoard sends a `ping`, after which earlier searches write nothing more.

NBoard does not tell the engine which color it plays. Therefore the engine ponders only the position of the
last `go` and the position after its own move.

After `quit` or the end of the input, a search may continue for a second, so that requests from a file get
answers. The engine may still be loading when it answers the requests before the first game. The request that
sends the first game waits until the engine is ready, so that no clock runs during loading.
"""

import re
from typing import Final

from othello.gtp.nboard.requests import REGISTRY
from othello.gtp.nboard.session_state import NBoardState
from othello.gtp.protocol import Command
from othello.gtp.session import ProtocolSession, Request

_BARE_MOVE: Final = re.compile(r"[A-H][1-8]|PA", re.IGNORECASE)


class NBoardSession(ProtocolSession[NBoardState]):
    """A session in NBoard's protocol."""

    registry = REGISTRY

    def parse(self, line: str) -> Command | None:
        """Return the command in *line*, with the rest of the line as its argument, or None if unknown."""
        name, _, rest = line.strip().partition(" ")
        if name == "set":
            setting, _, rest = rest.strip().partition(" ")
            name = f"set {setting}"
        elif _BARE_MOVE.fullmatch(name) and not rest:
            name, rest = "move", name
        entry = self.registry.entries.get(name)
        if entry is None or (rest and not entry.arguments):
            return None
        return Command("", name, (rest.strip(),) if entry.arguments else ())

    def is_interrupt(self, line: str) -> bool:
        """Return whether *line* is a `ping`, which silences earlier searches."""
        return (command := self.parse(line)) is not None and command.name == "ping"

    def is_last(self, line: str) -> bool:
        """Return whether *line* is `quit`."""
        return line.strip() == "quit"

    def end_reply(self, request: Request, text: str, *, is_success: bool) -> None:
        """Show a failure as the engine's status."""
        if not is_success:
            self.state.show_status(request, text)
