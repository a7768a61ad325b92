"""Finds exercises, which are endgames where equally strong players often lose discs."""

import random
from dataclasses import dataclass
from typing import Final

from othello.book import balanced
from othello.players.human_model import move_probabilities
from othello.rules.board import Board
from othello.rules.square import MAX_MOVES
from othello.search.analysis import Steps
from othello.search.limits import Goal, Limits
from othello.search.stop_signal import StopSignal
from othello.web.context import Context

FEWEST: Final = 6
MOST: Final = 14
"""FEWEST and MOST are the minimum and maximum numbers of empty squares in an exercise."""
EASY: Final = (5, 7)
"""Minimum and maximum numbers of empty squares in a random exercise for players below EASY_RATING."""
EASY_RATING: Final = 1200
MIN_CHOICE: Final = 3
"""Minimum number of legal moves in an exercise."""
MAX_SHARE: Final = 0.6
"""In a random exercise, at most this share of equally rated players would keep the result."""
MAX_AHEAD: Final = 16
"""Maximum margin, in discs, by which a side may win an exercise with best play."""
GAMES: Final = 20
"""Maximum number of games that are played to find an exercise."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An endgame to practice. The learner plays the side to move."""

    board: Board
    """The board, with the moves that lead to the position."""
    kept: int
    """Number of moves that keep the result, because their value equals the value of the best move."""
    legal: int


def random_exercise(rating: int, context: Context, seed: int, cancel: StopSignal) -> Steps[Exercise | None]:
    """Return an exercise from a game between two players of this rating, or None if there is no exercise.

    The engine plays both sides of this game. Players rated below EASY_RATING get fewer empty squares.
    """
    draw = random.Random(seed)
    fewest, largest = EASY if rating < EASY_RATING else (FEWEST, MOST)
    for _ in range(GAMES):
        board = balanced.draw_built_in(draw)
        most = draw.randint(fewest, largest)
        context.player.opening, context.player.seed = None, draw.getrandbits(31)
        context.player.set_level(str(rating))
        while not board.is_over and board.empties >= fewest and not cancel.is_set():
            if board.empties <= most:
                exercise = yield from _exercise(board, rating, context, cancel)
                if exercise is not None:
                    return exercise
            result = yield from context.player.steps(board, Limits(), cancel)
            if result.move is not None:
                board.push(result.move)
    return None


def _exercise(board: Board, rating: int, context: Context, cancel: StopSignal) -> Steps[Exercise | None]:
    """Return the exercise on a board, or None if it has few moves, a clear winner or an easy solution."""
    legal = board.position.legal_moves_bits.bit_count()
    if legal < MIN_CHOICE:
        return None
    limits = Limits(goal=Goal.EXACT, multipv=MAX_MOVES)
    lines = (yield from context.engine.steps(board.position, limits, cancel)).lines
    kept = [line.move for line in lines if line.score.is_exact and line.score.value == lines[0].score.value]
    probabilities = move_probabilities(board, rating)
    share = sum(probabilities[move] for move in kept)
    is_close = abs(lines[0].score.discs) <= MAX_AHEAD
    return Exercise(board.copy(), len(kept), legal) if is_close and 0 < share <= MAX_SHARE else None
