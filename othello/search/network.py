"""The evaluation, a network: rows of pattern configurations, summed into a hidden layer.

`kernels.network` defines the numbers and computes values from them. The body of a file is
zlib-compressed: the arrays of `Network`, little-endian, one after the other in the order of its fields.
"""

import functools
import zlib
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Self

import numpy as np

from othello.kernels import memory, network
from othello.kernels.network import HALF, ORIENTATIONS, ROW_BYTES, UNITS, turned_blocks
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.search.deviations import Deviations

ZLIB_LEVEL: Final = 6
"""The best level, 9, takes four times as long, and saves 0.5 % of the bytes of the shipped network."""


@dataclass(frozen=True, eq=False)
class Network:
    """The integers of a network; `kernels.network` has the formula and the units."""

    MAGIC: ClassVar[bytes] = b"othello-network4"
    """The first 16 bytes of a file, with the version of its format."""

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
    made: str = ""
    """The origin of the numbers, as text."""
    deviations: Deviations = field(default=Deviations())
    """The errors of shallow searches that use this network."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields, for a process of a pool: arrays in kernels' memory must be made anew there.

        A copy of such an array may lack the alignment that vector instructions need.
        """
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def zero(cls) -> Self:
        """Return a network whose values are all 0, the start after a change of the patterns."""
        arrays: dict[str, Any] = {name: np.zeros(shape, kind) for name, (kind, shape) in cls.shapes().items()}
        arrays["rows"] = network.packed_rows(np.zeros((NETWORK.packed_size, network.WIDTH), np.int8))
        return cls(**arrays, made="all numbers are zero")

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
        """Return the patterns, the numbers of units and phases, and the size of the mobility tables.

        Files with another layout are refused.
        """
        return {"patterns": NETWORK.names, "units": UNITS, "phases": PHASES, "mobility": MOBILITY}

    @classmethod
    def from_body(cls, body: bytes, made: str, deviations: Deviations) -> Self:
        """Make a network from the body of a file; raises ValueError or zlib.error if it is damaged."""
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
        """Return the arrays that kernels read, by the field of `search_state` that gets the address.

        Workspaces share the powers and the network. Each workspace keeps the arrays alive.
        """
        return {
            "deviations": self.deviations.table(),
            "tempo": self.deviations.tempo_table(),
            "powers": NETWORK.powers,
            "network": self.memory,
        }

    def checksum(self) -> int:
        """Return a checksum of all numbers that affect values and searches."""
        found = 0
        for array in self.arrays().values():
            found = zlib.crc32(array, found)
        return found


def _bytes(array: Any, kind: str) -> Any:
    return np.ascontiguousarray(array.astype(kind)).view(np.uint8)
