"""The linear evaluation: a sum of one weight for each pattern configuration.

`kernels.linear` defines the layout of the weights and adds them. The body of a file is `Weights.packed`,
zlib-compressed: each phase as the difference to the next one, all low bytes before all high bytes.
"""

import functools
import zlib
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from othello.kernels import linear, patterns
from othello.kernels.patterns import LINEAR
from othello.search.evaluation import Deviations, Evaluation


@dataclass(frozen=True, eq=False)
class Weights(Evaluation):
    """Pattern weights for each phase of the game."""

    MAGIC: ClassVar[bytes] = b"othello-weights1"

    packed: Any
    """int16 centidiscs, shape (PHASES, packed size); weights that are equal by symmetry are kept once."""

    @classmethod
    def zero(cls) -> Self:
        """Return weights of 0, the start after a change of the patterns."""
        return cls(np.zeros((patterns.PHASES, packed_size()), np.int16), made="all weights are zero")

    @classmethod
    def layout(cls) -> dict[str, Any]:
        """Return the patterns, phases and sizes of the mobility table."""
        mobility = [linear.PARITIES, patterns.MOBILITY, patterns.MOBILITY]
        return {"patterns": LINEAR.names, "phases": patterns.PHASES, "mobility": mobility}

    @classmethod
    def from_body(cls, body: bytes, made: str, deviations: Deviations) -> Self:
        """Make weights from the body of a file."""
        planes = np.frombuffer(zlib.decompress(body), np.uint8).reshape(2, patterns.PHASES, packed_size())
        packed = (planes[0] | planes[1].astype(np.uint16) << 8).view(np.int16).copy()
        for phase in range(patterns.PHASES - 2, -1, -1):
            packed[phase] += packed[phase + 1]
        return cls(packed, made=made, deviations=deviations)

    def to_body(self) -> bytes:
        """Return the body of a file."""
        deltas = self.packed.astype(np.int16).copy()
        deltas[:-1] -= deltas[1:]
        words = deltas.view(np.uint16)
        # Low and high bytes compress better separately.
        planes = (words & 0xFF).astype(np.uint8).tobytes() + (words >> 8).astype(np.uint8).tobytes()
        return zlib.compress(planes, 9)

    @functools.cached_property
    def tables(self) -> Any:
        """Return the weights in the form of kernels: int16, shape (PHASES, PHASE_SIZE), C order."""
        return np.ascontiguousarray(self.packed[:, linear.packing()])

    def arrays(self) -> dict[str, Any]:
        """Return the errors of shallow searches, and the powers and the tables, which workspaces share."""
        return super().arrays() | {"powers": LINEAR.powers, "weights": self.tables}


def packed_size() -> int:
    """Return the number of different weights of a phase."""
    return int(linear.packing()[-1]) + 1
