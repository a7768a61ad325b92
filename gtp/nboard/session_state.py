"""The state of an NBoard session: the game and the settings, besides the engine."""

from dataclasses import dataclass, field
from typing import Final

from othello.errors import InvalidNotationError
from othello.gtp.engine_session import EngineSession
from othello.gtp.nboard.game import NBoardGame
from othello.gtp.session import Request
from othello.players.levels import HumanLevel
from othello.search import levels
from othello.search.limits import Limits
from othello.search.stop_signal import StopSignal

NAME: Final = "Othello"
"""The name that the GUI shows. It must be one word."""
SEARCHES: Final = ("hint", "go", "analyze")
"""Requests whose output a `ping` silences."""


@dataclass(eq=False)
class NBoardState(EngineSession):
    """The state of a session, which the handlers of requests change.

    If the player has no level, it plays at the depth that the GUI sets.
    """

    depth: int = levels.DEFAULT
    """The depth that the GUI sets: the level of hints and analyses."""
    contempt: int = 0
    """The value of a proved draw for black, in hundredths of a disc."""
    last_game: NBoardGame | None = field(default_factory=NBoardGame)
    """The game that NBoard sent, or None if it could not be read."""
    _is_status_shown: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._has_own_level = self.player.level is not None

    @property
    def name(self) -> str:
        """The name of the engine with its level, as the GUI shows it."""
        return f"{NAME}{'-' if isinstance(self.player.level, HumanLevel) else ''}{self.player}"

    def set_depth(self, depth: int) -> None:
        """Set the level of hints and analyses, and of moves unless the player has its own level."""
        self.depth = depth
        if not self._has_own_level:
            self.player.set_level(str(depth))

    def prepare(self, request: Request) -> None:
        """Make the engine if it is not ready, and show that. Raises GtpError if it does not start."""
        if self.lazy_engine.ready is None:
            self.show_status(request, "Loading the engine")
            self.lazy_engine.get()
            self.show_status(request, "")

    def game(self, request: Request) -> NBoardGame:
        """Make the engine and return the game. Raises InvalidNotationError if there is no game."""
        self.prepare(request)
        if self.last_game is None:
            raise InvalidNotationError("There is no position: the game could not be read")
        return self.last_game

    def idle(self, cancel: StopSignal) -> None:
        """Ponder until the next request, which sets *cancel*."""
        game = self.last_game
        if game is not None:
            self.ponder(game.position, lambda: Limits(clock=game.clock()), cancel)

    # Lines to the GUI.

    def say(self, request: Request, text: str) -> bool:
        """Write a line, unless it is about a search that a `ping` silenced. Return whether it was written."""
        if request.command.name in SEARCHES and request.interrupted.is_set():
            return False
        request.write_line(text)
        return True

    def show_status(self, request: Request, text: str) -> None:
        """Show what the engine does, or what is wrong with a line. An empty *text* ends the status."""
        if self.say(request, " ".join(("status", *text.split()))):
            self._is_status_shown = bool(text)

    def end_status(self, request: Request) -> None:
        """End a status that a silenced search has left."""
        if self._is_status_shown:
            self.show_status(request, "")
