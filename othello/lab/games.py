"""Makes millions of games: random games, engine games and human-like games.

A game depends only on the seed and on its number. As a result, the games are the same for any number of
threads, processes and computers. You can divide a run into parts, where `first` is the number of a part's
first game.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import othello.lab.checks as checks
import othello.lab.labels as labels
from othello.errors import OthelloError
from othello.kernels import random_games as kernels
from othello.kernels.hashing import random_words
from othello.lab.boards import bits, legal, must_pass, play, replay
from othello.lab.checks import Array, Bytes, Words
from othello.players.book_player import OpeningBook
from othello.players.level_player import LevelPlayer, parse_level
from othello.rules.board import Board, BoardLike
from othello.rules.square import MAX_MOVES, NO_MOVE, PASS
from othello.search.engine import Engine

LARGEST_SEED: Final = 2**63 - 1
"""The largest seed, and also the largest number of a game."""
MAX_GAMES: Final = 2**53
"""The maximum number of games in a call. NumPy rejects arrays of this size before it allocates memory."""
TABLE_MIB: Final = 1.0
_NO_BOARDS: Final = np.empty((0, MAX_MOVES), np.uint64)


class Games(NamedTuple):
    """Games, one per row."""

    moves: Bytes
    """uint8 (n, 60): the moves as squares, 0 (a1) to 63 (h8), without passes. The rest of a row is 255."""
    lengths: Bytes
    """uint8 (n,): the number of moves."""
    results: NDArray[np.int8]
    """int8 (n,): black's final disc difference. The winner gets the empty squares."""
    players: Words = _NO_BOARDS
    """uint64 (n, 60): the discs of the side to move, as in `Boards`. The shape is (0, 60) if you did not ask
    for boards."""
    opponents: Words = _NO_BOARDS
    """The discs of the other side, in the same shape as `players`."""
    legal: Words = _NO_BOARDS
    """The legal moves of the side to move, in the same shape as `players`."""


def random_games(
    count: int,
    seed: int = 0,
    *,
    first: int = 0,
    full: bool = False,
    start: BoardLike | None = None,
    boards: bool = False,
    threads: int = 1,
) -> Games:
    """Return *count* random games. In each position, all legal moves are equally likely.

    first   -- the number of the first game
    full    -- whether all games must have 60 moves. Shorter games are then replaced.
    start   -- the first board of all games, by default the usual start
    boards  -- whether to also return the boards and their legal moves, which takes little extra time
    threads -- the number of threads that share the work

    >>> games = random_games(3, seed=7)
    >>> bool((random_games(1, seed=7, first=2).moves == games.moves[2:]).all())
    True
    """
    count, seed, first = numbers(count, seed, first)
    board = checks.first_board(start)
    if full and (board != checks.first_board(None)).any():  # other boards may not allow such a game
        raise OthelloError("full games (of 60 moves) must begin with the usual position")
    moves, lengths = np.empty((count, MAX_MOVES), np.uint8), np.empty(count, np.uint8)
    results = np.empty(count, np.int16)
    positions = [np.empty((count, MAX_MOVES), np.uint64) if boards else _NO_BOARDS for _ in range(3)]
    arrays: list[Array] = [moves, lengths, results, *positions]

    def do(part: slice) -> None:
        kernels.play_randomly(seed, first + part.start, full, board, *(array[part] for array in arrays))

    checks.in_parts(count, threads, do)
    return Games(moves, lengths, results.astype(np.int8), *positions)


def numbers(count: int, seed: int, first: int) -> tuple[int, int, int]:
    """Return the arguments as ints. Raises OthelloError if one of them is out of range."""
    count = checks.number(count, "the number of games", 0, MAX_GAMES)
    seed = checks.number(seed, "the seed", 0, LARGEST_SEED)
    return count, seed, checks.number(first, "the number of the first game", 0, LARGEST_SEED - count)


