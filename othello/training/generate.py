"""Plays games of the engine against itself (see `kernels.selfplay`).

Game n of a run is the same in every process. Its random numbers depend only on the run's seed and on n, and
all memory is cleared before each game.
"""

import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError, IllegalMoveError
from othello.formats import wthor
from othello.formats.files import read_games
from othello.formats.record import GameRecord
from othello.kernels import selfplay
from othello.kernels.probcut import PERCENT
from othello.rules import arrays
from othello.rules.position import Position
from othello.rules.score import DISC
from othello.rules.square import MAX_MOVES, NO_MOVE, PASS, Move
from othello.search import evaluation_files
from othello.search.network import Network
from othello.search.thread_data import ThreadData
from othello.training import games, generation
from othello.training.generation import HERE_AND_SHIPPED, GameJob, TrainingResources
from othello.training.settings import SearchSettings, SelfPlaySettings

GIVEN: Final = (6, 30)
"""Minimum and maximum number of plies in an opening taken from another game."""
SLIPS: Final = (0, 0, 0, 1, 2)
"""Possible numbers of random plies after such an opening. All of them are equally likely."""


def generate(
    folder: Path,
    count: int,
    settings: SelfPlaySettings,
    means: TrainingResources = HERE_AND_SHIPPED,
    openings: Any = None,
    first: int = 0,
) -> Iterator[int]:
    """Play games *first* to *count* - 1 and write them to a file in *folder*. Yield how many have ended.

    The file name depends on the settings, the weights and the openings. If the file exists, its games are not
    played again. *openings* is an array returned by `read_openings`. Raises IllegalMoveError if it contains
    an illegal move.
    """
    opening_rows = no_openings() if openings is None else openings
    if len(_legal(opening_rows)) < len(opening_rows):
        raise IllegalMoveError("an opening contains an illegal move")
    run = run_name(settings, means.evaluation or evaluation_files.shipped(), opening_rows)
    rows = partial(_rows, settings, opening_rows)
    numbers = range(first, count)
    return generation.make(folder, run, numbers, rows, games.FORMAT, means, is_test=settings.is_test)


def _rows(settings: SelfPlaySettings, openings: Any, workspace: ThreadData, job: GameJob) -> Any:
    """Play a game and return its row."""
    return play_game(workspace, job.number, settings, openings)


def run_name(settings: SelfPlaySettings, evaluation: Network, openings: Any) -> str:
    """Return the file name of a run, which contains all settings that affect the games."""
    # s: seed, r: random plies, o: openings, n: noise, b: bound on the value after the opening
    parts = [
        f"s{settings.seed}",
        f"r{settings.least_random}-{settings.most_random}",
        *([f"o{zlib.crc32(openings):08x}"] if len(openings) else []),
        f"n{settings.noisy:g}-{settings.noise}",
        f"b{settings.within:g}",
        search_name(settings.search, evaluation),
        *(["test"] if settings.is_test else []),
    ]
    return "-".join(parts)


def search_name(search: SearchSettings, evaluation: Network) -> str:
    """Return the part of a run's name that describes the searches' depth, solved empties and weights."""
    selective = f"@{PERCENT[search.selectivity]}" if PERCENT[search.selectivity] < 100 else ""
    return f"d{search.depth}{selective}-e{search.exact}-w{evaluation.checksum():08x}"


def play_game(workspace: ThreadData, number: int, settings: SelfPlaySettings, openings: Any) -> Any:
    """Play a game and return it as an array with a single row (see `games.GAME`)."""
    random = np.random.default_rng((settings.seed, number))
    rows = games.empty(1)
    row = rows[0]
    row["game"] = number
    is_kept = False
    while not is_kept:
        is_kept = _play(workspace, row, random, settings, openings)
    return rows


def _play(workspace: ThreadData, row: Any, random: Any, settings: SelfPlaySettings, openings: Any) -> bool:
    """Draw an opening, play a game and write it to *row*.

    Return False if the opening was unbalanced and therefore dropped.
    """
    moves = np.full(len(row["moves"]), NO_MOVE, np.uint8)
    values = np.full(len(moves), games.NO_VALUE, np.int16)
    given = 0
    if len(openings) and random.random() < 0.5:
        given = int(random.integers(GIVEN[0], GIVEN[1] + 1))
        moves[:given] = openings[random.integers(len(openings)), :given]
        opening = given + int(random.choice(SLIPS))
    else:
        opening = int(random.integers(settings.least_random, settings.most_random + 1))
    noise = settings.noise if random.random() < settings.noisy else 0
    marks = np.zeros(3, np.int64)
    workspace.clear()
    is_kept = selfplay.play_game(
        workspace.record,
        int(random.integers(1 << 63)),
        given,
        opening,
        settings.search.depth,
        settings.search.selectivity,
        settings.search.exact,
        noise,
        round(DISC * settings.within),
        moves,
        values,
        marks,
    )
    row["moves"], row["values"] = moves, values
    row["given"], row["random"] = given, opening - given
    row["solved"], row["noisy"], row["result"] = marks
    return is_kept


def no_openings() -> Any:
    """Return an empty array of openings."""
    return np.zeros((0, GIVEN[1]), np.uint8)


def read_openings(paths: Iterable[Path]) -> Any:
    """Return the openings of all games in files of any format, sorted and without duplicates.

    Each opening is a row of GIVEN[1] squares, as uint8. Shorter games and games that begin with another
    position are omitted. Raises FormatError if a file cannot be read or contains no openings.
    """
    parts = [no_openings()]
    for path in paths:
        openings = _openings(path)
        if len(openings) == 0:
            raise FormatError(path, None, f"no game from the usual start has at least {GIVEN[1]} moves")
        parts.append(openings)
    return np.unique(np.concatenate(parts), axis=0)


def _openings(path: Path) -> Any:
    if path.suffix.lower() == ".wtb":
        # Reading WTHOR as arrays is a hundred times faster than creating game records.
        moves = wthor.load_games(path).moves[:, : GIVEN[1]]
    else:
        rows = [squares for game in read_games(path) if len(squares := _squares(game)) == GIVEN[1]]
        moves = np.array(rows, np.uint8).reshape(-1, GIVEN[1])
    return _legal(moves)


def _legal(openings: Any) -> Any:
    """Return the openings whose moves are legal."""
    whole = openings[(openings < PASS).all(axis=1)]
    padded = np.full((len(whole), MAX_MOVES), NO_MOVE, np.uint8)
    padded[:, : GIVEN[1]] = whole
    return whole[arrays.replayed(padded).illegal < 0]


def _squares(game: GameRecord) -> list[Move]:
    """Return the squares of a game's first moves, or an empty list if it begins with another position."""
    if game.start != Position.start():
        return []
    return [move for move in game.moves if move != PASS][: GIVEN[1]]
