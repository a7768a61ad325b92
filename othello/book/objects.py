"""The moves of a book as `--json` and the page print them, see docs/json.md."""

from othello.book.book import Book
from othello.rules.board import Board
from othello.rules.square import format_move
from othello.search.json_objects import JsonObject, score_object


def moves_object(book: Book | None, board: Board) -> list[JsonObject]:
    """Return the moves of a board, best first; without a book and after the end of a game there are none."""
    moves = [] if book is None or board.is_over else book.moves(board)
    return [
        {
            "move": format_move(each.move),
            "score": score_object(each.score) if each.score else None,
            "games": each.games.visits,
            "rate": each.games.rate,
        }
        for each in moves
        if each.move is not None
    ]
