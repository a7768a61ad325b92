"""The state of an NBoard session besides the engine: the game and the settings."""

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
"""The name that NBoard shows. It must be one word."""
SEARCHES: Final = ("hint", "go", "analyze")
"""Requests that a later `ping` silences."""


@dataclass(eq=False)
class NBoardState(EngineSession):
    """The state of a session, which request handlers read and change.

    If the player was created without a level, it plays at the level that NBoard sets.
    """

    depth: int = levels.DEFAULT
    """The level that NBoard sets, for hints and analyses."""
    contempt: int = 0
    """The value of a proven draw to black, in hundredths of a disc."""
    last_game: NBoardGame | None = field(default_factory=NBoardGame)
    """The last game from NBoard, or None if it could not be read."""
    _is_status_shown: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._has_own_level = self.player.level is not None

    @property
    def name(self) -> str:
        """The engine's name with its level, as NBoard shows it."""
        return f"{NAME}{'-' if isinstance(self.player.level, HumanLevel) else ''}{self.player}"

    def set_depth(self, depth: int) -> None:
        """Set the level for hints and analyses. A player without a level also moves at this level."""
        self.depth = depth
        if not self._has_own_level:
            self.player.set_level(str(depth))

    def prepare(self, request: Request) -> None:
        """Create the engine if needed and show a status in the meantime. Raises GtpError if this fails."""
        if self.lazy_engine.ready is None:
            self.show_status(request, "Loading the engine")
            self.lazy_engine.get()
            self.show_status(request, "")

    def game(self, request: Request) -> NBoardGame:
        """Create the engine if needed. Return the game, or raise InvalidNotationError if there is none."""
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
        """Write a line unless a `ping` has silenced this request. Return whether the line was written."""
        if request.command.name in SEARCHES and request.interrupted.is_set():
            return False
        request.write_line(text)
        return True

    def show_status(self, request: Request, text: str) -> None:
        """Show *text* (progress or an error) as the status. An empty string clears the status."""
        if self.say(request, " ".join(("status", *text.split()))):
            self._is_status_shown = bool(text)

    def end_status(self, request: Request) -> None:
        """Clear the status that a silenced search has left."""
        if self._is_status_shown:
            self.show_status(request, "")
