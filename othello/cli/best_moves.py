"""Prints moves with their values. If most values are equally certain, the certainty is printed only once."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

from othello.players.book_player import OpeningBook
from othello.rules.board import Board
from othello.rules.score import Score
from othello.rules.square import format_move
from othello.search.results import Line


def usual_certainty(scores: Iterable[Score]) -> str:
    """Return the most common certainty of *scores*, or an empty string if there are no scores."""
    counts = Counter(score.certainty for score in scores)
    return counts.most_common(1)[0][0] if counts else ""


def print_best_moves(
    console: Console, board: Board, lines: Sequence[Line], opening: OpeningBook | None
) -> None:
    """Print moves with their values, their book values, and the best continuations.

    The best moves are colored. A value is followed by its certainty only if this differs from the usual
    certainty.
    """
    moves = [] if opening is None else opening.book.moves(board)
    book = {move.move: move.score for move in moves if move.move is not None and move.score is not None}
    usual = usual_certainty(line.score for line in lines)
    usual_in_book = usual_certainty(book.values())
    common = f"values: {usual}" + (f"; in the book: {usual_in_book}" if book else "")
    table = Table(box=None, pad_edge=False)
    table.add_column("move")
    columns = [_column("value", [line.score for line in lines], usual)]
    if book:
        columns.append(_column("book", [book.get(line.move) for line in lines], usual_in_book))
    for heading, *_ in columns:
        table.add_column(heading, no_wrap=True)
    table.add_column("and then")
    for line, *cells in zip(lines, *(column[1:] for column in columns), strict=True):
        is_best = line.score.value == lines[0].score.value
        pv = " ".join(map(format_move, line.pv[1:]))
        table.add_row(format_move(line.move), *cells, pv, style="bold green" if is_best else "")
    console.print(common)
    console.print(table)
    others = [
        f"{format_move(move)} {score.amount}{_note(score, usual_in_book)}"
        for move, score in book.items()
        if move not in {line.move for line in lines}
    ]
    if others:
        console.print(f"also in the book: {', '.join(others)}")


def _column(heading: str, scores: Sequence[Score | None], usual: str) -> list[str]:
    """Return *heading* and the scores as cells. The numbers are aligned even if notes follow them."""
    width = max(len(text) for text in (heading, *(score.amount for score in scores if score)))
    texts = ("" if score is None else score.amount.rjust(width) + _note(score, usual) for score in scores)
    return [heading.rjust(width), *texts]


def _note(score: Score, usual: str) -> str:
    """Return a score's certainty in parentheses, or an empty string if the certainty is *usual*."""
    return "" if score.certainty == usual else f" ({score.certainty})"
