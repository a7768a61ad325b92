"""The network: pattern rows, one hidden layer seen in eight orientations, and one output.

A configuration of a pattern of `patterns.NETWORK` has a *row*: for each of the eight symmetries of
the board a block of UNITS numbers. A feature whose symmetry is s adds block t of its row to block
s o t of the hidden layer. So turning the board only exchanges the blocks, and since all blocks have
the same output weights, the value does not change. Mirrored configurations of a pattern share a row
in the same way.

    hidden[t, j] = bias[phase, j] + mobility[0, mine, j] + mobility[1, theirs, j] + sum of the rows
    value = offset[phase] + sum over t and j of weight[phase, j] * clip(hidden[t, j], 0, 1) ** 2

All numbers are integers here: rows are int8, biases and mobility int16, in units of 1 / ONE; output
weights are int8 in int16, in units of scale[phase] / 2 ** SCALE_BITS centidiscs for the square of
1 / ONE. The numbers of a row are so small that four rows can be added as bytes, which halves the
instructions of a sum; in memory EXCESS is added to them, so that bytes have no signs. The layout at
`search.network`:

| bytes | content |
| --- | --- |
| PHASES * PHASE_BYTES | for each phase the biases, the output weights, offset and scale |
| 2 * MOBILITY * UNIT_BYTES | what the numbers of legal moves add, the mover's first |
| NETWORK.size * WIDTH | the rows |

Sources: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi"
(2018), for integers and clipping; T. Cohen, M. Welling, "Group Equivariant Convolutional Networks"
(2016), for sharing numbers under symmetries; M. Kotani's neural-reversi for a network over patterns.
"""

import functools
from typing import Any, Final

from llvmlite import ir
from numba import types

from othello.kernels import llvm
from othello.kernels.features import INT16_BYTES
from othello.kernels.geometry import Symmetry, compose
from othello.kernels.jit import inlined_kernel
from othello.kernels.memory import I16, Address, read_int16
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES, phase_of

UNITS: Final = 32
"""Hidden units of an orientation: a row is four cache lines."""
ORIENTATIONS: Final = 8
WIDTH: Final = ORIENTATIONS * UNITS
"""Numbers of a row, and bytes: block t is at t * UNITS."""
ONE: Final = 255
"""What stands for 1 in the hidden layer."""
EXCESS: Final = 32
"""What is added to the numbers of a row in memory, so that none is negative."""
MOST_IN_ROW: Final = EXCESS - 1
"""Magnitude of the largest number in a row: in memory, the sum of AT_ONCE of them is a byte."""
AT_ONCE: Final = 4
MOST: Final = 127
"""Magnitude of the largest output weight."""
SCALE_BITS: Final = 24
UNIT_BYTES: Final = INT16_BYTES * UNITS
PHASE_BYTES: Final = 256
"""Biases, output weights, two int32, and free space up to a cache line."""
OFFSET_AT: Final = 2 * UNIT_BYTES
SCALE_AT: Final = OFFSET_AT + 4
MOBILITY_AT: Final = PHASES * PHASE_BYTES
ROWS_AT: Final = MOBILITY_AT + 2 * MOBILITY * UNIT_BYTES
BYTES: Final = ROWS_AT + NETWORK.size * WIDTH
"""Size of the memory at `search.network`."""

