"""The ways in which an engine can fail, and maximum times to wait for it."""

import enum
from dataclasses import dataclass
from typing import Final

from othello.errors import OthelloError


class Fault(enum.Enum):
    """How an engine failed. The value is the name in reports and journals."""

    START = "no start"
    """The engine could not be started, or failed at one of the first commands."""
    CRASH = "crash"
    """The process ended or closed its output although an answer was due."""
    HANG = "no reply"
    """There was no reply within the timeout."""
    PROTOCOL_ERROR = "protocol error"
    """The output is not a reply, or not a move."""
    REFUSAL = "refusal"
    """A command that must succeed got an error."""
    ILLEGAL = "illegal move"
    """The move is not legal."""
    TIME = "time"
    """The move took more time than was available."""
    RESIGNED = "resigned"
    """The engine resigned, which is not a defect."""


class EngineFailure(OthelloError):
    """An engine failed. The text is one sentence about the failure."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        """The kind of failure."""
        self.reason = reason
        """The failure in words, with the command before it."""

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds of silence after which an engine counts as hung."""

    greeting: float = 30.0
    """For the first reply of a new process. A program that stays silent is not an engine."""
    start: float = 120.0
    """For other commands at the start and for the first game, because some engines then compile or load
    weights."""
    reply: float = 20.0
    """For a command that needs no search."""
    move: float = 600.0
    """For a move without a time limit."""
    margin: float = 0.5
    """Added to the time limit of a move, for the transmission in both directions."""
    quit: float = 3.0
    """For the process to end after `quit`."""


DEFAULT_TIMEOUTS: Final = Timeouts()
