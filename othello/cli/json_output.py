"""What `--json` prints of scores and lines."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from othello.results import Line
    from othello.score import Score


def score_object(score: "Score") -> dict[str, object]:
    """A score: its discs in the view of the side to move, and all that says how far to trust it."""
    return {
        "discs": score.discs,
        "kind": score.kind.value,
        "bound": score.bound.value,
        "depth": score.depth,
        "probability": score.selectivity,
    }


def line_object(line: "Line") -> dict[str, object]:
    """One of the best moves with its score, and what follows."""
    from othello.square import format_move

    return {
        "move": format_move(line.move),
        **score_object(line.score),
        "depth": line.depth,
        "pv": " ".join(map(format_move, line.pv)),
    }
