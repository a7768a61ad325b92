"""The network evaluation: rows of pattern configurations, summed into a hidden layer.

`kernels.network` defines the numbers and computes values from them. The body of a file is
zlib-compressed: the arrays of `Network`, little-endian, one after the other in the order of its fields.
"""

import functools
import zlib
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import numpy as np

from othello.kernels import memory, network
from othello.kernels.network import HALF, ORIENTATIONS, ROW_BYTES, UNITS, turned_blocks
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.search.evaluation import Deviations, Evaluation

ZLIB_LEVEL: Final = 6
"""The best level, 9, takes four times as long, and saves 0.5 % of the bytes of the shipped network."""


@dataclass(frozen=True, eq=False)
class Network(Evaluation):
    """The integers of a network; `kernels.network` has the formula and the units."""

    MAGIC: ClassVar[bytes] = b"othello-network4"

    biases: Any
    """int16, shape (PHASES, UNITS)."""
    mobility: Any
    """int16, shape (2, MOBILITY, UNITS): what the numbers of legal moves add, the mover's first."""
    weights: Any
    """int16, shape (PHASES, UNITS): output weights, at most `network.MOST` in magnitude."""
    offsets: Any
    """int32, shape (PHASES,): centidiscs."""
    scales: Any
    """int32, shape (PHASES,): units of the output weights."""
    rows: Any
    """uint8, shape (NETWORK.packed_size, ROW_BYTES), as `network.packed_rows` returns them.

    The images of a configuration have one row.
    """

    @classmethod
    def shapes(cls) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Return the type and shape of each array, in the order of the file."""
        return {
            "biases": ("<i2", (PHASES, UNITS)),
            "mobility": ("<i2", (2, MOBILITY, UNITS)),
            "weights": ("<i2", (PHASES, UNITS)),
            "offsets": ("<i4", (PHASES,)),
            "scales": ("<i4", (PHASES,)),
            "rows": ("u1", (NETWORK.packed_size, ROW_BYTES)),
        }

    @classmethod
    def layout(cls) -> dict[str, Any]:
        """Return the patterns, the numbers of units and phases, and the size of the mobility tables."""
        return {"patterns": NETWORK.names, "units": UNITS, "phases": PHASES, "mobility": MOBILITY}

    @classmethod
    def from_body(cls, body: bytes, made: str, deviations: Deviations) -> Self:
        """Make a network from the body of a file."""
        data, at, arrays = zlib.decompress(body), 0, {}
        for name, (kind, shape) in cls.shapes().items():
            arrays[name] = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
            at += arrays[name].nbytes
        if at != len(data):
            raise ValueError(f"{len(data)} bytes of numbers instead of {at}")
        return cls(**arrays, made=made, deviations=deviations)

    def to_body(self) -> bytes:
        """Return the body of a file."""
        parts = (getattr(self, name).astype(kind).tobytes() for name, (kind, _) in self.shapes().items())
        return zlib.compress(b"".join(parts), ZLIB_LEVEL)

    @functools.cached_property
    def memory(self) -> Any:
        """The network as `kernels.network` lays it out, in words."""
        words = memory.aligned(-(-network.BYTES // 8))
        data = words.view(np.uint8)
        phases = data[: network.MOBILITY_AT].reshape(PHASES, network.PHASE_BYTES)
        units = network.UNIT_BYTES
        phases[:, :units] = _bytes(self.biases, "<i2")
        phases[:, units : 2 * units] = _bytes(self.weights, "<i2")
        phases[:, network.OFFSET_AT : network.SCALE_AT] = _bytes(self.offsets[:, None], "<i4")
        phases[:, network.SCALE_AT : network.SCALE_AT + 4] = _bytes(self.scales[:, None], "<i4")
        data[network.MOBILITY_AT : network.ROWS_AT] = _bytes(self.mobility, "<i2").ravel()
        blocks = self.rows.view(f"V{HALF}")
        table = data[network.ROWS_AT : network.BYTES].view(blocks.dtype).reshape(NETWORK.size, ORIENTATIONS)
        for symmetry in range(ORIENTATIONS):
            places = np.flatnonzero(NETWORK.turns == symmetry)
            table[places] = blocks[NETWORK.packing[places]][:, turned_blocks(symmetry)]
        return words

    def arrays(self) -> dict[str, Any]:
        """Return the errors of shallow searches, and the powers and the network, which workspaces share."""
        return super().arrays() | {"powers": NETWORK.powers, "network": self.memory}


def _bytes(array: Any, kind: str) -> Any:
    return np.ascontiguousarray(array.astype(kind)).view(np.uint8)
