"""Replies with searches and books as JSON objects, see docs/web.md."""

from othello.book.book import Book
from othello.book.objects import moves_object
from othello.review.objects import move_object
from othello.review.review import ReviewedMove
from othello.rules.board import Board
from othello.rules.graph import Graph
from othello.rules.opening_names import name_of
from othello.search.json_objects import JsonObject, line_object, lines_object, score_object, work_object
from othello.search.progress import Progress
from othello.search.results import SearchInfo, SearchResult


def info_object(info: SearchInfo, progress: Progress | None) -> JsonObject:
    """Return the state of a search: its last iteration, how far the current one is, and its work."""
    found: JsonObject = {"depth": info.depth, "lines": lines_object(info.lines), "done": False}
    if progress is not None and progress.depth >= info.depth:
        found["now"] = {"depth": progress.depth, "moves_done": progress.moves_done, "moves": progress.moves}
    work = progress or info
    return found | work_object(work.nodes, work.seconds)


def analysis_object(result: SearchResult) -> JsonObject:
    """Return the end of an analysis; after the end of a game it has no lines."""
    return {
        "depth": result.depth,
        "lines": lines_object(result.lines),
        "done": True,
        "score": score_object(result.score),
    } | work_object(result.nodes, result.seconds)


def played_object(result: SearchResult) -> JsonObject:
    """Return a move of the engine."""
    found = line_object(result.move, result.score, result.pv) | {"book": result.is_book}
    return found | work_object(result.nodes, result.seconds)


def reviewed_object(move: ReviewedMove, graph: Graph) -> JsonObject:
    """Return a reviewed move, and the graph of the moves reviewed so far."""
    return {
        "ply": move.ply,
        "move": move_object(move.move, move.turn, move),
        "graph": graph.draw(),
        "scale": graph.scale(),
    }


def description_object(board: Board, book: Book | None) -> JsonObject:
    """Return the openings of a game by the number of the move, and the book's moves in its last position."""
    names = {ply: name_of(position) for ply, position in enumerate(board.positions())}
    return {
        "openings": {str(ply): name for ply, name in names.items() if name},
        "book": moves_object(book, board),
    }
