"""Creates parts of pages about reviews: values as text, moves as JSON objects, and the graph of a game."""

from collections.abc import Sequence
from typing import Final

from othello.formats.record import GameRecord
from othello.players.rating import rate
from othello.review.accuracy import tally, worst
from othello.review.peers import interval
from othello.review.review import Mark, ReviewedMove
from othello.rules.graph import Graph
from othello.rules.score import Color, Kind, Score
from othello.rules.square import PASS, Move, format_move

MIN_LOSS: Final = 0.05
"""The smallest loss, in discs, that is shown. Only estimates lead to smaller losses."""
FIRST: Final = 3
"""The number of mistakes that are listed under "Look first at"."""


def format_loss(loss: float) -> str:
    """Return a loss in discs as a string such as "2.5", or "" if it is less than `MIN_LOSS`."""
    return "" if loss < MIN_LOSS else f"{loss:.1f}"


def place(game: GameRecord, ply: int) -> str:
    """Return the number of move *ply*, as text. Passes are not counted, and a pass has a dash."""
    if game.moves[ply - 1] is PASS:
        return "-"
    return str(sum(move is not PASS for move in game.moves[:ply]))


def format_value(score: Score) -> str:
    """Return a value in discs as a string: "+1.3" for an estimate, "+12" for a solved position."""
    text = f"{score.discs:+.1f}" if score.kind is Kind.HEURISTIC else f"{score.discs:+.0f}"
    return text.lstrip("+-") if float(text) == 0 else text


def move_object(move: Move, turn: Color, reviewed: ReviewedMove | None) -> dict[str, object]:
    """Return a move as a JSON object. If it was reviewed, add values from black's point of view."""
    fields: dict[str, object] = {"move": format_move(move), "turn": str(turn), "mark": ""}
    if reviewed is not None:
        fields |= {
            "mark": reviewed.mark.value,
            "loss": reviewed.loss,
            "avoided": reviewed.avoided,
            "lost": format_loss(reviewed.loss),
            "played": _value_object(reviewed.played),
            "best": _value_object(reviewed.best),
            "turns": reviewed.changes_result,
            "pv": [format_move(square) for square in reviewed.pv],
            "line": [format_move(square) for square in reviewed.line],
            "reasons": [reason.object() for reason in reviewed.reasons],
            "peers": None if reviewed.peers is None else reviewed.peers.object(),
            "sentences": reviewed.sentences,
        }
    return fields


def _value_object(score: Score) -> dict[str, object]:
    """Return a value from black's point of view, the value with its certainty, and whether it is exact."""
    own = score.pov(Color.BLACK)
    return {"short": format_value(own), "text": str(own), "exact": score.is_exact}


def side_text(game: GameRecord, moves: Sequence[ReviewedMove], color: Color) -> str:
    """Return sentences with the counts of one side's moves and the moves to look at first."""
    side = tally(moves, color)
    marks = ", ".join(f"{count} {mark.value}" for mark, count in side.marks.items() if count)
    accuracy = "" if side.accuracy is None else f", accuracy {side.accuracy:.0f}"
    rated = interval(rate([(game.board(), color)]))
    rating = f", performance rating {rated}" if rated else ""
    names = ", ".join(
        f"{place(game, move.ply)}. {format_move(move.move)}" for move in worst(moves, color)[:FIRST]
    )
    first = f" Look first at {names}." if names else ""
    return (
        f"{game.player(color).name or color}: {side.best} of {side.moves} best moves, "
        f"{side.loss:.1f} discs lost{f' ({marks})' if marks else ''}{accuracy}{rating}.{first}"
    )


def graph_of(game: GameRecord, reviewed: dict[int, ReviewedMove]) -> Graph:
    """Return the graph of a game. *reviewed* contains the reviewed moves by number. Moves may be missing."""
    values = {ply: move.played.pov(Color.BLACK).discs for ply, move in reviewed.items()}
    if 1 in reviewed:
        values[0] = reviewed[1].best.pov(Color.BLACK).discs
    marks = {ply: move.mark for ply, move in reviewed.items() if move.mark is not Mark.NONE}
    points = {ply: f'class="point {mark.name.lower()}"' for ply, mark in marks.items()}
    exact = (ply for ply, move in reviewed.items() if move.played.is_exact)
    passes = (ply for ply, move in enumerate(game.moves, 1) if move is PASS)
    return Graph.of(values, points, exact, passes, last=len(game.moves))
