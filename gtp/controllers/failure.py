"""What an engine can do wrong."""

import enum


class Fault(enum.Enum):
    """How an engine failed; the value is what reports and logs call it."""

    START = "no start"
    """It could not be started, or did not get through the first commands."""
    CRASH = "crash"
    """Its process ended, or closed its output, in the middle of a conversation."""
    HANG = "no reply"
    """It said nothing within the time that anything is given."""
    PROTOCOL_ERROR = "protocol error"
    """What it said is no reply, or no move."""
    REFUSAL = "refusal"
    """It answered a command that must succeed with an error."""
    ILLEGAL = "illegal move"
    """Its move is not legal."""
    TIME = "time"
    """It used more time than it had."""
    RESIGNED = "resigned"
    """It gave the game up, which is no defect, but the end of the game."""


class EngineFailure(Exception):
    """An engine did something wrong; the text is one sentence that says what."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        """What kind of failure it is."""
        self.reason = reason
        """What the engine did, and what it was asked."""

    def __str__(self) -> str:
        return self.reason
