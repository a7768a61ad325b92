"""The server's settings and limits."""

from dataclasses import dataclass
from typing import Final

from othello.search.settings import EngineSettings

DEFAULT_ENGINE: Final = EngineSettings(table_mib=64)
MAX_SESSIONS: Final = 1000
LARGEST_UPLOAD: Final = 1 << 20
"""Maximum uncompressed size of a game file in bytes."""
LARGEST_MESSAGE: Final = LARGEST_UPLOAD * 3 // 2
"""Maximum size of a message in bytes. A file in a message grows by a third, because it is in Base64."""
MAX_UPLOADED: Final = 1000
"""Maximum number of games read from a file."""
LONGEST_TEXT: Final = 1 << 16
"""Maximum number of characters in a game or board that a person has written as text."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The server's settings (see `othello.web.app.application`)."""

    engine: EngineSettings = DEFAULT_ENGINE
    """Settings of each session's engine."""
    sessions: int = 8
    """Maximum number of simultaneous sessions, 1 to MAX_SESSIONS. The server refuses further sessions."""
    names: frozenset[str] = frozenset()
    """The server's names besides localhost and IP addresses, in lower case."""
    address: str = ""
    """The page's address for other devices in the network, or "" if they cannot reach the server."""

    @property
    def most_mib(self) -> float:
        """Total size in MiB of the transposition tables with the maximum number of sessions."""
        return self.sessions * self.engine.table_mib
