"""Games with the values of their positions, and the file format for such games.

A row of 193 bytes is a game with its checksum (`storage.records`). Every game is played to its end according
to the rules:

| field | type | meaning |
| --- | --- | --- |
| game | u32 | number of the game in its run |
| moves | u8 x 60 | squares without passes, then NO_MOVE |
| values | i16 x 60 | value before each move, in centidiscs for the side to move, or NO_VALUE |
| result | i8 | final discs for black, with best play from the first solved position on |
| given | u8 | number of plies taken from another game |
| random | u8 | number of random plies after these, before the first searched position |
| noisy | u8 | plies before the first position from which no move is random until the first solved position |
| solved | u8 | number of plies before the first solved position, from which values are exact |

From the first solved position on, each move is either a best move or a random move. If a game ends before any
position is solved, its result is its final score.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from othello.errors import FormatError
from othello.rules import arrays
from othello.rules.score import DISC, MAX_DISCS
from othello.rules.square import MAX_MOVES, NO_MOVE
from othello.storage.records import RecordFormat
from othello.training.samples import ESTIMATED, NO_RESULT, SAMPLE, SOLVED, UNSCORED, in_range

NO_VALUE: Final = UNSCORED
"""The number in `values` for positions of the opening, which were not searched."""
GAME: Final = np.dtype(
    [("game", "<u4"), ("moves", "u1", MAX_MOVES), ("values", "<i2", MAX_MOVES), ("result", "i1")]
    + [(name, "u1") for name in ("given", "random", "noisy", "solved")]
)
FAULTS: Final[dict[str, Callable[[Any], Any]]] = {
    "a value is outside -64 to 64 discs": lambda rows: (
        ~in_range(rows["values"], DISC * MAX_DISCS) & (rows["values"] != NO_VALUE)
    ).any(axis=1),
    "the result is outside -64 to 64 discs": lambda rows: ~in_range(rows["result"], MAX_DISCS),
    "a number of plies is greater than 60": lambda rows: np.any(
        [rows[name] > MAX_MOVES for name in ("given", "random", "noisy", "solved")], axis=0
    ),
}
"""What can be wrong with a game (see `RecordFormat`). `read_samples` also checks the moves."""
FORMAT: Final = RecordFormat("games", 3, GAME, FAULTS)
MIN_SAMPLED: Final = 2
"""Positions with fewer empties do not become samples."""
AT_ONCE: Final = 20_000
"""How many games are replayed at a time."""


def empty(count: int) -> Any:
    """Return *count* games without moves."""
    games = np.zeros(count, GAME)
    games["moves"], games["values"] = NO_MOVE, NO_VALUE
    return games


def read_samples(path: Path) -> tuple[Any, bool]:
    """Return samples of the positions in a file of games and whether they are for tests.

    Raises FormatError.
    """
    games, is_test = FORMAT.read(path)
    parts = [np.zeros(0, SAMPLE)]
    for first in range(0, len(games), AT_ONCE):
        part = games[first : first + AT_ONCE]
        positions = arrays.replayed(part["moves"])
        if len(bad := np.flatnonzero(positions.illegal >= 0)):
            raise FormatError(path, None, "a move is illegal", game=first + int(bad[0]) + 1)
        parts.append(to_samples(part, positions))
    return np.concatenate(parts), is_test


def to_samples(games: Any, positions: arrays.Positions) -> Any:
    """Return a sample for each position in *games* that has a value and at least MIN_SAMPLED empties."""
    plies = positions.plies
    scores = games["values"][positions.games, plies]
    taken = (scores != NO_VALUE) & (plies <= MAX_MOVES - MIN_SAMPLED)
    plies, numbers, scores = plies[taken], positions.games[taken], scores[taken]
    samples = np.zeros(len(plies), SAMPLE)
    samples["player"], samples["opponent"] = positions.players[taken], positions.opponents[taken]
    samples["game"], samples["score"] = games["game"][numbers], scores
    is_solved = plies >= games["solved"][numbers]
    samples["kind"] = np.where(is_solved, SOLVED, ESTIMATED)
    results = games["result"][numbers]
    results = np.where(positions.turns[taken] == 0, results, -results)
    samples["result"] = np.where(plies >= games["noisy"][numbers], results, NO_RESULT)
    samples["result"][is_solved] = scores[is_solved] // DISC
    return samples
