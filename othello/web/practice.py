"""End games to practice: positions in which players of one's strength lose discs of the result."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from othello.book import balanced
from othello.players.human_model import move_probabilities
from othello.players.rating import rate
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import MAX_MOVES
from othello.search.analysis import Steps
from othello.search.limits import Goal, Limits
from othello.search.stop_signal import StopSignal
from othello.web.context import Context

FEWEST: Final = 6
MOST: Final = 14
"""Empty squares of an exercise, from FEWEST to MOST."""
MIN_CHOICE: Final = 3
"""The minimum number of legal moves of an exercise."""
MAX_SHARE: Final = 0.6
"""The greatest share of equally strong players who keep the result, in a drawn exercise."""
MAX_SHARE_IN_OWN: Final = 0.9
"""The same in an exercise of an own game, which has few to choose from."""
MAX_AHEAD: Final = 16
"""The maximum number of discs by which either side may win."""
GAMES: Final = 20
"""Games that are played at most until one has an exercise."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An end game with the side to move that practices."""

    board: Board
    """The board after the moves that lead to the position."""
    kept: int
    """Number of moves that keep the result: those with the value of the best one."""
    legal: int
    """Number of legal moves."""
    share: float
    """Share of the players with the rating who play a move that keeps the result."""


def of_game(board: Board, color: Color, context: Context, cancel: StopSignal) -> Steps[Exercise | None]:
    """Return the exercise for a side of a game that the fewest equally strong players solve; None if none is.

    The rating of the side is that of its moves in this game.
    """
    rating = rate([(board, color)]).rating
    exercises = []
    for ending in _endings(board):
        if ending.turn is color:
            exercises.append((yield from _exercise(ending, rating, MAX_SHARE_IN_OWN, context, cancel)))
    return min(filter(None, exercises), key=lambda exercise: exercise.share, default=None)


def drawn(rating: int, context: Context, seed: int, cancel: StopSignal) -> Steps[Exercise | None]:
    """Return an exercise from a game that players with a rating play; None if it is stopped before."""
    draw = random.Random(seed)
    starts = balanced.built_in()
    for _ in range(GAMES):
        board = draw.choice(starts)
        most = draw.randint(FEWEST, MOST)
        context.player.opening, context.player.seed = None, draw.getrandbits(31)
        context.player.set_level(str(rating))
        while not board.is_over and board.empties >= FEWEST and not cancel.is_set():
            if board.empties <= most:
                exercise = yield from _exercise(board, rating, MAX_SHARE, context, cancel)
                if exercise is not None:
                    return exercise
            result = yield from context.player.steps(board, Limits(), cancel)
            if result.move is not None:
                board.push(result.move)
    return None


def _endings(board: Board) -> Iterator[Board]:
    """Yield the boards of a game with a number of empty squares for an exercise, the last one first."""
    board = board.copy()
    while board.ply:
        board.pop()
        if board.empties > MOST:
            return
        if board.empties >= FEWEST:
            yield board.copy()


def _exercise(
    board: Board, rating: int, most: float, context: Context, cancel: StopSignal
) -> Steps[Exercise | None]:
    """Return the exercise of a board; None with few moves, a clear winner, or if most players solve it."""
    legal = board.position.legal_moves_bits.bit_count()
    if legal < MIN_CHOICE:
        return None
    limits = Limits(goal=Goal.EXACT, multipv=MAX_MOVES)
    lines = (yield from context.engine.steps(board.position, limits, cancel)).lines
    kept = [line.move for line in lines if line.score.is_exact and line.score.value == lines[0].score.value]
    probabilities = move_probabilities(board, rating)
    share = sum(probabilities[move] for move in kept)
    is_close = abs(lines[0].score.discs) <= MAX_AHEAD
    return Exercise(board.copy(), len(kept), legal, share) if is_close and 0 < share <= most else None
