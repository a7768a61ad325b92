"""Positions that the runner sends, and its questions about them."""

from collections.abc import Sequence
from typing import Final

from othello.errors import IllegalMoveError, InvalidNotationError
from othello.formats.boards import format_fen, parse_board
from othello.gtp.ugi.protocol import NO_MOVE
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import PASS, parse_move

RESULTS: Final = {Color.BLACK: "p1win", Color.WHITE: "p2win", None: "draw"}


def parse_position(words: Sequence[str]) -> Board:
    """Return the board of "startpos" or "fen BOARD COLOR" and the moves after "moves".

    BOARD is any text that `othello.formats.boards` reads. Passes may be omitted. Raises
    InvalidNotationError or IllegalMoveError.
    """
    at = words.index("moves") if "moves" in words else len(words)
    board = _first(words[:at])
    for number, word in enumerate(words[at + 1 :], 1):
        move = PASS if word == NO_MOVE else parse_move(word)
        if move != PASS and board.must_pass:
            board.push(PASS)
        try:
            board.push(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return board


def known(board: Board | None) -> Board:
    """Return the board of a session; raise InvalidNotationError if there is none."""
    if board is None:
        raise InvalidNotationError("no position is set: the last one could not be read")
    return board


def answer(board: Board | None, question: str) -> str:
    """Return the answer to one of `QUESTIONS`, or "none" without a board; black is the first player."""
    if board is None:
        return "none"
    result = board.result
    answers = {
        "p1turn": str(board.turn is Color.BLACK).lower(),
        "p2turn": str(board.turn is Color.WHITE).lower(),
        "gameover": str(board.is_over).lower(),
        "result": "none" if result is None else RESULTS[result.winner],
        "fen": format_fen(board.position),
    }
    return answers[question]


def _first(words: Sequence[str]) -> Board:
    """Return the board before the moves."""
    if list(words) == ["startpos"]:
        return Board()
    if len(words) < 2 or words[0] != "fen":
        raise InvalidNotationError("a position is startpos or fen: write position startpos moves f5 d6")
    return parse_board(" ".join(words[1:])).board()
