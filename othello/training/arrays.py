"""The numbers of a network as NumPy arrays."""

import functools
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from othello.kernels.geometry import Symmetry
from othello.kernels.network import EXCESS, HALF, ORIENTATIONS, ROW_BYTES, UNITS, WIDTH, turned_numbers
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES, Squares, image, own_symmetries
from othello.search.network import Network
from othello.search.probcut_margins import DEFAULT, ProbCutMargins

SHAPES: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "biases": ("<i2", (PHASES, UNITS)),
    "mobility": ("<i2", (2, MOBILITY, UNITS)),
    "weights": ("<i2", (PHASES, UNITS)),
    "offsets": ("<i4", (PHASES,)),
    "scales": ("<i4", (PHASES,)),
    "rows": ("u1", (NETWORK.packed_size, ROW_BYTES)),
}
"""Type and shape of each array, in the order returned by `Network.numbers`."""


@dataclass(frozen=True, eq=False)
class Arrays:
    """The integers of a network. `kernels.network` explains the formula and the units."""

    biases: Any
    """int16, shape (PHASES, UNITS)."""
    mobility: Any
    """int16, shape (2, MOBILITY, UNITS): what each side's mobility adds to the units, with the mover's
    mobility first."""
    weights: Any
    """int16, shape (PHASES, UNITS): output weights from -127 to 127."""
    offsets: Any
    """int32, shape (PHASES,): the number of centidiscs that is added to the value."""
    scales: Any
    """int32, shape (PHASES,): the unit of the output weights in each phase."""
    rows: Any
    """uint8, shape (NETWORK.packed_size, ROW_BYTES), as returned by `packed_rows`.

    A configuration shares its row with its mirrored and rotated images.
    """

    @classmethod
    def of(cls, source: Network) -> Self:
        """Return the numbers of a network as arrays."""
        data, at, arrays = source.numbers(), 0, {}
        for name, (kind, shape) in SHAPES.items():
            arrays[name] = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
            at += arrays[name].nbytes
        return cls(**arrays)

    def network(self, made: str = "", deviations: ProbCutMargins = DEFAULT) -> Network:
        """Return the network with these numbers. *made* describes its origin."""
        parts = (getattr(self, name).astype(kind).tobytes() for name, (kind, _) in SHAPES.items())
        return Network.of_numbers(parts, made, deviations)


def packed_rows(numbers: Any) -> Any:
    """Pack numbers of shape (rows, WIDTH) as a network stores them: uint8 of shape (rows, ROW_BYTES)."""
    units = (numbers + EXCESS).astype(np.uint8).reshape(-1, ORIENTATIONS, 2, HALF)
    return (units[:, :, 0] | units[:, :, 1] << 4).reshape(-1, ROW_BYTES)


def unpacked_rows(rows: Any) -> Any:
    """Unpack rows of shape (rows, ROW_BYTES) into their numbers: int8 of shape (rows, WIDTH)."""
    halves = rows.reshape(-1, ORIENTATIONS, HALF)
    units = np.stack([halves & 15, halves >> 4], axis=2).view(np.int8) - np.int8(EXCESS)
    return units.reshape(-1, WIDTH)


@functools.cache
def unchanged() -> list[tuple[list[int], Any]]:
    """Return the rows of configurations that a symmetry leaves unchanged.

    Each item contains a symmetry other than 0, in the form that `turned_numbers` returns, and the indexes of
    its rows.
    """
    packing, kept = np.asarray(NETWORK.packing), []
    for start, squares in zip(NETWORK.table_starts, NETWORK.squares, strict=True):
        for symmetry in own_symmetries(squares)[1:]:
            images = images_of(squares, symmetry)
            same = np.flatnonzero(images == np.arange(len(images)))
            kept.append((turned_numbers(symmetry), np.unique(packing[start + same])))
    return kept


def images_of(squares: Squares, symmetry: Symmetry) -> Any:
    """Return, for each configuration of a pattern, the index of its image under a symmetry.

    *symmetry* is one of `own_symmetries`. Indexes are counted from 0 within the pattern.
    """
    images = np.zeros(1, np.int64)
    for square in image(squares, symmetry):
        images = np.add.outer(3 ** squares.index(square) * np.arange(3), images).ravel()
    return images
