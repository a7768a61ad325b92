"""The evaluation that searches use: a network in memory.

`kernels.network` defines the numbers and computes values from them. Two forms of the numbers occur:

- The *memory* is what kernels read. Each configuration of a pattern has its row, and each phase its page.
- The *numbers* are what training changes and files store. They are little-endian: int16 biases (PHASES,
  UNITS), int16 mobility (2, MOBILITY, UNITS), the mover's first, int16 weights (PHASES, UNITS), int32 offsets
  and int32 scales (PHASES), and the rows (NETWORK.packed_size, ROW_BYTES). Images of a configuration share a
  row.

A network may have fewer units than UNITS: the first units of each half of a block. In memory the numbers of
all other units are zero, so they add nothing to values. Files contain only the numbers of the units that the
network has.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from othello.kernels import network
from othello.kernels.network import HALF, ROW_BYTES, UNIT_BYTES, UNITS, gather_rows, lay_out_rows
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
_ZERO_BYTE: Final = network.EXCESS | network.EXCESS << 4
"""The byte of two units of a row that are zero."""
_HALVES: Final = (*(UNIT_BYTES // 2,) * 3, 1, 1, HALF)
"""Bytes of half of the units in these parts. Offsets and scales do not depend on the units."""
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
        """Pickle the numbers, from which another process creates its own memory."""
        return type(self).of_numbers, ([self.numbers()], self.made, self.deviations)

    @classmethod
    def zero(cls) -> Self:
        """Return a network whose values are all 0, the start after a change of the patterns."""
        row = bytes([_ZERO_BYTE]) * ROW_BYTES
        numbers = bytes(sum(SIZES[:-1])), row * NETWORK.packed_size
        return cls.of_numbers(numbers, "all numbers are zero")

    @classmethod
    def layout(cls) -> dict[str, Any]:
        """Return the patterns, the number of phases, and the size of the mobility tables.

        Files with another layout are refused.
        """
        return {"patterns": NETWORK.names, "phases": PHASES, "mobility": MOBILITY}

    @classmethod
    def of_numbers(
        cls, pieces: Iterable[bytes], made: str = "", deviations: ProbCutMargins = DEFAULT, units: int = UNITS
    ) -> Self:
        """Create a network from the numbers of its *units*, read piece by piece.

        Raises ValueError if the number of units or the size of the numbers is wrong.
        """
        if type(units) is not int or units not in range(2, UNITS + 1, 2):
            raise ValueError(f"{units} units instead of an even number from 2 to {UNITS}")
        size, count = sum(_narrow_sizes(units)), 0
        numbers = Memory(size)
        for piece in pieces:
            if count + len(piece) <= size:
                numbers.bytes[count : count + len(piece)] = piece
            count += len(piece)
        if count != size:
            raise ValueError(f"{count} bytes of numbers instead of {size}")
        if units < UNITS:
            numbers = _widened(numbers, units)
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
        """Return the numbers of all units, from which `of_numbers` creates the same network."""
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

    def narrow_numbers(self) -> tuple[int, bytes]:
        """Return the number of units, without units whose output weights are all zero, and their numbers."""
        wide = memoryview(self.numbers())
        weights = _parts(wide)[2].cast("h")
        used = [unit % HALF for unit in range(UNITS) if any(weights[unit::UNITS])]
        units = 2 * (max(used, default=0) + 1)
        narrow = bytearray(sum(_narrow_sizes(units)))
        _copy(wide, UNITS, memoryview(narrow), units)
        return units, bytes(narrow)

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


def _parts(numbers: memoryview, sizes: Sequence[int] = SIZES) -> list[memoryview]:
    at, parts = 0, []
    for size in sizes:
        parts.append(numbers[at : at + size])
        at += size
    return parts


def _narrow_sizes(units: int) -> list[int]:
    """Return SIZES with another number of units."""
    return [size * units // UNITS if half > 1 else size for size, half in zip(SIZES, _HALVES, strict=True)]


def _widened(numbers: Memory, units: int) -> Memory:
    """Return the numbers of all units from the numbers of *units*."""
    wide = Memory(sum(SIZES))
    _parts(wide.bytes)[-1][:] = bytes([_ZERO_BYTE]) * SIZES[-1]
    _copy(numbers.bytes, units, wide.bytes, UNITS)
    return wide


def _copy(source: memoryview, source_units: int, target: memoryview, target_units: int) -> None:
    """Copy numbers to the numbers of a network with more or fewer units."""
    parts = (
        _parts(numbers, _narrow_sizes(units))
        for numbers, units in ((source, source_units), (target, target_units))
    )
    for source_part, target_part, half in zip(*parts, _HALVES, strict=True):
        from_half, to_half = (max(1, half * units // UNITS) for units in (source_units, target_units))
        for place in range(min(from_half, to_half)):
            target_part[place::to_half] = source_part[place::from_half]