ROW = ir.VectorType(llvm.I8, WIDTH)
PAIRS = ir.VectorType(I16, WIDTH // 2)
BYTE = ir.Constant(PAIRS, [I16(8)] * PAIRS.count)
HIDDEN = ir.VectorType(I16, WIDTH)
PRODUCTS = ir.VectorType(llvm.I32, WIDTH)
BLOCK = ir.VectorType(I16, UNITS)


def turned_blocks(symmetry: Symmetry) -> list[int]:
    """Return for each number of a turned row its place in the row: block t goes to symmetry o t."""
    source = {compose(symmetry, block): block for block in range(ORIENTATIONS)}
    return [UNITS * source[block] + unit for block in range(ORIENTATIONS) for unit in range(UNITS)]


def _load(b: Any, address: Any, kind: Any, alignment: int) -> Any:
    value = b.load(b.inttoptr(address, ir.PointerType(kind)))
    value.align = alignment
    return value


def _shuffled(b: Any, value: Any, lanes: list[int]) -> Any:
    """The lanes of *value* with these numbers."""
    mask = ir.Constant(ir.VectorType(llvm.I32, len(lanes)), lanes)
    return b.shuffle_vector(value, ir.Constant(value.type, ir.Undefined), mask)


def _in_all_blocks(b: Any, block: Any) -> Any:
    """The numbers of a block for each orientation, those of even units in all of them first."""
    lanes = list(range(UNITS))
    return _shuffled(b, block, lanes[::2] * ORIENTATIONS + lanes[1::2] * ORIENTATIONS)


def _sum(b: Any, values: list[Any]) -> Any:
    return functools.reduce(b.add, values)


def _sums_of_pairs(b: Any, rows: Any, features: Any) -> tuple[Any, Any]:
    """The sums over all rows, seen as pairs of bytes: of the 16-bit numbers, and of their upper bytes."""
    wholes, uppers = [], []
    for symmetry in sorted({feature.symmetry for feature in NETWORK.features}):
        lanes = [lane for lane, feature in enumerate(NETWORK.features) if feature.symmetry == symmetry]
        sums = [
            b.bitcast(_sum(b, [_row(b, rows, features, lane) for lane in some]), PAIRS)
            for some in (lanes[at : at + AT_ONCE] for at in range(0, len(lanes), AT_ONCE))
        ]
        turned = [lane // 2 for lane in turned_blocks(symmetry)[::2]]
        wholes.append(_shuffled(b, _sum(b, sums), turned))
        uppers.append(_shuffled(b, _sum(b, [b.lshr(each, BYTE) for each in sums]), turned))
    return _sum(b, wholes), _sum(b, uppers)


def _row(b: Any, rows: Any, features: Any, lane: int) -> Any:
    """The row of a feature, as bytes."""
    index = read_int16(b, features, llvm.I64(INT16_BYTES * lane))
    place = b.mul(b.add(index, llvm.I64(NETWORK.middle(NETWORK.features[lane]))), llvm.I64(WIDTH))
    return _load(b, b.add(rows, place), ROW, 64)


def _sum_of_rows(b: Any, rows: Any, features: Any) -> Any:
    """The sum of the rows of all features with their blocks in place, in the order of `_in_all_blocks`."""
    wholes, odd = _sums_of_pairs(b, rows, features)
    even = b.sub(wholes, b.shl(odd, BYTE))
    both = b.shuffle_vector(even, odd, ir.Constant(ir.VectorType(llvm.I32, WIDTH), list(range(WIDTH))))
    excess = I16(len(NETWORK.features) * EXCESS)
    return b.sub(both, ir.Constant(HIDDEN, [excess] * WIDTH))


@llvm.emitted(types.int64, types.int64, types.int64, types.int64, types.int64, types.int64)
def _value(b: Any, rows: Any, features: Any, phase: Any, mine: Any, theirs: Any) -> Any:
    """The value from the addresses of everything it is made of."""
    inputs = b.add(_load(b, mine, BLOCK, UNIT_BYTES), _load(b, theirs, BLOCK, UNIT_BYTES))
    inputs = b.add(inputs, _load(b, phase, BLOCK, UNIT_BYTES))
    hidden = b.add(_in_all_blocks(b, inputs), _sum_of_rows(b, rows, features))
    least, most = (ir.Constant(HIDDEN, [I16(limit)] * WIDTH) for limit in (0, ONE))
    hidden = b.select(b.icmp_signed(">", hidden, least), hidden, least)
    hidden = b.select(b.icmp_signed("<", hidden, most), hidden, most)
    weights = _in_all_blocks(b, _load(b, b.add(phase, llvm.I64(UNIT_BYTES)), BLOCK, UNIT_BYTES))
    # ONE * MOST fits into 16 bits, so one product of pairs and their sum is one instruction.
    products = b.mul(b.sext(hidden, PRODUCTS), b.sext(b.mul(hidden, weights), PRODUCTS))
    total = llvm.declared(b.module, f"llvm.vector.reduce.add.v{WIDTH}i32", llvm.I32, [PRODUCTS])
    squares = b.sext(b.call(total, [products]), llvm.I64)
    offset, scale = (
        b.sext(_load(b, b.add(phase, llvm.I64(place)), llvm.I32, 4), llvm.I64)
        for place in (OFFSET_AT, SCALE_AT)
    )
    return b.add(b.ashr(b.mul(squares, scale), llvm.I64(SCALE_BITS)), offset)


@inlined_kernel
def network_value(network: Address, features: Address, empties: int, mine: int, theirs: int) -> int:
    """The value of a position with these features and numbers of legal moves, in centidiscs."""
    phase = network + phase_of(empties) * PHASE_BYTES
    mobility = network + MOBILITY_AT
    value: int = _value(
        network + ROWS_AT, features, phase,
        mobility + mine * UNIT_BYTES, mobility + (MOBILITY + theirs) * UNIT_BYTES,
    )  # fmt: skip
    return value
