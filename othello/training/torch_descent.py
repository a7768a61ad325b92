"""Training of the network by PyTorch, on a GPU for example: gradient descent in batches.

The formula, the loss, the rates and the sums of squares are those of `kernels.descent`. There each sample is
a step; here each batch is one. The derivatives of all its samples are taken at the same numbers. Their
squares are added to the sums before the root of the sums divides the steps. A step reads and moves only the
rows of the configurations in its batch.

The size of a batch is proportional to the square root of the number of samples learned before. Early in a
run the sums are small and the steps are long: a large batch would add many long steps that were computed from
the same numbers, and overshoot. The sums grow in proportion to the number of samples, so the steps shrink
with its square root, and batches can grow at the same rate.
"""

import contextlib
import math
from collections.abc import Iterator
from typing import Any, Final

from othello.errors import OthelloError
from othello.kernels.descent import BIAS_RATE, COMPOSED, LEAST_ROW_SUM, LEAST_SUM, OFFSET_RATE, WEIGHT_RATE
from othello.kernels.network import LEAST_IN_ROW, MOST_IN_ROW, ONE, ORIENTATIONS, ROW_STEP, UNITS, WIDTH
from othello.training.descent import Descent, Lessons
from othello.training.model import Model

STEP: Final = ROW_STEP / ONE
LEAST, MOST = LEAST_IN_ROW * STEP, MOST_IN_ROW * STEP
"""What the numbers of rows are rounded to, and their limits."""
LEAST_BATCH: Final = 16
MOST_BATCH: Final = 4096
"""The rows of such a batch take 185 MB."""
ROOTS: Final = 3
"""The size of a batch is the square root of the number of samples learned before, divided by this.

With 1 instead of 3, errors to scores were 0.08 discs greater after 800,000 samples.
"""
TORCH_CPU: Final = "torch-cpu"
"""Name of the processor as a device of PyTorch."""


