"""Maximum times to wait for an engine."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds of silence after which an engine counts as hung."""

    greeting: float = 30.0
    """For the first reply of a new process: a mute one is not an engine."""
    start: float = 120.0
    """For further first commands and the first game, when some engines compile or load weights."""
    reply: float = 20.0
    """For a command that needs no search."""
    move: float = 600.0
    """For a move without a time limit."""
    margin: float = 0.5
    """Added to the time limit of a move, for the transmission in both directions."""
    quit: float = 3.0
    """For the process to end after `quit`."""


DEFAULT_TIMEOUTS: Final = Timeouts()
