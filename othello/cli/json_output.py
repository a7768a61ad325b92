"""Scores and lines as `--json` prints them."""

from othello.results import Line
from othello.score import Score
from othello.square import format_move


def score_object(score: Score) -> dict[str, object]:
    """Return a score: discs for the side to move, and its certainty."""
    return {
        "discs": score.discs,
        "kind": score.kind.value,
        "bound": score.bound.value,
        "depth": score.depth,
        "probability": score.probability,
    }


def line_object(line: Line) -> dict[str, object]:
    """Return a move with its score and principal variation."""
    return {
        "move": format_move(line.move),
        **score_object(line.score),
        "depth": line.depth,
        "pv": " ".join(map(format_move, line.pv)),
    }
