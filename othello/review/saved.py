"""Converts reviewed moves to and from the JSON objects that `othello analyze` prints and stores."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from othello.errors import InvalidNotationError
from othello.formats.record import GameRecord
from othello.review.peers import peers_of, ratings_of_peers
from othello.review.reason import Cause, Reason
from othello.review.review import ReviewedMove
from othello.rules.board import Board
from othello.rules.opening_names import name_of
from othello.rules.position import Position
from othello.rules.score import DISC, MAX_DISCS, Bound, Centidiscs, Color, Kind, Score
from othello.rules.square import Move, format_move
from othello.search.json_objects import JsonObject, line_object, position_object, score_object
from othello.storage.fields import Fields

KINDS: Final = (Kind.EXACT, Kind.SELECTIVE, Kind.HEURISTIC)
"""The kinds of scores that a review can contain."""
MAX_LINE: Final = 128
"""The maximum number of moves in a line or game, including passes."""
MAX_REASONS: Final = 8
MAX_SENTENCES: Final = 8
"""The maximum number of sentences of a reason."""
MAX_SENTENCE: Final = 1000


def reviewed_object(game: GameRecord, move: ReviewedMove) -> JsonObject:
    """Return a reviewed move as the JSON object that `--json` prints."""
    noted = game.played[move.ply - 1]
    return {
        "ply": move.ply,
        **position_object(move.position),
        "move": format_move(move.move),
        "score": score_object(move.played),
        "best": line_object(move.best_move, move.best, move.pv),
        "loss": round(move.loss, 1),
        "exact": move.is_exact,
        "mark": move.mark.value,
        "changes_result": move.changes_result,
        "line": [format_move(square) for square in move.line],
        "reasons": [reason.object() for reason in move.reasons],
        "peers": None if move.peers is None else move.peers.object(),
        "opening": move.opening,
        "seconds": noted.seconds,
        "comment": noted.comment,
    }


def reviewed_moves(
    game: GameRecord, objects: Iterable[Fields | None], peers: int | None = None
) -> list[ReviewedMove]:
    """Return the reviewed moves of a game. *objects* are the JSON objects of all its moves, in order.

    For *peers*, see `review_game`. Raises InvalidNotationError or IllegalMoveError if the objects do not
    match the game.
    """
    fields = [entry for entry in objects if entry]
    if [entry.texts("line", MAX_LINE, 4)[:1] for entry in fields] != [[str(move)] for move in game.moves]:
        raise InvalidNotationError("the review belongs to a game with different moves")
    positions = game.positions()
    moves = [_reviewed(positions, entry, ply) for ply, entry in enumerate(fields, 1)]
    return with_peers(game, moves, peers)


def with_peers(game: GameRecord, moves: Sequence[ReviewedMove], peers: int | None) -> list[ReviewedMove]:
    """Return reviewed moves with `ReviewedMove.peers` filled in. For *peers*, see `review_game`."""
    ratings, played = ratings_of_peers(game.board(), peers), game.moves
    return [
        replace(
            move,
            peers=peers_of(
                move.position,
                played[move.ply - 2] if move.ply > 1 else None,
                move.move,
                move.best_move,
                ratings[move.turn],
            ),
        )
        for move in moves
    ]


def _reviewed(positions: Sequence[Position], fields: Fields, ply: int) -> ReviewedMove:
    """Return the reviewed move with the number *ply*, without peers. *positions* are the game's positions."""
    position, best = positions[ply - 1], fields.inner("best")
    line, pv = _line(fields, "line", position), _line(best, "pv", position)
    played_score = _score(fields.inner("score"), position.turn)
    best_score = _score(best.inner("score"), position.turn)
    if played_score.value > best_score.value:
        raise InvalidNotationError("the value of the best move is smaller than the value of the move played")
    reasons = tuple(_reason(reason) for reason in fields.inner_lists("reasons", MAX_REASONS) if reason)
    name = name_of(positions[ply])
    return ReviewedMove(ply, position, line[0], played_score, best_score, pv, name, line, reasons)


def _line(fields: Fields, name: str, position: Position) -> tuple[Move, ...]:
    """Return the line in the field *name*. Raises an exception for an empty line or an illegal move."""
    board = Board(position)
    for move in fields.texts(name, MAX_LINE, 4):
        board.push(Move(move))
    if not board.move_stack:
        raise InvalidNotationError(f"{name} has no move")
    return tuple(board.move_stack)


def _score(fields: Fields, turn: Color) -> Score:
    kind = Kind(fields.choice("kind", [kind.value for kind in KINDS]))
    value = round(DISC * fields.number("discs", -MAX_DISCS, MAX_DISCS))
    probability = fields.whole("probability", 1, 99) if fields.has("probability") else None
    has_part_of_disc = kind is not Kind.HEURISTIC and value % DISC != 0
    is_uncertain_proof = kind is Kind.EXACT and probability is not None
    lacks_probability = kind is Kind.SELECTIVE and probability is None
    if has_part_of_disc or is_uncertain_proof or lacks_probability:
        raise InvalidNotationError(
            f"a score of kind {kind.value} cannot have this combination of discs and probability"
        )
    bound = Bound(fields.choice("bound", [bound.value for bound in Bound]))
    return Score(Centidiscs(value), kind, turn, bound, fields.whole("depth", 0, 64), probability)


def _reason(fields: Fields) -> Reason:
    return Reason(
        Cause(fields.choice("code", [cause.value for cause in Cause])),
        tuple(map(Move, fields.texts("squares", 64, 2))),
        tuple(fields.wholes("counts", 2, 0, 64)),
        tuple(fields.texts("sentences", MAX_SENTENCES, MAX_SENTENCE)),
        fields.number("discs", 0, 2 * MAX_DISCS),
    )
