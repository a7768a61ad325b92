"""Values and losses of moves as text for tables."""

from typing import Final

from othello.score import Kind, Score

MIN_LOSS: Final = 0.05
"""Smallest loss that is shown, in discs; only estimates have smaller losses."""


def format_loss(loss: float) -> str:
    """Format a loss in discs: "", "2.0", "2.5"; empty below `MIN_LOSS`."""
    return "" if loss < MIN_LOSS else f"{loss:.1f}"


def format_value(score: Score) -> str:
    """Format a value in discs: "+1.3" for an estimate, "+12" at the end of the game."""
    text = f"{score.discs:+.1f}" if score.kind is Kind.HEURISTIC else f"{score.discs:+.0f}"
    return text.lstrip("+-") if float(text) == 0 else text
