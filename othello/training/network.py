"""Trains a network on samples: runs of gradient descent, with checkpoints.

Training takes the samples in random order, in chunks, with a falling rate, see `descent.rate_of`. After each
chunk the rows of configurations that a symmetry does not change are made symmetric again. A checkpoint
contains everything on which the following chunks depend. Therefore, with one thread, a run that continues
from a checkpoint gives the same network as an uninterrupted run.
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
"""Maximum number of held-out samples on which errors are measured."""
MIN_MIDGAME: Final = 17
"""Minimum number of empties of positions whose errors against scores and results are measured."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Mean absolute errors on held-out samples in discs, or None if there is no such sample."""

    score: float | None
    """Against the scores of searches, with at least MIN_MIDGAME empties."""
    result: float | None
    """Against results, with at least MIN_MIDGAME empties."""
    exact: float | None
    """Against exact values."""


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """The progress of a run after some chunks."""

    chunks: int
    """Chunks learned so far, including chunks before a checkpoint."""
    total: int
    samples: int
    """Samples learned so far. A sample counts again in every epoch."""
    error: float
    """Mean absolute error in discs on the samples of the last chunk, at the time of their training."""
    rate: float
    """Samples per second since the run was begun or continued."""
    seconds_left: float


class Training(ChunkedTraining):
    """A run: lessons, held-out samples, a model, and the number of learned chunks."""

    def __init__(
        self, data: Any, settings: NetworkSettings, threads: int = 1, start: Network | None = None
    ) -> None:
        """Begin a run from random numbers or from *start*.

        The games of `samples.is_held_out` are held out. *threads* train together.
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
        """Return the most frequent rows in the lessons, or None if all rows are trained."""
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
            self.chunks, learned = chunk + 1, learned + len(order)
            speed = learned / (time.monotonic() - begun)
            done = self._learned(self.chunks)
            left = (self._learned(self.total) - done) / speed
            yield TrainingProgress(self.chunks, self.total, done, error, speed, left)

    def _learned(self, chunks: int) -> int:
        """Return the approximate number of samples in the first *chunks* chunks."""
        return chunks * len(self.lessons) // self.chunks_of_epoch

    def _order(self, chunk: int) -> Any:
        """Return the indices of the lessons of a chunk."""
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
    """Return the errors of *values*, in discs, one for each sample."""
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
