"""A move of a game with its review as an object for scripts of pages; values are for black."""

from othello.review.review import ReviewedMove
from othello.review.values import format_loss, format_value
from othello.score import Color, Score
from othello.square import Move, format_move


def move_object(move: Move, turn: Color, reviewed: ReviewedMove | None) -> dict[str, object]:
    """Return a move; one that was not reviewed has neither values nor a best line."""
    found: dict[str, object] = {"move": format_move(move), "turn": str(turn), "mark": ""}
    if reviewed is not None:
        found |= {
            "mark": reviewed.mark.value,
            "loss": reviewed.loss,
            "lost": format_loss(reviewed.loss),
            "played": _value_object(reviewed.played),
            "best": _value_object(reviewed.best),
            "turns": reviewed.changes_result,
            "pv": [format_move(each) for each in reviewed.pv],
        }
    return found


def _value_object(score: Score) -> dict[str, object]:
    """Return a value for black: as short text, as text with its certainty, and whether it is exact."""
    own = score.pov(Color.BLACK)
    return {"short": format_value(own), "text": str(own), "exact": score.is_exact}