class TorchDescent:
    """A model on a device of PyTorch."""

    def __init__(self, model: Model, device: Any, threads: int = 1) -> None:
        """Copy a model to a device that `device_of` returned; the processor is used by *threads*."""
        self._torch, self._device = import_torch(), device
        self._torch.set_num_threads(threads)
        self._inputs = Descent(model)
        with self._memory():
            self._on_device = Model(**{name: self._tensor(array) for name, array in model.arrays().items()})
        self._targets = self._tensor(COMPOSED)
        """For each orientation and block of a row the block of the hidden layer that it is added to."""
        self._sources = self._tensor(COMPOSED.argsort(axis=1))
        """The inverse: for each orientation and block of the hidden layer the block of a row."""

    def _tensor(self, array: Any) -> Any:
        return self._torch.from_numpy(array).to(self._device)

    @contextlib.contextmanager
    def _memory(self) -> Iterator[None]:
        """Turn the error of a device without enough free memory into OthelloError."""
        try:
            yield
        except self._torch.OutOfMemoryError:
            raise OthelloError(
                f"device {self._device} has too little free memory: 2 GiB are enough"
            ) from None

    @property
    def model(self) -> Model:
        """The model as arrays of NumPy."""
        return Model(**{name: array.cpu().numpy() for name, array in self._on_device.arrays().items()})

    def learn(self, data: Lessons, order: Any, rate: float, learned: int) -> float:
        """Learn a chunk, see `descent.Learner`."""
        batch = min(max(LEAST_BATCH, math.isqrt(learned) // ROOTS), MOST_BATCH)
        arrays = (*self._inputs.look_up(data, order), data.targets[order])
        with self._memory():
            batches = zip(*(self._tensor(array).split(batch) for array in arrays), strict=True)
            total = sum(self._step(*each, rate=rate) for each in batches)
            self._on_device.make_symmetric()
            return float(total)

    def _step(self, found: Any, lines: Any, targets: Any, *, rate: float) -> Any:
        """Learn a batch; return the sum of absolute errors. Comments have the shapes of tensors."""
        model = self._on_device
        rows, orientations = found.long().unbind(2)  # samples, features
        phases, mine, theirs = lines.long().unbind(1)  # samples
        inputs = model.biases[phases] + model.mobility[mine] + model.mobility[theirs]  # samples, units
        hidden = self._sum_of_rows(rows, orientations) + inputs[:, None]  # samples, blocks, units
        clipped, weights = hidden.clamp(0, 1), model.weights[phases]
        squares = clipped**2
        errors = model.offsets[phases] + (weights[:, None] * squares).sum((1, 2)) - targets  # samples

        slopes = 2 * clipped * (hidden < 1) * weights[:, None] * errors[:, None, None]
        self._move_rows(rows, orientations, slopes, rate)
        lines, from_inputs = self._torch.cat((mine, theirs)), slopes.sum(1)  # samples, units
        _move(model.mobility, model.mobility_sums, lines, from_inputs.repeat(2, 1), rate)
        from_weights = errors[:, None] * squares.sum(1)  # samples, units
        _move(model.weights, model.weight_sums, phases, from_weights, WEIGHT_RATE * rate)
        model.biases.index_add_(0, phases, from_inputs, alpha=-BIAS_RATE * rate)
        model.offsets.index_add_(0, phases, errors, alpha=-OFFSET_RATE * rate)
        return errors.abs().sum()

    def _sum_of_rows(self, rows: Any, orientations: Any) -> Any:
        """The sums of the rounded rows of positions, with their blocks in place."""
        blocks = ORIENTATIONS * rows[:, :, None] + self._sources[orientations]  # samples, features, blocks
        found = self._embedding(blocks, self._on_device.rows.view(-1, UNITS))
        return found.div_(STEP).round_().sum(1).mul_(STEP)

    def _move_rows(self, rows: Any, orientations: Any, slopes: Any, rate: float) -> None:
        """Move rows against the derivatives by the hidden layer; all numbers of a row share one sum."""
        model, samples = self._on_device, len(rows)
        squares = (slopes**2).mean((1, 2))
        model.row_sums.index_add_(0, rows.flatten(), squares.repeat_interleave(rows.shape[1]))
        steps = rate / (model.row_sums[rows] + LEAST_ROW_SUM).sqrt()  # samples, features
        first = ORIENTATIONS * self._torch.arange(samples, device=self._device)
        blocks = first[:, None, None] + self._targets[orientations]  # samples, features, blocks
        slopes = self._embedding(blocks, slopes.view(-1, UNITS)).mul_(steps[:, :, None, None])
        rows = rows.flatten()
        model.rows.index_add_(0, rows, slopes.view(-1, WIDTH), alpha=-1)
        model.rows.index_copy_(0, rows, model.rows.index_select(0, rows).clamp_(LEAST, MOST))

    def _embedding(self, places: Any, table: Any) -> Any:
        return self._torch.nn.functional.embedding(places, table)


def _move(array: Any, sums: Any, lines: Any, slopes: Any, rate: float) -> None:
    """Move lines of an array against their derivatives by the samples; each number has its own sum."""
    sums.index_add_(0, lines, slopes**2)
    array.index_add_(0, lines, slopes / (sums[lines] + LEAST_SUM).sqrt(), alpha=-rate)


def import_torch() -> Any:
    """Import PyTorch, which only its devices need; raises OthelloError if it is not installed."""
    try:
        # Imported late, because only the extra `torch` installs it.
        import torch
    except ImportError:
        raise OthelloError(
            "devices other than cpu need PyTorch, which is not installed: pip install 'othello[torch]'"
        ) from None
    return torch


def device_of(name: str) -> Any:
    """Return a device of PyTorch; raises OthelloError if PyTorch or the device is missing."""
    torch, names = import_torch(), [TORCH_CPU]
    if torch.accelerator.is_available():
        kind = torch.accelerator.current_accelerator().type
        names += [kind, *(f"{kind}:{number}" for number in range(torch.accelerator.device_count()))]
    if name not in names:
        known = f"{', '.join(['cpu', *names[:-1]])} or {names[-1]}"
        raise OthelloError(f"PyTorch finds no device {name!r} on this computer: use {known}")
    return torch.device("cpu" if name == TORCH_CPU else name)
