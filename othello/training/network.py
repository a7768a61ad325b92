"""From samples to a network: gradient descent, one sample after the other, see `kernels.descent`.

The samples are learned in random order, in chunks; the rate falls along half a cosine from the first to the
last chunk. After each chunk the rows of configurations that a symmetry does not change are made symmetric
again. A checkpoint after some chunks has everything that the following ones depend on, so a run that
continues from it gives the same network as an uninterrupted one with one thread.

Sources: I. Loshchilov, F. Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts" (2017), for the
cosine; F. Niu and others, "Hogwild!" (2011), for threads that learn into the same arrays without locks.
"""

import json
import math
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, Protocol, Self

import numpy as np

from othello import streams
from othello.errors import FormatError, usable
from othello.kernels import descent, features, memory, network
from othello.kernels.network import UNITS, WIDTH
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.score import DISC, MOST_DISCS
from othello.search.network import Network
from othello.training import samples
from othello.training.settings import NetworkSettings

CHUNK: Final = 100_000
"""Samples that are learned at one rate."""
LAST_RATE: Final = 0.02
"""Share of the rate that is left at the end."""
SPREAD_OF_ROWS: Final = 0.02
SPREAD_OF_WEIGHTS: Final = 2.0
FIRST_BIAS: Final = 0.3
"""How an untrained network begins: standard deviations of random numbers, and all biases."""
KNOWN_ROW_SUM: Final = 20.0
KNOWN_SUM: Final = 1e5
"""Sums of squares of the numbers of a trained network that is trained further."""
MOST_HELD_OUT: Final = 100_000
"""Held-out samples that errors are measured on."""
LEAST_MIDGAME: Final = 17
"""Fewest empties of the positions whose errors to scores and results are measured."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Mean absolute errors on held-out samples in discs, None where there is no such sample."""

    score: float | None
    """Against the scores of searches, from LEAST_MIDGAME empties on."""
    result: float | None
    """Against results, from LEAST_MIDGAME empties on."""
    exact: float | None
    """Against exact values."""


