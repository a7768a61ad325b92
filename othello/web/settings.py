"""The limits of the server."""

from dataclasses import dataclass
from typing import Final

from othello.search.settings import EngineSettings

DEFAULT_ENGINE: Final = EngineSettings(table_mib=64)
MAX_SESSIONS: Final = 1000
LARGEST_UPLOAD: Final = 1 << 20
"""Maximum size of a file of games, unpacked, in bytes."""
LARGEST_MESSAGE: Final = LARGEST_UPLOAD * 3 // 2
"""Maximum size of a message, in bytes. Base64 makes a file a third larger."""
MAX_UPLOADED: Final = 1000
"""Maximum number of games that are read from a file."""
LONGEST_TEXT: Final = 1 << 16
"""Maximum number of characters of a game or a board as text, as people write it."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Settings of the server, see `othello.web.app.application`."""

    engine: EngineSettings = DEFAULT_ENGINE
    """Settings of the engine of each session."""
    sessions: int = 8
    """Number of sessions at the same time, 1 to MAX_SESSIONS. Further sessions are refused."""
    names: frozenset[str] = frozenset()
    """Names of the server besides localhost and IP addresses, in lower case."""

    @property
    def most_mib(self) -> float:
        """Size in MiB of the tables of all sessions."""
        return self.sessions * self.engine.table_mib
