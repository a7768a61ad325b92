"""Converts scores, lines, positions and results to the JSON objects that `--json` prints.

docs/json.md describes the objects. A test compares that page with the output of the commands.
"""

from collections.abc import Sequence

from othello.rules.position import Position
from othello.rules.score import Bound, Kind, Score, sign
from othello.rules.square import Move, format_move
from othello.search.results import Line, SearchResult

JsonObject = dict[str, object]
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def score_object(score: Score | None) -> JsonObject | None:
    """Return a score as an object with its value for the side to move and its certainty.

    For None, return None.
    """
    if score is None:
        return None
    is_decided = score.is_proved and score.bound is Bound.EQUAL
    return {
        "discs": None if score.kind is Kind.WLD else _number(score.discs),
        "outcome": OUTCOMES[sign(score.value)] if is_decided else None,
        "kind": score.kind.value,
        "bound": score.bound.value,
        "depth": score.depth,
        "probability": score.probability,
    }


def line_object(move: Move | None, score: Score, pv: Sequence[Move]) -> JsonObject:
    """Return a move with its score and principal variation. The move of a finished game is None."""
    return {
        "move": None if move is None else format_move(move),
        "score": score_object(score),
        "pv": [format_move(move) for move in pv],
    }


def lines_object(lines: Sequence[Line]) -> list[JsonObject]:
    """Return a list of objects, one for each line, best first."""
    return [line_object(line.move, line.score, line.pv) for line in lines]


def position_object(position: Position) -> JsonObject:
    """Return an object with a position as a string, its side to move and its number of empty squares."""
    return {"position": position.format(), "turn": str(position.turn), "empties": position.empties}


def result_object(result: SearchResult) -> JsonObject:
    """Return an object with the best line of a search, its node count and its time."""
    return line_object(result.move, result.score, result.pv) | work_object(result.nodes, result.seconds)


def work_object(nodes: int, seconds: float) -> JsonObject:
    """Return an object with the node count and the time of a search."""
    return {"nodes": nodes, "seconds": round(seconds, 6)}


def _number(discs: float) -> float:
    """Return *discs*, as an int if it is a whole number."""
    return int(discs) if discs == int(discs) else discs