@dataclass(eq=False)
class Model:
    """A network in training: float32 arrays, see `kernels.descent`, and their sums of squares."""

    rows: Any
    weights: Any
    biases: Any
    mobility: Any
    offsets: Any
    row_sums: Any
    weight_sums: Any
    mobility_sums: Any

    @classmethod
    def untrained(cls, seed: int) -> Self:
        """Return a model of random numbers."""
        random = np.random.default_rng(seed)
        shape = NETWORK.packed_size, WIDTH
        found = cls(
            rows=np.float32(SPREAD_OF_ROWS) * random.standard_normal(shape, np.float32),
            weights=np.tile(SPREAD_OF_WEIGHTS * random.standard_normal(UNITS, np.float32), (PHASES, 1)),
            biases=np.full((PHASES, UNITS), FIRST_BIAS, np.float32),
            mobility=np.zeros((2 * MOBILITY, UNITS), np.float32),
            offsets=np.zeros(PHASES, np.float32),
            row_sums=np.zeros(NETWORK.packed_size, np.float32),
            weight_sums=np.zeros((PHASES, UNITS), np.float32),
            mobility_sums=np.zeros((2 * MOBILITY, UNITS), np.float32),
        )
        found.make_symmetric()
        return found

    @classmethod
    def of(cls, known: Network) -> Self:
        """Return a model that begins as a trained network."""
        one = np.float32(network.ONE)
        rows = known.rows.astype(np.float32) / one
        unit = (known.scales * one**2 / np.float32(DISC << network.SCALE_BITS)).astype(np.float32)
        return cls(
            rows=rows,
            weights=known.weights.astype(np.float32) * unit[:, None],
            biases=known.biases.astype(np.float32) / one,
            mobility=known.mobility.reshape(2 * MOBILITY, UNITS).astype(np.float32) / one,
            offsets=known.offsets.astype(np.float32) / np.float32(DISC),
            row_sums=np.where(rows.any(axis=1), np.float32(KNOWN_ROW_SUM), np.float32(0)),
            weight_sums=np.full((PHASES, UNITS), KNOWN_SUM, np.float32),
            mobility_sums=np.full((2 * MOBILITY, UNITS), KNOWN_SUM, np.float32),
        )

    def make_symmetric(self) -> None:
        """Average the blocks of a row that a symmetry of its configuration exchanges."""
        for symmetry, places in NETWORK.unchanged():
            rows = self.rows[places]
            self.rows[places] = (rows + rows[:, network.turned_blocks(symmetry)]) / 2

    def network(self, made: str) -> Network:
        """Return the network of integers. Rows that were never seen are zero.

        A phase without samples takes the numbers of the closest phase that has some.
        """
        seen = np.flatnonzero(self.weight_sums.any(axis=1))
        phases = np.arange(PHASES)
        if len(seen):
            phases = seen[np.abs(phases[:, None] - seen).argmin(axis=1)]
        weights, one = self.weights[phases], network.ONE
        greatest = np.abs(weights).max(axis=1)
        rows = np.where(self.row_sums[:, None] > 0, self.rows, 0)
        return Network(
            biases=_integers(one * self.biases[phases], np.int16),
            mobility=_integers(one * self.mobility, np.int16).reshape(2, MOBILITY, UNITS),
            weights=_integers(weights * (network.MOST / greatest)[:, None], np.int16),
            offsets=_integers(DISC * self.offsets[phases], np.int32),
            scales=_integers(greatest * ((DISC << network.SCALE_BITS) / (network.MOST * one**2)), np.int32),
            rows=_integers(one * rows, np.int8, network.MOST_IN_ROW),
            made=made,
        )

    def arrays(self) -> dict[str, Any]:
        """Return all arrays by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _integers(array: Any, kind: Any, most: int = 0) -> Any:
    """Return the nearest integers of a type, at most *most* in magnitude, by default what the type allows."""
    most = most or np.iinfo(kind).max
    return np.clip(np.round(array), -most, most).astype(kind)


class Descent:
    """A model and the memory that one thread needs to compute with it."""

    def __init__(self, model: Model) -> None:
        """Allocate memory."""
        self.model = model
        self._slot = memory.aligned(features.SLOT_BYTES // 8)
        self._lanes = descent.lanes()
        self._packing, self._turns = NETWORK.packing.astype(np.int32), NETWORK.turns.astype(np.int32)
        self._found = np.zeros((descent.FEATURES, 2), np.int32)
        self._scratch = np.zeros(descent.SCRATCH, np.float32)

    def learn(self, data: "Lessons", order: Any, rate: float) -> float:
        """Learn the samples with the indices *order*; return the sum of absolute errors, in discs."""
        model = self.model
        return float(
            descent.learn(
                data.players, data.opponents, data.targets, order, rate,
                *self._tables(), model.rows, model.weights, model.biases, model.mobility, model.offsets,
                model.row_sums, model.weight_sums, model.mobility_sums, self._found, self._scratch,
            )
        )  # fmt: skip

    def values(self, players: Any, opponents: Any) -> Any:
        """Return the values of positions, in discs, kept within 64 discs."""
        model, found = self.model, np.zeros(len(players), np.float32)
        descent.predict(
            players, opponents, *self._tables(),
            model.rows, model.weights, model.biases, model.mobility, model.offsets,
            self._found, self._scratch, found,
        )  # fmt: skip
        return np.clip(found, -MOST_DISCS, MOST_DISCS)

    def look_up(self, data: "Lessons", order: Any) -> tuple[Any, Any]:
        """Return the inputs of the samples with the indices *order*, as `descent.look_up` writes them."""
        found = np.zeros((len(order), descent.FEATURES, 2), np.int32)
        lines = np.zeros((len(order), 3), np.int32)
        descent.look_up(data.players, data.opponents, order, *self._tables(), found, lines)
        return found, lines

    def _tables(self) -> tuple[int, int, Any, Any, Any]:
        powers, slot = NETWORK.powers.ctypes.data, self._slot.ctypes.data
        return powers, slot, self._lanes, self._packing, self._turns


@dataclass(frozen=True, eq=False)
class Lessons:
    """What is learned: positions and their targets in discs."""

    players: Any
    opponents: Any
    targets: Any

    @classmethod
    def of(cls, data: Any, mix: float) -> Self:
        """Return the lessons of samples."""
        players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
        return cls(players, opponents, samples.targets(data, mix))

    def __len__(self) -> int:
        return len(self.players)

    def checksum(self) -> int:
        """Return a checksum of all lessons."""
        return zlib.crc32(self.targets, zlib.crc32(self.opponents, zlib.crc32(self.players)))


class Learner(Protocol):
    """What trains a model, on the processor or elsewhere."""

    @property
    def model(self) -> Model:
        """The model as it is now."""

    def learn(self, data: Lessons, order: Any, rate: float, learned: int) -> float:
        """Learn a chunk: the samples with the indices *order*; then make the model symmetric.

        *learned* is the number of samples learned before. Returns the sum of absolute errors, in discs.
        """


class ThreadedDescent:
    """Threads that learn parts of each chunk, one sample after the other; they end with this object."""

    def __init__(self, model: Model, threads: int = 1) -> None:
        """Allocate memory for each thread."""
        self.model = model
        self._descents = [Descent(model) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads)

    def learn(self, data: Lessons, order: Any, rate: float, learned: int) -> float:
        """Learn a chunk, see `Learner`."""
        parts = np.array_split(order, len(self._descents))
        errors = self._pool.map(lambda each, part: each.learn(data, part, rate), self._descents, parts)
        total: float = sum(errors)
        self.model.make_symmetric()
        return total


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is after some chunks."""

    chunks: int
    """Chunks learned so far, those before a checkpoint included."""
    total: int
    """Chunks of the run."""
    samples: int
    """Samples learned so far, each in every epoch."""
    error: float
    """Mean absolute error on the samples of the last chunk when they were learned, discs."""
    rate: float
    """Samples a second since the run was begun or continued."""
    seconds_left: float


