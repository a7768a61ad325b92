"""Converts games to and from sequences of tokens, in vocabularies of language models for Othello.

| vocabulary | size | padding | squares | pass |
| --- | --- | --- | --- | --- |
| "othello_world" | 61 | 0 | 1 to 60, without the four starting squares | none, passes are omitted |
| "metaothello" | 66 | 0 | 1 to 64 | 65, and a game that ends early ends with two passes |
| "squares" | 66 | 65 | 0 to 63 | 64 |

Sources: https://github.com/likenneth/othello_world, https://github.com/aviralchawla/metaothello.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

import othello.lab.checks as checks
from othello.errors import OthelloError
from othello.lab.boards import replay
from othello.lab.checks import Bytes
from othello.rules.position import Position
from othello.rules.square import MAX_MOVES, NO_MOVE, PASS

SQUARES: Final = tuple(range(64))
_START: Final = Position.start()
PLAYED: Final = [square for square in SQUARES if not (_START.player | _START.opponent) >> square & 1]
"""The squares that are empty at the start."""


@dataclass(frozen=True)
class Vocabulary:
    """The tokens that stand for squares, for a pass, and for padding after the end of a game."""

    name: str
    size: int
    """Number of tokens. The first token is 0."""
    squares: dict[int, int]
    """The token for each square that has a token."""
    padding: int
    """The token that pads a sequence after the end of a game."""
    passing: int | None
    """The token for a pass, or None if there is none."""
    has_passes: bool
    """Whether sequences include passes by default."""
    end: int = 0
    """How many passes follow the last move of a finished game, if sequences include passes."""


VOCABULARIES: Final = {
    vocabulary.name: vocabulary
    for vocabulary in (
        Vocabulary("othello_world", 61, {square: 1 + at for at, square in enumerate(PLAYED)}, 0, None, False),
        Vocabulary("metaothello", 66, {square: 1 + square for square in SQUARES}, 0, 65, True, 2),
        Vocabulary("squares", 66, {square: square for square in SQUARES}, 65, int(PASS), False),
    )
}


def tokens(
    moves: Any, vocabulary: str = "othello_world", *, passes: bool | None = None, width: int = MAX_MOVES
) -> Bytes:
    """Convert games to sequences of tokens, as a uint8 array of shape (n, width).

    moves  -- uint8 (n, 60): the games (see `Games.moves`)
    passes -- whether sequences include passes. By default, this depends on the vocabulary.
    width  -- the length of a sequence. Longer sequences are truncated, as MetaOthello does after 60 plies.

    Raises OthelloError if there is no such vocabulary. Raises IllegalMoveError if a move is illegal.

    >>> tokens(np.array([[37, 43, 18] + [255] * 57], np.uint8), width=4)
    array([[34, 40, 19,  0]], dtype=uint8)
    """
    known = named(vocabulary)
    has_passes = known.has_passes if passes is None else passes
    passing = known.padding if known.passing is None else known.passing
    if has_passes and known.passing is None:
        raise OthelloError(f"{vocabulary} has no token for a pass: use metaothello or squares")
    width = checks.number(width, "the width", 1, 2 * MAX_MOVES)
    rows = checks.rows(moves)
    boards = replay(rows)
    is_move = boards.is_move
    table = np.zeros(256, np.uint8)
    table[list(known.squares)] = list(known.squares.values())
    games, plies = is_move.nonzero()
    sequences = np.full((len(rows), 2 * MAX_MOVES + known.end), known.padding, np.uint8)
    places = plies.copy()
    if has_passes:
        # If a side makes two moves in a row, there is a pass between them. It shifts all later moves.
        before = np.concatenate([np.ones((len(rows), 1), np.uint8), boards.turns[:, :-1]], axis=1)
        passed = (boards.turns == before) & is_move
        shift = np.cumsum(passed, axis=1)
        places += shift[is_move]
        sequences[games[passed[is_move]], places[passed[is_move]] - 1] = passing
        # A game is over if no square is legal after its last move.
        ends = boards.lengths.astype(np.int64) + shift[:, -1]
        is_over = replay(rows, after=True).legal[np.arange(len(rows)), boards.lengths.astype(int) - 1] == 0
        is_over &= boards.lengths > 0
        for extra in range(known.end):
            sequences[is_over, ends[is_over] + extra] = passing
    sequences[games, places] = table[rows[is_move]]
    return np.ascontiguousarray(sequences[:, :width])


def moves(sequences: Any, vocabulary: str = "othello_world") -> Bytes:
    """Convert token sequences to games without passes, uint8 (n, 60). This is the inverse of `tokens`.

    Raises OthelloError, with a message that contains the index of the token, if a token is not in the
    vocabulary. `moves` does not check whether the moves are legal, but `replay` does.
    """
    known = named(vocabulary)
    array = np.asarray(sequences)
    if array.ndim != 2:
        raise OthelloError(f"the tokens must have the shape (n, length), not {array.shape}")
    numbers = checks.squares(array, "token", 0, known.size - 1).astype(np.int64)
    table = np.full(known.size, NO_MOVE, np.uint8)
    table[list(known.squares.values())] = list(known.squares)
    squares = table[numbers]
    is_square = squares != NO_MOVE
    if (is_square.sum(axis=1) > MAX_MOVES).any():
        game = int((is_square.sum(axis=1) > MAX_MOVES).argmax())
        raise OthelloError(f"sequence {game} has more than {MAX_MOVES} moves")
    # A stable sort puts moves before other tokens, such as passes, and preserves their order.
    order = np.argsort(~is_square, axis=1, kind="stable")[:, :MAX_MOVES]
    rows = np.full((len(array), MAX_MOVES), NO_MOVE, np.uint8)
    rows[:, : order.shape[1]] = np.take_along_axis(squares, order, axis=1)
    return rows


def named(vocabulary: str) -> Vocabulary:
    """Return the vocabulary with this name. Raises OthelloError if there is no such vocabulary."""
    if vocabulary not in VOCABULARIES:
        raise OthelloError(f"{vocabulary!r} is not a vocabulary: use one of {', '.join(VOCABULARIES)}")
    return VOCABULARIES[vocabulary]
