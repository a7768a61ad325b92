"""Values in the terminal. If most values share a certainty, it is printed only once."""

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
    """Return the certainty of most of the scores, or an empty text without scores."""
    counts = Counter(score.certainty for score in scores)
    return counts.most_common(1)[0][0] if counts else ""


def print_best_moves(
    console: Console, board: Board, lines: Sequence[Line], opening: OpeningBook | None
) -> None:
    """Print moves with their values, their values in the opening book, and the best moves after them.

    The moves with the best value are marked by color. A value is followed by its certainty only if this is
    not the usual certainty.
    """
    moves = [] if opening is None else opening.book.moves(board)
    book = {move.move: move.score for move in moves if move.move is not None and move.score is not None}
    usual = usual_certainty(line.score for line in lines)
    usual_in_book = usual_certainty(book.values())
    common = f"values: {usual}" + (f"; in the book: {usual_in_book}" if book else "")
    table = Table(box=None, pad_edge=False)
    table.add_column("move")
    table.add_column("value", justify="right", no_wrap=True)
    if book:
        table.add_column("book", justify="right", no_wrap=True)
    table.add_column("and then")
    for line in lines:
        cells = [format_move(line.move), _text(line.score, usual)]
        if book:
            cells.append(_text(book.get(line.move), usual_in_book))
        is_best = line.score.value == lines[0].score.value
        table.add_row(*cells, " ".join(map(format_move, line.pv[1:])), style="bold green" if is_best else "")
    console.print(common)
    console.print(table)
    others = [
        f"{format_move(move)} {_text(score, usual_in_book)}"
        for move, score in book.items()
        if move not in {line.move for line in lines}
    ]
    if others:
        console.print(f"also in the book: {', '.join(others)}")


def _text(score: Score | None, usual: str) -> str:
    """Return a score as text, without its certainty if this is *usual*. Empty without a score."""
    if score is None:
        return ""
    return score.amount if score.certainty == usual else f"{score.amount} ({score.certainty})"
