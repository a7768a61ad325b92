"""Gradient descent: updates a model after each sample (see `kernels.sgd`).

Sources: F. Niu and others, "Hogwild!" (2011), for threads that update the same arrays without locks. I.
Loshchilov, F. Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts" (2017), for a learning rate that
falls along a cosine.
"""

import math
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from othello.kernels import features, sgd
from othello.kernels.patterns import NETWORK
from othello.native import memory
from othello.rules.kernel_arrays import indices
from othello.rules.score import MAX_DISCS
from othello.storage import checkpoints
from othello.training import samples
from othello.training.model import Model

CHUNK: Final = 100_000
"""Approximate number of samples in a chunk. The learning rate is the same for all samples in a chunk."""
BLOCK: Final = 1 << 16
"""How many samples are converted to lessons at a time. A smaller number needs less temporary memory."""
LAST_RATE: Final = 0.02
"""The learning rate at the end of a run, as a fraction of the initial learning rate."""


def rate_of(first: float, chunk: int, total: int) -> float:
    """Return the learning rate of a chunk. It falls along half a cosine to LAST_RATE times *first*."""
    return first * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * chunk / total)) / 2)


def chunks_of(count: int) -> int:
    """Return the number of chunks into which *count* samples are divided, at least 1."""
    return max(1, round(count / CHUNK))


class ChunkedTraining:
    """A training run that learns one chunk after another and can save checkpoints."""

    def __init__(self, model: Any, total: int, heading: Mapping[str, object]) -> None:
        """Begin a run of *total* chunks.

        *heading* is written to checkpoints. It must match when a checkpoint is loaded.
        """
        self.model, self.total, self._heading = model, total, heading
        self.chunks = 0
        """How many chunks have been learned."""

    def save(self, path: Path) -> None:
        """Write a checkpoint. If this fails, raise FormatError and leave an existing file unchanged."""
        checkpoints.write(path, {**self._heading, "chunks": self.chunks}, vars(self.model))

    def resume(self, path: Path) -> None:
        """Continue from a checkpoint. Raises FormatError if it is damaged or belongs to another run."""
        self.chunks = checkpoints.read(path, self._heading, self.total, vars(self.model))


@dataclass(frozen=True, eq=False)
class Lessons:
    """Positions to learn, with target values in discs."""

    players: Any
    opponents: Any
    targets: Any

    @classmethod
    def of(cls, data: Any, chosen: Any, mix: float) -> Self:
        """Return lessons for the samples where *chosen* is true. For *mix*, see `samples.targets`."""
        count, end = int(chosen.sum()), 0
        lessons = cls(np.empty(count, np.uint64), np.empty(count, np.uint64), np.empty(count, np.float32))
        for at in range(0, len(data), BLOCK):
            part = data[at : at + BLOCK][chosen[at : at + BLOCK]]
            begin, end = end, end + len(part)
            lessons.players[begin:end], lessons.opponents[begin:end] = part["player"], part["opponent"]
            lessons.targets[begin:end] = samples.targets(part, mix)
        return lessons

    def __len__(self) -> int:
        return len(self.players)

    def checksum(self) -> int:
        """Return a checksum of all lessons."""
        return zlib.crc32(self.targets, zlib.crc32(self.opponents, zlib.crc32(self.players)))


class Descent:
    """A model and the memory that a single thread needs to compute with it."""

    def __init__(self, model: Model) -> None:
        """Allocate the memory. Its arrays are named after the parameters of `sgd.learn`."""
        self.model = model
        self._slot = memory.Memory(features.SLOT_BYTES)
        """The features of the current position."""
        self._lanes = sgd.lanes()
        self._lookups = np.zeros((sgd.FEATURES, 2), np.int32)
        """For each feature of the current position, the index and orientation of its row."""
        self._scratch = np.zeros(sgd.SCRATCH, np.float32)
        """The hidden layer and its gradients."""

    def learn(self, data: Lessons, order: Any, rate: float) -> float:
        """Learn the samples with the indexes *order*, in this order. Return the sum of their errors.

        The errors are absolute, in discs, and measured before each sample is learned. Raises IndexError if an
        index is out of range.
        """
        order, model = indices(order, len(data)), self.model
        return float(
            sgd.learn(
                data.players, data.opponents, data.targets, order, rate,
                *self._tables(), model.rows, model.weights, model.biases, model.mobility, model.offsets,
                model.row_sums, model.weight_sums, model.mobility_sums, self._lookups, self._scratch,
            )
        )  # fmt: skip

    def values(self, players: Any, opponents: Any) -> Any:
        """Return the model's values of positions in discs, clipped to -64..64."""
        model, estimates = self.model, np.zeros(len(players), np.float32)
        sgd.predict(
            players, opponents, *self._tables(),
            model.rows, model.weights, model.biases, model.mobility, model.offsets,
            self._lookups, self._scratch, estimates,
        )  # fmt: skip
        return np.clip(estimates, -MAX_DISCS, MAX_DISCS)

    def _tables(self) -> tuple[int, int, Any, Any, Any]:
        return NETWORK.powers.address, self._slot.address, self._lanes, NETWORK.packing, NETWORK.turns


def row_counts(players: Any, opponents: Any) -> Any:
    """Return how often the features of the positions use each row of a network."""
    slot, counts = memory.Memory(features.SLOT_BYTES), np.zeros(NETWORK.packed_size, np.int32)
    sgd.count_rows(
        players, opponents, NETWORK.powers.address, slot.address, sgd.lanes(), NETWORK.packing, NETWORK.turns,
        np.zeros((sgd.FEATURES, 2), np.int32), counts,
    )  # fmt: skip
    return counts


class ThreadedDescent:
    """Trains a model with several threads, each of which learns part of every chunk."""

    def __init__(self, model: Model, threads: int = 1) -> None:
        """Allocate memory for each thread. The threads end when this object is no longer used."""
        self.model = model
        self._descents = [Descent(model) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads)

    def learn(self, data: Lessons, order: Any, rate: float) -> float:
        """Learn a chunk whose samples have the indexes *order*, and then make the model symmetric.

        Returns the sum of errors (see `Descent.learn`).
        """
        parts = np.array_split(order, len(self._descents))
        errors = self._pool.map(lambda descent, part: descent.learn(data, part, rate), self._descents, parts)
        total: float = sum(errors)
        self.model.make_symmetric()
        return total
