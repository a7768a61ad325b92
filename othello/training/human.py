"""Trains the human move model on the moves of rated players by gradient descent.

The model learns the moves of games up to the year `HumanModelSettings.until`. All later games are for tests.
The moves of one player in HELD_OUT_PLAYERS are for tests, too. A hash of the name determines these players.
"""

import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from othello.errors import OthelloError
from othello.kernels import table
from othello.kernels.batch_boards import legal_all
from othello.kernels.human_policy import (
    INTO,
    KNOWN,
    KNOWN_BITS,
    LOOKUPS,
    MAX_LEGAL,
    MEAN_RATING,
    NO_SQUARE,
    NUMBERS,
    OUT,
    OUT_BY_RATING,
    PROBES,
    RATING_UNIT,
    ROW_COUNT,
    UNITS,
    WIDTH,
)
from othello.kernels.human_policy_sgd import learn_moves, probabilities_of_all, values_of_all
from othello.players import human_model
from othello.players.human_model import layout
from othello.rules import arrays
from othello.rules.kernel_arrays import indices
from othello.search.identity import heading
from othello.search.thread_data import ThreadData
from othello.training.descent import ChunkedTraining, chunks_of, rate_of
from othello.training.ratings import PlayerRatings, Results, rate
from othello.training.settings import HumanModelSettings

HELD_OUT_PLAYERS: Final = 10
CLIPPED: Final = 0.9999
"""Fraction of the numbers in rows that bytes can represent. Numbers with larger magnitudes are clipped."""
MAX_BYTE: Final = 8
"""Maximum distance of a byte from the byte that means 0. If the file contains few different bytes, it
compresses well, and the model loses almost no accuracy."""
UNKNOWN_LAST: Final = 16
"""In one out of this many positions, the last move is hidden, so that the model also learns without a last
move."""
KNOWN_PLIES: Final = 40
"""Only positions after at most this many moves can become known positions."""
MIN_KNOWN: Final = 3
"""A position is known if at least this many games contain it."""
MAX_KNOWN: Final = KNOWN * 3 // 4
"""Maximum number of known positions."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Positions from games in which a rated player could choose between two or more moves.

    The arrays before *starts* have one element per position. The arrays after *starts* have one element per
    legal move of each position. The moves of position i begin at index starts[i].
    """

    players: Any
    opponents: Any
    lasts: Any
    """The opponent's last move, or NO_SQUARE after a pass."""
    ratings: Any
    """Ratings of the players who moved, in the units of `kernels.human_policy`."""
    chosen: Any
    """The index of the played move among the legal moves in the position."""
    plies: Any
    movers: Any
    """The players who moved, as indexes into `Results.names`."""
    games: Any
    """The games, as indexes into `Results`."""
    years: Any
    is_learned: Any
    starts: Any
    squares: Any
    statics: Any
    deeps: Any
    known: Any
    """How many other games in the training data contain the position after the move."""

    def __len__(self) -> int:
        return len(self.players)

    @property
    def played(self) -> Any:
        """The indexes, in the arrays about moves, of the moves that were played."""
        return self.starts[:-1] + self.chosen


