"""Positions and games for tests: as pairs of words (player, opponent), and as Hypothesis strategies.

Positions of games come from random play by the rules of the slow model, so nothing that is
under test can hide one. The same seed gives the same position everywhere.
"""

import functools
import itertools
import random
from collections.abc import Callable, Iterable, Iterator

from hypothesis import strategies as st

from othello import PASS, Board, Color, Position
from tests import model

Words = tuple[int, int]

FULL = 2**64 - 1
ONLY_BLACK = f"XO{'-' * 62} O"
"""White must pass. Black can play c1."""
CROWDED = 145307213842613250, 29908950733453824
"""The side to move has 35 legal moves, more than in any game."""
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
"""The shortest game: black takes every disc with its fifth move."""


def random_game(seed: int) -> Iterator[model.Model]:
    """Return the boards of a game of random moves, from the start to the end, with passes."""
    rng = random.Random(seed)
    board = model.start()
    yield board
    while (moves := model.legal_moves(board)) or model.must_pass(board):
        board = model.play(board, rng.choice(moves or [model.PASS]))
        yield board


def random_position(seed: int, empties: int) -> Words:
    """Return a position from a random game with 0 to 60 empty squares. It may have no legal move."""
    while empties not in _random_positions(seed):  # the game ended before
        seed += 1
    return model.to_words(_random_positions(seed)[empties])


@functools.cache
def _random_positions(seed: int) -> dict[int, model.Model]:
    """Return the boards of a random game by number of empty squares: before a pass, not after it."""
    boards: dict[int, model.Model] = {}
    for board in random_game(seed):
        boards.setdefault(board.count(model.EMPTY), board)
    return boards


def lopsided_game(seed: int) -> Iterator[model.Model]:
    """Return the boards of a game in which black turns the most discs and white the fewest.

    Such games have passes early, and often end early, with one color wiped out.
    """
    rng = random.Random(seed)
    board, is_black = model.start(), True
    yield board
    while not model.is_over(board):
        moves = model.legal_moves(board) or [model.PASS]
        rng.shuffle(moves)
        gain = {move: len(model.flips(board, move)) if move != model.PASS else 0 for move in moves}
        board = model.play(board, (max if is_black else min)(moves, key=gain.__getitem__))
        is_black = not is_black
        yield board


def moves_of(game: Iterable[model.Model]) -> Iterator[int]:
    """Yield the moves between the boards of a game, passes included."""
    for before, after in itertools.pairwise(game):
        placed = (square for square in range(64) if bool(before[square]) != bool(after[square]))
        yield next(placed, model.PASS)


@functools.cache
def pass_positions() -> tuple[Words, ...]:
    """Return positions in which the side to move must pass."""
    return _from_games(model.must_pass)


@functools.cache
def final_positions() -> tuple[Words, ...]:
    """Return positions of finished games, with either side to move.

    Many have empty squares, some have discs of one color only.
    """
    finals = _from_games(model.is_over)
    return finals + tuple((opponent, player) for player, opponent in finals)


def _from_games(is_wanted: Callable[[model.Model], bool]) -> tuple[Words, ...]:
    return tuple(dict.fromkeys(model.to_words(board) for board in _boards_of_games() if is_wanted(board)))


@functools.cache
def _boards_of_games(games: int = 40) -> list[model.Model]:
    """Return the boards of random and lopsided games."""
    return [board for seed in range(games) for game in (random_game, lopsided_game) for board in game(seed)]


def random_board(seed: int, plies: int = 1000) -> Board:
    """Return the board after this number of random moves, or at the end of its game."""
    rng = random.Random(seed)
    board = Board()
    while board.legal_moves and len(board.move_stack) < plies:
        board.push(rng.choice(board.legal_moves))
    return board


@functools.cache
def passing_board() -> Board:
    """Return a finished game with a pass, which the caller must not change."""
    return next(board for board in map(random_board, range(200)) if PASS in board.move_stack)


def squares(bits: int) -> list[int]:
    """Return the squares of a word."""
    return [square for square in range(64) if bits >> square & 1]


words = st.integers(0, FULL) | st.sampled_from([0, 1, 2**63, FULL])
"""Any word of 64 bits."""


@st.composite
def disjoint_words(draw: st.DrawFn) -> Words:
    """Draw two words without a common bit. Most of these positions cannot occur in a game."""
    discs, side = draw(words), draw(words)
    return discs & side, discs & ~side


any_empties = st.integers(0, 60)


def reached_words(empties: st.SearchStrategy[int] = any_empties) -> st.SearchStrategy[Words]:
    """Draw positions of random games with a number of empty squares."""
    return st.builds(random_position, st.integers(0, 200), empties)


# Deferred, so that games are only played where a test needs them.
pass_words = st.deferred(lambda: st.sampled_from(pass_positions()))
"""Positions of games where the side to move must pass."""
final_words = st.deferred(lambda: st.sampled_from(final_positions()))
"""Positions where a game is over."""
any_words = st.one_of(disjoint_words(), reached_words(), pass_words, final_words)
"""Positions of all kinds."""


def positions(words: st.SearchStrategy[Words] = any_words) -> st.SearchStrategy[Position]:
    """Draw positions from pairs of words, with either side to move."""
    return st.builds(lambda pair, turn: Position(*pair, turn), words, st.sampled_from(Color))


boards = st.builds(random_board, st.integers(0, 500), st.integers(0, 70))
"""Boards somewhere in a random game, or at its end."""
