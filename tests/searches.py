"""Positions for tests of searches, and helpers that compare results."""

from othello import Board, Bound, Kind
from othello.formats.obf import read_obf
from tests import source

FFO = list(read_obf(source.DATA / "ffo" / "fforum-1-19.obf"))
_, SLOW, *MORE = read_obf(source.DATA / "ffo" / "fforum-20-39.obf")
"""With 15 empty squares it takes more nodes than any limit may be exceeded by."""
HARD = MORE[4:10]
"""Positions whose solution takes hundreds of thousands of nodes, most of them millions."""
LARGE = list(read_obf(source.DATA / "ffo" / "fforum-40-59.obf"))
"""Problems of which all from LARGE[13] on take minutes or hours."""
HARDEST = LARGE[13].position
GAME = Board.parse("f5d6c3d3c4f4f6")


def played_out(position, line):
    """Return the position after the moves of a line."""
    for move in line:
        position = position.play(move)
    return position


def final_score(end, side):
    """Return the final score of a finished game in the view of *side*."""
    return end.final_score if end.turn is side else -end.final_score


def sign(value):
    """Return 1, 0 or -1."""
    return (value > 0) - (value < 0)


def is_true(score, value):
    """Whether a proved score agrees with the final score *value*."""
    value = sign(value) if score.kind is Kind.WLD else value
    return {
        Bound.EQUAL: score.discs == value,
        Bound.LOWER: score.discs <= value,
        Bound.UPPER: score.discs >= value,
    }[score.bound]


def essence(result):
    """Return all fields of a result except the time."""
    return result.move, result.score, result.depth, result.nodes, result.pv, result.lines, result.was_stopped