def choices(results: Results, ratings: PlayerRatings, until: int) -> tuple[Choices, Any]:
    """Return the choices in games and the table of known positions.

    Games after the year *until* are not learned.
    """
    positions = arrays.replayed(results.moves)
    movers = np.where(positions.turns == 0, results.blacks[positions.games], results.whites[positions.games])
    legal = np.zeros(len(positions), np.uint64)
    legal_all(positions.players, positions.opponents, legal)
    counts = np.bitwise_count(legal).astype(np.int64)
    lasts = np.full(len(positions), NO_SQUARE, np.uint8)
    follows = (positions.games[1:] == positions.games[:-1]) & (positions.turns[1:] != positions.turns[:-1])
    lasts[1:][follows] = positions.squares[:-1][follows]
    # The index of a move is the number of legal moves to lower squares.
    below = (np.uint64(1) << positions.squares.astype(np.uint64)) - np.uint64(1)
    chosen = np.bitwise_count(legal & below).astype(np.uint8)
    kept = np.flatnonzero((counts > 1) & (positions.plies > 0))
    games, movers = positions.games[kept], movers[kept]
    years = results.years[games]
    held_out = np.array([zlib.crc32(name.encode()) % HELD_OUT_PLAYERS == 0 for name in results.names])
    is_learned = (years <= until) & ~held_out[movers]
    if not is_learned.any():
        raise OthelloError(f"no game up to {until} contains a position with several moves to learn from")
    starts = np.concatenate([[0], np.cumsum(counts[kept])])
    players, opponents = positions.players[kept], positions.opponents[kept]
    squares, statics, deeps, keys = _values(players, opponents, starts)
    plies, chosen = positions.plies[kept], chosen[kept]
    known, packed = _known(keys, (starts[:-1] + chosen)[is_learned & (plies < KNOWN_PLIES)])
    scaled = ((ratings.of(movers, years) - MEAN_RATING) / RATING_UNIT).astype(np.float32)
    return Choices(
        players, opponents, lasts[kept], scaled, chosen, plies, movers, games, years, is_learned,
        starts, squares, statics, deeps, known,
    ), packed  # fmt: skip


def _values(players: Any, opponents: Any, starts: Any) -> tuple[Any, Any, Any, Any]:
    total = int(starts[-1])
    squares, statics, deeps = np.zeros(total, np.uint8), np.zeros(total, np.int16), np.zeros(total, np.int16)
    keys = np.zeros(total, np.uint64)
    workspace = ThreadData(table.new_table(1))
    values_of_all(workspace.record, players, opponents, starts, squares, statics, deeps, keys)
    return squares, statics, deeps, keys


def _known(keys: Any, played: Any) -> tuple[Any, Any]:
    """Return `Choices.known` and the table of known positions.

    *keys* are the keys of the positions after all legal moves. *played* contains the indexes of the moves
    that count because they were played in games to be learned.
    """
    unique, times = np.unique(keys[played], return_counts=True)
    least = _least(times)
    known = np.zeros(len(keys), np.int32)
    places = np.minimum(np.searchsorted(unique, keys), len(unique) - 1)
    is_there = unique[places] == keys
    known[is_there] = times[places[is_there]]
    known[played] -= 1  # the game that contains the move does not count
    known[known < least] = 0
    return known, _packed(unique[times >= least], times[times >= least])


def _least(times: Any) -> int:
    """Return in how many games a position must occur if all known positions are to fit into the table."""
    least = MIN_KNOWN
    while (times >= least).sum() > MAX_KNOWN:
        least += 1
    return least


def _packed(keys: Any, times: Any) -> Any:
    """Return the table that `kernels.human_policy.games_with` reads.

    The most frequent positions get slots first, because slots may run out.
    """
    slots = np.zeros(KNOWN, np.uint32)
    for place in np.argsort(-times, kind="stable"):
        # The upper bits of a key determine its slot, which stores the key's lower 16 bits and the count in 16
        # bits.
        key, count = int(keys[place]), min(int(times[place]), 0xFFFF)
        at = key >> (64 - KNOWN_BITS)
        for probe in range(PROBES):
            if not slots[(at + probe) % KNOWN]:
                slots[(at + probe) % KNOWN] = (key & 0xFFFF) << 16 | count
                break
    return slots.view(np.int32)


@dataclass(eq=False)
class HumanModel:
    """The numbers of a model in training and the sums of their squared derivatives.

    All arrays are float32.
    """

    rows: Any
    numbers: Any
    row_sums: Any
    sums: Any

    @classmethod
    def untrained(cls, seed: int) -> Self:
        """Return a model with small random numbers and rows of zeros."""
        random = np.random.default_rng(seed)
        numbers = np.zeros(NUMBERS, np.float32)
        numbers[:UNITS] = 0.1
        numbers[INTO:OUT] = random.normal(0, 0.1, WIDTH * UNITS)
        numbers[OUT:OUT_BY_RATING] = random.normal(0, 0.3, UNITS)
        zeros = np.zeros(ROW_COUNT * UNITS, np.float32)
        return cls(zeros, numbers, np.zeros(ROW_COUNT, np.float32), np.zeros(NUMBERS, np.float32))


