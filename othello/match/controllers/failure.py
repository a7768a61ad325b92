"""Defines how an engine can fail and how long to wait for its replies."""

import enum
from dataclasses import dataclass
from typing import Final

from othello.errors import OthelloError


class Fault(enum.Enum):
    """The ways in which an engine can fail. Reports and journals contain the values."""

    START = "no start"
    """The engine could not be started, or one of the first commands failed."""
    CRASH = "crash"
    """The process ended or closed its output when it should have answered."""
    HANG = "no reply"
    """No reply came within the timeout."""
    PROTOCOL_ERROR = "protocol error"
    """The output is not a reply, or the reply is not a move."""
    REFUSAL = "refusal"
    """The engine replied with an error to a command that must succeed."""
    ILLEGAL = "illegal move"
    """The engine chose an illegal move."""
    TIME = "time"
    """The move took more time than the engine had left."""
    RESIGNED = "resigned"
    """The engine resigned. This is not a defect."""


class EngineFailure(OthelloError):
    """Raised if an engine fails. The message is one sentence about the failure."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        """How the engine has failed."""
        self.reason = reason
        """The failure in words. If a command was sent before the failure, the text includes this command."""

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How many seconds to wait before an engine counts as hung."""

    greeting: float = 30.0
    """Seconds to wait for a new process's first reply. A program that stays silent for longer is not an
    engine."""
    start: float = 120.0
    """Seconds to wait for each later command at the start and for the first game. Some engines compile code
    or load files at this time."""
    reply: float = 20.0
    """Seconds to wait for the reply to a command that needs no search."""
    move: float = 600.0
    """Seconds to wait for a move that has no time limit."""
    margin: float = 0.5
    """Seconds added to the time limit of a move, because sending the request and the answer takes time."""
    quit: float = 3.0
    """Seconds to wait for the process to end after `quit`."""


DEFAULT_TIMEOUTS: Final = Timeouts()
