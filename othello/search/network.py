"""The network that evaluates positions, as searches read it from memory.

`kernels.network` explains the numbers and computes values from them. The numbers exist in two forms:

- The *memory* is the form that kernels read. It contains a row for each configuration of a pattern and a page
  for each phase.
- The *numbers* are the form that training changes and that files store. They are little-endian: int16 biases
  (PHASES, UNITS), int16 mobility (2, MOBILITY, UNITS) with the mover's part first, int16 weights (PHASES,
  UNITS), int32 offsets and int32 scales (PHASES), and the rows (NETWORK.packed_size, ROW_BYTES).
  Configurations that are mirror images of each other share a row.

A network may use fewer than UNITS units: the first units of each half of a block. In memory, all numbers of
the unused units are zero, so these units add nothing to values. Files omit them.
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
"""Sizes, in bytes, of the biases, mobility, weights, offsets, scales and rows."""
_ZERO_BYTE: Final = network.EXCESS | network.EXCESS << 4
"""The byte in a row for two units that are both zero."""
_HALVES: Final = (*(UNIT_BYTES // 2,) * 3, 1, 1, HALF)
"""Bytes per half of the units, for each part of SIZES. Offsets and scales are not stored per unit."""
PLACES: Final = (0, UNIT_BYTES, network.OFFSET_AT, network.SCALE_AT)
"""Offsets of the biases, weights, offset and scale in the page of a phase."""


@dataclass(frozen=True, eq=False)
class Network:
    """A network in memory, as kernels read it, with its origin and its measured ProbCut margins."""

    memory: Memory
    """`kernels.network.BYTES` bytes."""
    made: str = ""
    """A note on the origin of the numbers."""
    deviations: ProbCutMargins = DEFAULT
    """The deviations of shallow searches with this network from deep searches."""

    def __reduce__(self) -> Any:
        """Pickle the numbers.

        The process that unpickles the network creates its own memory from the numbers.
        """
        return type(self).of_numbers, ([self.numbers()], self.made, self.deviations)

    @classmethod
    def zero(cls) -> Self:
        """Return a network that values every position at 0. Training with new patterns starts from it."""
        row = bytes([_ZERO_BYTE]) * ROW_BYTES
        numbers = bytes(sum(SIZES[:-1])), row * NETWORK.packed_size
        return cls.of_numbers(numbers, "all numbers are zero")

    @classmethod
    def layout(cls) -> dict[str, Any]:
        """Return the patterns, the number of phases, and the size of the mobility tables.

        Files with a different layout are rejected.
        """
        return {"patterns": NETWORK.names, "phases": PHASES, "mobility": MOBILITY}

    @classmethod
    def of_numbers(
        cls, pieces: Iterable[bytes], made: str = "", deviations: ProbCutMargins = DEFAULT, units: int = UNITS
    ) -> Self:
        """Create a network from *pieces*, which together contain the numbers of *units* units as bytes.

        Raises ValueError if the number of units or the number of bytes is wrong.
        """
        if type(units) is not int or units not in range(2, UNITS + 1, 2):
            raise ValueError(f"the number of units must be even and from 2 to {UNITS}, not {units}")
        size, count = sum(_narrow_sizes(units)), 0
        numbers = Memory(size)
        for piece in pieces:
            if count + len(piece) <= size:
                numbers.bytes[count : count + len(piece)] = piece
            count += len(piece)
        if count != size:
            raise ValueError(f"the numbers have {count} bytes instead of {size}")
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
        """Return the numbers of all UNITS units. `of_numbers` creates the same network from them."""
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
        """Return the number of units that the network uses, and the numbers of these units.

        A unit is used if one of its output weights is not zero.
        """
        wide = memoryview(self.numbers())
        weights = _parts(wide)[2].cast("h")
        used = [unit % HALF for unit in range(UNITS) if any(weights[unit::UNITS])]
        units = 2 * (max(used, default=0) + 1)
        narrow = bytearray(sum(_narrow_sizes(units)))
        _copy(wide, UNITS, memoryview(narrow), units)
        return units, bytes(narrow)

    def arrays(self) -> dict[str, Memory]:
        """Return the memory that kernels read. Each key is the field of `search_state` for the address.

        All threads share this memory, and each `ThreadData` keeps it alive.
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
    """Return the SIZES of a network with a different number of units."""
    return [size * units // UNITS if half > 1 else size for size, half in zip(SIZES, _HALVES, strict=True)]


def _widened(numbers: Memory, units: int) -> Memory:
    """Expand *numbers*, which cover only *units* hidden units, to UNITS units. The others are zero."""
    wide = Memory(sum(SIZES))
    _parts(wide.bytes)[-1][:] = bytes([_ZERO_BYTE]) * SIZES[-1]
    _copy(numbers.bytes, units, wide.bytes, UNITS)
    return wide


def _copy(source: memoryview, source_units: int, target: memoryview, target_units: int) -> None:
    """Copy one network's numbers into another network's numbers. The number of units may differ."""
    parts = (
        _parts(numbers, _narrow_sizes(units))
        for numbers, units in ((source, source_units), (target, target_units))
    )
    for source_part, target_part, half in zip(*parts, _HALVES, strict=True):
        from_half, to_half = (max(1, half * units // UNITS) for units in (source_units, target_units))
        for place in range(min(from_half, to_half)):
            target_part[place::to_half] = source_part[place::from_half]