class HumanPolicySgd:
    """A model and the memory needed to compute with it."""

    def __init__(self, model: HumanModel) -> None:
        """Allocate the memory. Its arrays are named after the parameters of `learn_moves`."""
        self.model = model
        self._places = np.zeros(MAX_LEGAL * LOOKUPS, np.int32)
        self._inputs = np.zeros(MAX_LEGAL * WIDTH, np.float32)
        self._hidden = np.zeros(MAX_LEGAL * UNITS, np.float32)
        self._scores = np.zeros(MAX_LEGAL, np.float32)
        self._slopes = np.zeros(UNITS, np.float32)

    def learn(self, data: Choices, order: Any, rate: float) -> float:
        """Learn the positions with the indexes *order*, in this order. Return the mean of their losses.

        Each loss is measured before its position is learned. Raises IndexError if an index is out of range.
        """
        order, model = indices(order, len(data)), self.model
        total = learn_moves(
            data.players, data.opponents, data.lasts, data.ratings, data.starts, data.chosen,
            data.squares, data.statics, data.deeps, data.known, order, rate,
            model.rows, model.numbers, model.row_sums, model.sums,
            self._places, self._inputs, self._hidden, self._scores, self._slopes,
        )  # fmt: skip
        return float(total) / max(1, len(order))

    def probabilities(self, data: Choices) -> Any:
        """Return the probability that the model gives each move, in the order of `Choices.squares`."""
        probabilities = np.zeros(len(data.squares), np.float32)
        probabilities_of_all(
            data.players, data.opponents, data.lasts, data.ratings, data.starts,
            data.squares, data.statics, data.deeps, data.known, self.model.rows, self.model.numbers,
            self._places, self._inputs, self._hidden, self._scores, probabilities,
        )  # fmt: skip
        return probabilities


class HumanModelTraining(ChunkedTraining):
    """A training run with the choices to learn, the table of known positions, and the model."""

    def __init__(self, results: Results, settings: HumanModelSettings) -> None:
        """Rate the players and begin a run.

        Raises OthelloError if no player can be rated or there are no moves to learn.
        """
        self.settings = settings
        self.data, self.known = choices(results, rate(results), settings.until)
        random = np.random.default_rng(settings.seed)
        is_hidden = self.data.is_learned & (random.integers(UNKNOWN_LAST, size=len(self.data)) == 0)
        self.data.lasts[is_hidden] = NO_SQUARE
        learned = np.flatnonzero(self.data.is_learned)
        recent = learned[self.data.years[learned] >= settings.recent]
        self._passes = settings.epochs * ([learned, recent] if len(recent) else [learned])
        own = {**layout(), **asdict(settings), "games": zlib.crc32(results.moves.tobytes())}
        total = sum(chunks_of(len(part)) for part in self._passes)
        super().__init__(HumanModel.untrained(settings.seed), total, heading("checkpoint", None, **own))
        self.descent = HumanPolicySgd(self.model)

    def learn(self) -> Iterator[float]:
        """Learn the remaining chunks. After each chunk, yield the mean loss (see `HumanPolicySgd.learn`)."""
        begin = 0
        for number, part in enumerate(self._passes):
            order = np.random.default_rng((self.settings.seed, number)).permutation(part)
            for chunk, learned in enumerate(np.array_split(order, chunks_of(len(part))), begin):
                if chunk >= self.chunks:
                    rate = rate_of(self.settings.rate, chunk, self.total)
                    loss = self.descent.learn(self.data, learned, rate)
                    self.chunks = chunk + 1
                    yield loss
            begin += chunks_of(len(part))

    def write(self, path: Path, made: str) -> None:
        """Write the model to a file, with its rows as bytes (see `othello.players.human_model`).

        *made* describes the origin of the model. Raises FormatError if the file cannot be written.
        """
        rows, numbers = self.model.rows, self.model.numbers
        scale = float(np.quantile(np.abs(rows[rows != 0]), CLIPPED)) / MAX_BYTE
        packed = (np.clip(np.rint(rows / scale), -MAX_BYTE, MAX_BYTE) + 128).astype(np.uint8)
        human_model.write(path, self.known.tobytes(), numbers.tobytes(), packed.tobytes(), scale, made)
