"""The limits of the server."""

from dataclasses import dataclass
from typing import Final

from othello.search.settings import EngineSettings

DEFAULT_ENGINE: Final = EngineSettings(table_mib=64)
MAX_SESSIONS: Final = 1000
LARGEST_UPLOAD: Final = 1 << 20
"""Bytes of a file of games, unpacked."""
LARGEST_MESSAGE: Final = LARGEST_UPLOAD * 3 // 2
"""Bytes of a message: a file in Base64 takes a third more."""
MAX_UPLOADED: Final = 1000
"""Games of a file that are read."""
LONGEST_TEXT: Final = 1 << 16
"""Characters of one game or board in words, which is read in the ways in which people write them."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Settings of the server, see `othello.web.app.application`."""

    engine: EngineSettings = DEFAULT_ENGINE
    """Settings of the engine of each session."""
    sessions: int = 8
    """Number of sessions at the same time, 1 to MAX_SESSIONS; others are refused."""
    names: frozenset[str] = frozenset()
    """Names, in lower case, under which the server may be addressed besides localhost and IP addresses."""

    @property
    def most_mib(self) -> float:
        """Size in MiB of the tables of all sessions."""
        return self.sessions * self.engine.table_mib
