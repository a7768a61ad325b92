"""The evaluation that searches use: a network in memory.

`kernels.network` defines the numbers and computes values from them. Two forms of the numbers occur:

- The *memory* is what kernels read. Each configuration of a pattern has its row, and each phase its page.
- The *numbers* are what training changes and files store. They are little-endian: int16 biases (PHASES,
  UNITS), int16 mobility (2, MOBILITY, UNITS), the mover's first, int16 weights (PHASES, UNITS), int32 offsets
  and int32 scales (PHASES), and the rows (NETWORK.packed_size, ROW_BYTES). Images of a configuration share a
  row.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Self

from othello.kernels import network
from othello.kernels.network import ROW_BYTES, UNIT_BYTES, UNITS, gather_rows, lay_out_rows
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES
from othello.native.memory import Memory
from othello.search.probcut_margins import DEFAULT, ProbCutMargins

SIZES: Final = (
    PHASES * UNIT_BYTES,
    2 * MOBILITY * UNIT_BYTES,
    PHASES * UNIT_BYTES,
    4 * PHASES,
    4 * PHASES,
    NETWORK.packed_size * ROW_BYTES,
)
"""Bytes of biases, mobility, weights, offsets, scales and rows."""
PLACES: Final = (0, UNIT_BYTES, network.OFFSET_AT, network.SCALE_AT)
"""Where biases, weights, offset and scale of a phase begin in the memory."""


@dataclass(frozen=True, eq=False)
class Network:
    """A network in the memory that kernels read, with its origin and the errors of shallow searches."""

    memory: Memory
    """`kernels.network.BYTES` bytes."""
    made: str = ""
    """The origin of the numbers, as text."""
    deviations: ProbCutMargins = DEFAULT
    """The errors of shallow searches that use this network."""

    def __reduce__(self) -> Any:
        """Pickle the numbers, so that another process makes its own memory."""
        return type(self).of_numbers, ([self.numbers()], self.made, self.deviations)

    @classmethod
    def zero(cls) -> Self:
        """Return a network whose values are all 0, the start after a change of the patterns."""
        row = bytes([network.EXCESS | network.EXCESS << 4]) * ROW_BYTES
        numbers = bytes(sum(SIZES[:-1])), row * NETWORK.packed_size
        return cls.of_numbers(numbers, "all numbers are zero")

    @classmethod
    def layout(cls) -> dict[str, Any]:
        """Return the patterns, the numbers of units and phases, and the size of the mobility tables.

        Files with another layout are refused.
        """
        return {"patterns": NETWORK.names, "units": UNITS, "phases": PHASES, "mobility": MOBILITY}

    @classmethod
    def of_numbers(
        cls, pieces: Iterable[bytes], made: str = "", deviations: ProbCutMargins = DEFAULT
    ) -> Self:
        """Make a network from its numbers, read piece by piece. Raises ValueError if their size is wrong."""
        numbers, count = Memory(sum(SIZES)), 0
        for piece in pieces:
            if count + len(piece) <= sum(SIZES):
                numbers.bytes[count : count + len(piece)] = piece
            count += len(piece)
        if count != sum(SIZES):
            raise ValueError(f"{count} bytes of numbers instead of {sum(SIZES)}")
        memory = Memory(network.BYTES)
        biases, mobility, weights, offsets, scales, _ = _parts(numbers.bytes)
        memory.bytes[network.MOBILITY_AT : network.ROWS_AT] = mobility
        for phase, first in enumerate(range(0, network.MOBILITY_AT, network.PHASE_BYTES)):
            for place, part in zip(PLACES, (biases, weights, offsets, scales), strict=True):
                size = len(part) // PHASES
                memory.bytes[first + place : first + place + size] = part[phase * size : (phase + 1) * size]
        rows = numbers.address + sum(SIZES[:-1])
        lay_out_rows(rows, NETWORK.packing, NETWORK.turns, memory.address + network.ROWS_AT)
        return cls(memory, made, deviations)

    def numbers(self) -> bytes:
        """Return the numbers from which `of_numbers` makes the same network."""
        sizes = (UNIT_BYTES, UNIT_BYTES, 4, 4)
        biases, weights, offsets, scales = (
            b"".join(
                self.memory.bytes[first + place : first + place + size]
                for first in range(0, network.MOBILITY_AT, network.PHASE_BYTES)
            )
            for place, size in zip(PLACES, sizes, strict=True)
        )
        mobility = bytes(self.memory.bytes[network.MOBILITY_AT : network.ROWS_AT])
        rows = Memory(SIZES[-1])
        gather_rows(self.memory.address + network.ROWS_AT, NETWORK.packing, NETWORK.turns, rows.address)
        return b"".join([biases, mobility, weights, offsets, scales, rows.bytes[: SIZES[-1]]])

    def arrays(self) -> dict[str, Memory]:
        """Return the memory that kernels read, by the field of `search_state` for its address.

        Threads share the powers and the network. Each `ThreadData` keeps the memory alive.
        """
        return {
            "deviations": self.deviations.table(),
            "tempo": self.deviations.tempo_table(),
            "powers": NETWORK.powers,
            "network": self.memory,
        }

    def checksum(self) -> int:
        """Return a checksum of all numbers that affect values and searches."""
        value = 0
        for array in self.arrays().values():
            value = zlib.crc32(array.bytes[: array.size], value)
        return value


def _parts(numbers: memoryview) -> list[memoryview]:
    at, parts = 0, []
    for size in SIZES:
        parts.append(numbers[at : at + size])
        at += size
    return parts