class Training:
    """A run: lessons, held-out samples, a model, and the number of chunks that it has learned."""

    def __init__(
        self,
        data: Any,
        settings: NetworkSettings,
        learner: Callable[[Model], Learner] = ThreadedDescent,
        start: Network | None = None,
    ) -> None:
        """Begin a run, at *start* if it is given; games that `samples.is_held_out` names are held out.

        *learner* makes what learns from a model, at the beginning and when a run is continued.
        """
        held_out = samples.is_held_out(data)
        self.settings = settings
        self.lessons = Lessons.of(data[~held_out], settings.mix)
        random = np.random.default_rng(settings.seed)
        self.held_out = data[np.sort(random.permutation(np.flatnonzero(held_out))[:MOST_HELD_OUT])]
        self.chunks = 0
        self.history: list[dict[str, Any]] = []
        """Objects of the caller for JSON, such as errors so far, which checkpoints keep."""
        self._epoch, self._shuffled = -1, np.zeros(0, np.int64)
        self._make = learner
        self._begin = {"settings": asdict(settings), "samples": self.lessons.checksum()}
        self._begin["start"] = start.checksum() if start else None
        self._learner = learner(Model.of(start) if start else Model.untrained(settings.seed))

    @property
    def model(self) -> Model:
        """The model as it is now."""
        return self._learner.model

    @property
    def chunks_of_epoch(self) -> int:
        """Chunks in which all lessons are learned once."""
        return max(1, round(len(self.lessons) / CHUNK))

    @property
    def total(self) -> int:
        """Chunks of the whole run."""
        return self.settings.epochs * self.chunks_of_epoch

    def learn(self) -> Iterator[Progress]:
        """Learn the chunks that are left; yield after each of them."""
        begun, learned = time.monotonic(), 0
        for chunk in range(self.chunks, self.total):
            order, rate, before = self._order(chunk), self._rate(chunk), self._learned(chunk)
            error = self._learner.learn(self.lessons, order, rate, before) / max(1, len(order))
            self.chunks, learned = chunk + 1, learned + len(order)
            speed = learned / (time.monotonic() - begun)
            done = self._learned(self.chunks)
            left = (self._learned(self.total) - done) / speed
            yield Progress(self.chunks, self.total, done, error, speed, left)

    def _learned(self, chunks: int) -> int:
        """Return the number of samples of chunks, up to rounding."""
        return chunks * len(self.lessons) // self.chunks_of_epoch

    def _order(self, chunk: int) -> Any:
        """Return the indices of the lessons of a chunk."""
        epoch, number = divmod(chunk, self.chunks_of_epoch)
        if epoch != self._epoch:
            self._epoch = epoch
            random = np.random.default_rng((self.settings.seed, epoch))
            self._shuffled = random.permutation(len(self.lessons))
        return np.array_split(self._shuffled, self.chunks_of_epoch)[number]

    def _rate(self, chunk: int) -> float:
        cosine = (1 + math.cos(math.pi * chunk / self.total)) / 2
        return self.settings.rate * (LAST_RATE + (1 - LAST_RATE) * cosine)

    def errors(self) -> Errors:
        """Return the errors of the model on the held-out samples."""
        data = self.held_out
        players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
        return measured(data, Descent(self.model).values(players, opponents))

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write a checkpoint; raises FormatError. The file changes at once or not at all."""
        state = json.dumps(self._begin | {"chunks": self.chunks, "history": self.history})
        with usable(path), streams.replacing(path) as file:
            np.savez(file, state=np.array(state), **self.model.arrays())

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint; raises FormatError if it is damaged or of another run."""
        try:
            with usable(path), path.open("rb") as file, np.load(file) as found:
                state = json.loads(str(found["state"]))
                chunks, history = state.pop("chunks"), state.pop("history")
                arrays = {name: found[name] for name in self.model.arrays()}
        except (zipfile.BadZipFile, ValueError, KeyError) as error:
            raise FormatError(path, None, "damaged checkpoint: remove it to begin anew") from error
        differing = " and ".join(name for name in state if state[name] != self._begin[name])
        if differing:
            reason = f"this checkpoint is of a run with other {differing}: remove it to begin anew"
            raise FormatError(path, None, reason)
        self._learner = self._make(Model(**arrays))
        self.chunks, self.history = chunks, history


def measured(data: Any, values: Any) -> Errors:
    """Return the errors of values in discs, one for each sample."""
    is_solved = data["kind"] == samples.SOLVED
    is_midgame = (samples.empties(data) >= LEAST_MIDGAME) & ~is_solved
    scores = data["score"].astype(np.float32) / DISC

    def error(expected: Any, chosen: Any) -> float | None:
        return float(np.abs(values - expected)[chosen].mean()) if chosen.any() else None

    return Errors(
        score=error(scores, is_midgame & (data["score"] != samples.NO_SCORE)),
        result=error(data["result"], is_midgame & (data["result"] != samples.NO_RESULT)),
        exact=error(scores, is_solved),
    )
