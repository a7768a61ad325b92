"""Trains a network on samples by gradient descent, with checkpoints.

A run learns the samples in random order, in chunks, with a falling learning rate (see `descent.rate_of`).
After each chunk, the model is made symmetric again (see `Model.make_symmetric`). A checkpoint contains
everything that the next chunks depend on. Therefore, with a single thread, a run that resumes from a
checkpoint yields the same network as an uninterrupted run.
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from othello.rules.score import DISC
from othello.search.identity import plain_heading
from othello.search.network import Network
from othello.training import samples
from othello.training.descent import (
    ChunkedTraining,
    Descent,
    Lessons,
    ThreadedDescent,
    chunks_of,
    rate_of,
    row_counts,
)
from othello.training.model import Model
from othello.training.settings import NetworkSettings

MAX_HELD_OUT: Final = 100_000
"""Maximum number of held-out samples used to measure errors."""
MIN_MIDGAME: Final = 17
"""Minimum number of empties in positions whose values are compared with search scores or results."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Mean absolute errors, in discs, on held-out samples. None means that there are no such samples."""

    score: float | None
    """The error measured against search scores in positions with at least MIN_MIDGAME empties."""
    result: float | None
    """The error measured against game results in positions with at least MIN_MIDGAME empties."""
    exact: float | None
    """The error measured against exact values."""


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a run has progressed."""

    chunks: int
    """Number of chunks learned, including chunks before a checkpoint."""
    total: int
    """Total number of chunks in the run."""
    samples: int
    """How many samples have been learned. A sample counts again in every epoch."""
    error: float
    """Mean absolute error in discs on the samples of the last chunk, before each of them was learned."""
    rate: float
    """Samples per second since the run was started or continued."""
    seconds_left: float


class Training(ChunkedTraining):
    """A training run with the lessons to learn, the held-out samples, and the model."""

    def __init__(
        self, data: Any, settings: NetworkSettings, threads: int = 1, start: Network | None = None
    ) -> None:
        """Begin a run with random numbers, or with the numbers of the network *start*.

        *data* contains samples. Samples for which `samples.is_held_out` is true are not learned. *threads* is
        the number of threads that learn at the same time.
        """
        held_out = samples.is_held_out(data)
        self.settings = settings
        self.lessons = Lessons.of(data, ~held_out, settings.mix)
        random = np.random.default_rng(settings.seed)
        self.held_out = data[np.sort(random.permutation(np.flatnonzero(held_out))[:MAX_HELD_OUT])]
        self.chunks_of_epoch = chunks_of(len(self.lessons))
        self._epoch, self._shuffled = -1, np.zeros(0, np.int64)
        own = Network.layout() | asdict(settings)
        own |= {"samples": self.lessons.checksum(), "start": start.checksum() if start else None}
        model = Model.of(start) if start else Model.untrained(settings.seed)
        model.keep(settings.units, self._frequent_rows())
        total = settings.epochs * self.chunks_of_epoch
        super().__init__(model, total, plain_heading("checkpoint", **own))
        self._learner = ThreadedDescent(model, threads)

    def _frequent_rows(self) -> Any:
        """Return the indexes of the rows that lessons use most, or None if all rows are trained."""
        if self.settings.rows is None:
            return None
        counts = row_counts(self.lessons.players, self.lessons.opponents)
        return np.argsort(-counts, kind="stable")[: self.settings.rows]

    def learn(self) -> Iterator[TrainingProgress]:
        """Learn the remaining chunks. Yield the progress after each chunk."""
        begun, learned = time.monotonic(), 0
        for chunk in range(self.chunks, self.total):
            order, rate = self._order(chunk), rate_of(self.settings.rate, chunk, self.total)
            error = self._learner.learn(self.lessons, order, rate) / max(1, len(order))
            if self.settings.penalty:
                self.model.shrink(self.settings.penalty * rate * len(order))
            self.chunks, learned = chunk + 1, learned + len(order)
            speed = learned / (time.monotonic() - begun)
            done = self._learned(self.chunks)
            left = (self._learned(self.total) - done) / speed
            yield TrainingProgress(self.chunks, self.total, done, error, speed, left)

    def _learned(self, chunks: int) -> int:
        """Return the approximate number of samples in the first *chunks* chunks."""
        return chunks * len(self.lessons) // self.chunks_of_epoch

    def _order(self, chunk: int) -> Any:
        """Return the indexes of the lessons in a chunk, in random order."""
        epoch, number = divmod(chunk, self.chunks_of_epoch)
        if epoch != self._epoch:
            self._epoch = epoch
            random = np.random.default_rng((self.settings.seed, epoch))
            self._shuffled = random.permutation(len(self.lessons))
        return np.array_split(self._shuffled, self.chunks_of_epoch)[number]

    def errors(self) -> Errors:
        """Return the errors of the model on the held-out samples."""
        data = self.held_out
        players, opponents = (np.ascontiguousarray(data[side]) for side in ("player", "opponent"))
        return measured(data, Descent(self.model).values(players, opponents))


def measured(data: Any, values: Any) -> Errors:
    """Return the errors of *values*, which contains an estimate in discs for each sample in *data*."""
    is_solved = data["kind"] == samples.SOLVED
    is_midgame = (samples.empties(data) >= MIN_MIDGAME) & ~is_solved
    scores = data["score"].astype(np.float32) / DISC

    def error(expected: Any, chosen: Any) -> float | None:
        return float(np.abs(values - expected)[chosen].mean()) if chosen.any() else None

    return Errors(
        score=error(scores, is_midgame & (data["score"] != samples.UNSCORED)),
        result=error(data["result"], is_midgame & (data["result"] != samples.NO_RESULT)),
        exact=error(scores, is_solved),
    )
