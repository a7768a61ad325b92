"""End games to practice: positions in which some moves keep the result, and others do not."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from othello.book import balanced
from othello.human.levels import HUMAN_LEVELS
from othello.rules.board import Board
from othello.rules.score import Color
from othello.rules.square import MAX_MOVES
from othello.search.analysis import Steps
from othello.search.cancel import Cancel
from othello.search.limits import Goal, Limits
from othello.web.desk import Desk

FEWEST: Final = 6
MOST: Final = 14
"""Empty squares of an exercise, from FEWEST to MOST."""
LEAST_CHOICE: Final = 3
"""The minimum number of legal moves of an exercise."""
MOST_KEPT: Final = 0.5
"""The greatest share of the legal moves that may keep the result."""
MOST_AHEAD: Final = 16
"""The maximum number of discs by which either side may win."""
GAMES: Final = 20
"""Games that are played at most until one has an exercise."""
PLAYERS: Final = tuple(level.name for level in HUMAN_LEVELS[2:])
"""The levels that play these games: those that know corners."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An end game with the side to move that practices."""

    board: Board
    """The board after the moves that lead to the position."""
    kept: int
    """Number of moves that keep the result: those with the value of the best one."""
    legal: int
    """Number of legal moves."""


def of_game(board: Board, color: Color, desk: Desk, seed: int, cancel: Cancel) -> Steps[Exercise | None]:
    """Return an exercise for a side of a game, drawn among all of them; None if there is none."""
    found = [each for each in _endings(board) if each.turn is color]
    random.Random(seed).shuffle(found)
    for each in found:
        if one := (yield from _exercise(each, desk, cancel)):
            return one
    return None


def drawn(desk: Desk, seed: int, cancel: Cancel) -> Steps[Exercise | None]:
    """Return an exercise from a game between human-like levels; None if it is stopped before."""
    draw = random.Random(seed)
    starts = balanced.built_in()
    for _ in range(GAMES):
        board, levels = draw.choice(starts), dict(zip(Color, draw.choices(PLAYERS, k=2), strict=True))
        most = draw.randint(FEWEST, MOST)
        desk.player.opening, desk.player.seed = None, draw.getrandbits(31)
        while not board.is_over and board.empties >= FEWEST and not cancel.is_set():
            if board.empties <= most and (one := (yield from _exercise(board, desk, cancel))):
                return one
            desk.player.set_level(levels[board.turn])
            found = yield from desk.player.steps(desk.engine, board, Limits(), cancel)
            if found.move is not None:
                board.push(found.move)
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


def _exercise(board: Board, desk: Desk, cancel: Cancel) -> Steps[Exercise | None]:
    """Return the exercise of a board; None if it has few moves, many right ones, or a clear winner."""
    legal = board.position.legal_moves_bits.bit_count()
    if legal < LEAST_CHOICE:
        return None
    limits = Limits(goal=Goal.EXACT, multipv=MAX_MOVES)
    lines = (yield from desk.engine.steps(board.position, limits, cancel)).lines
    kept = sum(line.score.is_exact and line.score.value == lines[0].score.value for line in lines)
    is_close = abs(lines[0].score.discs) <= MOST_AHEAD
    return Exercise(board.copy(), kept, legal) if is_close and 0 < kept <= MOST_KEPT * legal else None
