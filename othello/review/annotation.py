"""Writes a reviewed game as SGF, which other programs can show, and reads the review from such an SGF file.

Each move gets its value (V), a mark for its loss (DO, BM[1] or BM[2]), and a comment (C). If a move loses
discs, the best line is added as a variation, with its first move marked (TE). After a marked move, a triangle
(TR) shows the best square, and crosses (MA) show the squares of the reasons. The comment on the first node is
a summary. Property XR of the first node stores the review in machine-readable form, with a checksum, so that
it can be loaded without searching again.

Source of the properties: the SGF user guide at red-bean.com.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from othello.errors import InvalidNotationError
from othello.formats.record import GameRecord, PlayedMove, Variation
from othello.formats.sgf import Marks, format_sgf, letters
from othello.review.objects import MIN_LOSS, format_loss, side_text
from othello.review.review import Mark, ReviewedMove
from othello.review.saved import MAX_LINE, reviewed_moves, reviewed_object
from othello.rules.score import Color
from othello.rules.square import PASS, format_move
from othello.storage.append import check_seal, sealed
from othello.storage.fields import Fields

MARKS: Final[Mapping[Mark, Mapping[str, list[str]]]] = {
    Mark.DUBIOUS: {"DO": [""]},
    Mark.MISTAKE: {"BM": ["1"]},
    Mark.BLUNDER: {"BM": ["2"]},
}
"""The SGF properties for the marks."""
OWN: Final = ("start", "moves", "check")
"""The fields of a stored review that are not part of its heading."""
KEPT: Final = ("score", "best", "line", "reasons")
"""The fields of a reviewed move that must be stored because they cannot be derived from the game."""


@dataclass(frozen=True, slots=True)
class SavedReview:
    """A review read from a file of games."""

    game: GameRecord
    """The game without the comments and variations added by the review."""
    moves: list[ReviewedMove]
    """All moves of the game, in order."""
    heading: dict[str, object]
    """The heading that was passed to `annotated`."""


def annotated(game: GameRecord, moves: Sequence[ReviewedMove], heading: dict[str, object]) -> str:
    """Return a game and its review as SGF.

    moves   -- some or all of the game's moves in order, reviewed
    heading -- the facts on which the review depends (see `review.reviews.Reviews.heading`)

    The XR property is written only if all moves were reviewed.
    """
    is_whole = len(moves) == len(game.moves)
    by_ply = {move.ply: move for move in moves}
    played = tuple(
        _with_review(own, by_ply[ply]) if ply in by_ply else own for ply, own in enumerate(game.played, 1)
    )
    marks: Marks = {
        **{(move.ply, move.best_move): {"TE": ["1"]} for move in moves if move.mark is not Mark.NONE},
        **{(move.ply, move.move): _marks(move) for move in moves},
    }
    objects = [
        {name: value for name, value in reviewed_object(game, move).items() if name in KEPT} for move in moves
    ]
    record = replace(
        game,
        played=played,
        variations=(*game.variations, *map(_best_line, filter(_loses, moves))),
        review=sealed(heading | {"start": game.start.format(), "moves": objects}) if is_whole else "",
    )
    return format_sgf(record, summary(game, moves), marks)


def saved_review(game: GameRecord) -> SavedReview:
    """Return the review stored in a game (see `GameRecord.review`).

    Raises InvalidNotationError or IllegalMoveError if the review was modified or describes other moves.
    """
    check_seal(game.review)
    fields = Fields.parse(game.review, "the review")
    if fields.text("start", 66) != game.start.format():
        raise InvalidNotationError("the review belongs to a game with a different first position")
    peers = fields.whole("peers", 0, 10000) if fields.has("peers") else None
    moves = reviewed_moves(game, fields.inner_lists("moves", MAX_LINE), peers)
    lines = {(line.ply, _squares(line.played)) for line in map(_best_line, filter(_loses, moves))}
    plain = replace(
        game,
        played=tuple(_without_review(own, move) for own, move in zip(game.played, moves, strict=True)),
        variations=tuple(
            variation
            for variation in game.variations
            if (variation.ply, _squares(variation.played)) not in lines
        ),
        comment=_without(game.comment, summary(game, moves)),
        review="",
    )
    heading = {name: value for name, value in json.loads(game.review).items() if name not in OWN}
    return SavedReview(plain, moves, heading)


def summary(game: GameRecord, moves: Sequence[ReviewedMove]) -> str:
    """Return sentences with the counts and ratings of both sides."""
    sides = " ".join(side_text(game, moves, color) for color in Color)
    return f"Reviewed by othello. Values are in discs for black. {sides}"


def comment_on(move: ReviewedMove) -> str:
    """Return sentences about a move's value, its loss, the best move and the reasons."""
    text = f"{move.played.pov(Color.BLACK)}."
    if _loses(move):
        result = " and the result" if move.changes_result else ""
        best = f"Best: {format_move(move.best_move)}, {move.best.pov(Color.BLACK)}."
        text += f" Loses {format_loss(move.loss)}{result}. {best}"
    return " ".join((text, *move.sentences))


def _loses(move: ReviewedMove) -> bool:
    return move.loss >= MIN_LOSS


def _with_review(own: PlayedMove, move: ReviewedMove) -> PlayedMove:
    comment = f"{comment_on(move)} {own.comment}".strip()
    return replace(own, value=move.played.discs, comment=comment)


def _without_review(own: PlayedMove, move: ReviewedMove) -> PlayedMove:
    return replace(own, value=None, comment=_without(own.comment, comment_on(move)))


def _without(comment: str, text: str) -> str:
    return " ".join(comment.replace(text, "", 1).split())


def _best_line(move: ReviewedMove) -> Variation:
    """Return the best line as a variation."""
    first, *others = move.pv
    comment = f"Best: {move.best.pov(Color.BLACK)}."
    return Variation(
        move.ply - 1, (PlayedMove(first, move.best.discs, comment=comment), *map(PlayedMove, others))
    )


def _squares(played: Iterable[PlayedMove]) -> tuple[int, ...]:
    """Return the squares of moves without the passes, which files omit."""
    return tuple(move.move for move in played if move.move != PASS)


def _marks(move: ReviewedMove) -> Mapping[str, Sequence[str]]:
    """Return the SGF properties that mark a move and squares on the board after it."""
    if move.mark is Mark.NONE:
        return {}
    squares = dict.fromkeys(square for reason in move.reasons for square in reason.squares)
    crosses = [letters(square) for square in squares if square not in (move.move, move.best_move)]
    properties = {**MARKS[move.mark], "TR": [letters(move.best_move)]}
    return {**properties, "MA": crosses} if crosses else properties
