"""The ways in which an engine can fail."""

import enum

from othello.errors import OthelloError


class Fault(enum.Enum):
    """How an engine failed; the value is the name in reports and journals."""

    START = "no start"
    """The engine could not be started, or failed at one of the first commands."""
    CRASH = "crash"
    """The process ended, or closed its output, in the middle of a conversation."""
    HANG = "no reply"
    """There was no reply within the timeout."""
    PROTOCOL_ERROR = "protocol error"
    """The output is not a reply, or not a move."""
    REFUSAL = "refusal"
    """A command that must succeed got an error."""
    ILLEGAL = "illegal move"
    """The move is not legal."""
    TIME = "time"
    """The move took more time than there was."""
    RESIGNED = "resigned"
    """The engine resigned, which is not a defect."""


class EngineFailure(OthelloError):
    """An engine failed; the text is one sentence that says how."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        """The kind of failure."""
        self.reason = reason
        """What the engine did, and the command before it."""

    def __str__(self) -> str:
        return self.reason
