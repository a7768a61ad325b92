"""The graph of a review: the values for black, and a point for each mark."""

from othello.formats.record import GameRecord
from othello.review.review import Mark, ReviewedMove
from othello.rules.graph import Graph
from othello.rules.score import Color


def graph_of(game: GameRecord, reviewed: dict[int, ReviewedMove]) -> Graph:
    """Return the graph of a game, of which all or some moves were reviewed."""
    values = {ply: move.played.pov(Color.BLACK).discs for ply, move in reviewed.items()}
    if 1 in reviewed:
        values[0] = reviewed[1].best.pov(Color.BLACK).discs
    marks = {ply: move.mark for ply, move in reviewed.items() if move.mark is not Mark.NONE}
    points = {ply: f'class="point {mark.name.lower()}"' for ply, mark in marks.items()}
    exact = (ply for ply, move in reviewed.items() if move.played.is_exact)
    return Graph.of(values, points, exact, last=len(game.moves))
