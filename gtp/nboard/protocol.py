"""Formats the lines that NBoard reads, in version 2 of its protocol.

Source: C. Welty, "NBoard protocol", and the source code of NBoard.
"""

from othello.rules.score import DISC, Bound, Color, Kind, Score
from othello.rules.square import PASS, Move, format_move
from othello.search.results import Line


def format_pv(pv: tuple[Move, ...]) -> str:
    """Format moves like "F5-D6-C3". A pass is written as PA."""
    return "-".join("PA" if move == PASS else format_move(move).upper() for move in pv)


def format_eval(score: Score, contempt: int) -> str:
    """Format a score in discs for `score.turn`, such as "-1.50".

    A proven draw is worth *contempt* hundredths of a disc to black.
    """
    # `is_exact` would be too strict: it is false if the search proved only who wins.
    is_proved_draw = score.is_proved and score.value == 0 and score.bound is Bound.EQUAL
    if is_proved_draw:
        return f"{(contempt if score.turn is Color.BLACK else -contempt) / DISC:+.2f}"
    return f"{score.discs:+.2f}"


def format_depth(score: Score, depth: int) -> str:
    """Format depth and certainty, such as "12", "24@73%", "100%" (exact) or "100%W" (only the winner)."""
    if score.bound is not Bound.EQUAL:
        return str(depth)
    if score.is_proved:
        return "100%W" if score.kind is Kind.WLD else "100%"
    return str(score.depth) if score.probability is None else f"{score.depth}@{score.probability}%"


def format_search(line: Line, contempt: int) -> str:
    """Format a report on a line, with its moves, value and depth, and a note if the value is a bound."""
    note = {Bound.EQUAL: "", Bound.LOWER: " at least", Bound.UPPER: " at most"}[line.score.bound]
    depth = format_depth(line.score, line.depth)
    return f"search {format_pv(line.pv)} {format_eval(line.score, contempt)} 0 {depth}{note}"


def format_book(move: Move, score: Score, games: int, contempt: int) -> str:
    """Format a book move: the move, its value, its number of games, and its certainty."""
    return (
        f"book {format_pv((move,))} {format_eval(score, contempt)} {games} {format_depth(score, score.depth)}"
    )