def selfplay_games(
    count: int,
    depth: int,
    seed: int = 0,
    noise: float = 0.05,
    *,
    opening: int = 8,
    first: int = 0,
    threads: int = 1,
) -> Games:
    """Return *count* games that the engine plays against itself with searches to *depth* plies.

    noise   -- the share of moves that are random rather than chosen by a search
    opening -- the number of random moves at the beginning of each game
    first   -- the number of the first game
    threads -- the number of threads that share the work
    """
    count, seed, first = numbers(count, seed, first)
    opening = checks.number(opening, "the length of the opening", 0, MAX_MOVES)
    if not 0 <= noise <= 1:
        raise OthelloError(f"noise must be from 0 to 1, not {noise}")
    depth, _ = labels.depths(depth)
    moves = np.full((count, MAX_MOVES), NO_MOVE, np.uint8)
    moves[:, :opening] = random_games(count, seed, first=first).moves[:, :opening]
    players, opponents = (np.full(count, word) for word in checks.first_board(None))
    if opening:
        begun = replay(moves, after=True)
        players, opponents = begun.players[:, opening - 1].copy(), begun.opponents[:, opening - 1].copy()
    draws = [
        np.random.default_rng((seed, number)).random((2, MAX_MOVES)) for number in range(first, first + count)
    ]
    chances = np.array(draws).reshape(count, 2, MAX_MOVES)
    for ply in range(opening, MAX_MOVES):
        (at,) = legal(players, opponents).nonzero()
        mine, theirs = players[at], opponents[at]
        squares = labels.values(mine, theirs, depth, 0, threads=threads).moves
        is_random = chances[at, 0, ply] < noise
        squares[is_random] = _drawn(legal(mine, theirs)[is_random], chances[at, 1, ply][is_random])
        moves[at, ply] = squares
        mine, theirs = play(mine, theirs, squares)
        has_passed = must_pass(mine, theirs)
        players[at] = np.where(has_passed, theirs, mine)
        opponents[at] = np.where(has_passed, mine, theirs)
    boards = replay(moves)
    return Games(moves, boards.lengths, boards.results)


def _drawn(words: Words, chances: NDArray[np.float64]) -> Array:
    """Return a random square from each word.

    *chances* contains a random number for each word, 0 <= number < 1.
    """
    ranks = np.cumsum(bits(words, (64,)), axis=1)
    wanted = (chances * ranks[:, -1]).astype(np.int64) + 1
    squares: Array = (ranks == wanted[:, None]).argmax(axis=1)
    return squares


def human_games(
    count: int, level: str | int = "club", seed: int = 0, *, first: int = 0, threads: int = 1
) -> Games:
    """Return *count* human-like games.

    Openings come from the game counts in the package's opening book and are as frequent as in human games.
    Then the engine plays at *level*, which is the name of a human-like level or a number from 0 to 60.
    *first* is the number of the first game. Raises InvalidNotationError if the level is unknown.
    """
    count, seed, first = numbers(count, seed, first)
    parse_level(str(level))  # raises InvalidNotationError
    moves = np.full((count, MAX_MOVES), NO_MOVE, np.uint8)

    def do(part: slice) -> None:
        opening = OpeningBook()
        with Engine(table_mib=TABLE_MIB) as engine:
            player = LevelPlayer(str(level), engine=lambda: engine)
            for game in range(part.start, part.stop):
                # Derive a seed for the game with SplitMix64, which yields the same numbers on every computer.
                own: int = random_words(seed, 1)[0] + first + game
                player.seed = random_words(own % 2**64, 1)[0] >> 1
                squares = _human_game(engine, opening, player)
                moves[game, : len(squares)] = squares

    checks.in_parts(count, threads, do)
    boards = replay(moves)
    return Games(moves, boards.lengths, boards.results)


def _human_game(engine: Engine, opening: OpeningBook, player: LevelPlayer) -> list[int]:
    """Play a game as described in `human_games`. Return its squares, without passes."""
    board = Board()
    while not board.is_over:
        result = opening.choose_as_people(board, seed=player.seed)
        if result is None:
            # Clear the transposition table, so that a game does not depend on earlier games.
            engine.new_game()
            result = player.choose(board)
        assert result.move is not None, "the game is not over"
        board.push(result.move)
    return [int(move) for move in board.move_stack if move != PASS]
