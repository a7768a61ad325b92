"""The network that evaluates positions: rows for patterns, one hidden layer, and one output.

Each configuration of a pattern in `patterns.NETWORK` has a *row*, which contains a block of UNITS numbers for
each of the eight symmetries of the board. The hidden layer also has eight blocks. A feature with symmetry s
adds block t of its row to block s o t of the hidden layer. Therefore rotating the board only exchanges the
blocks. All blocks share their output weights, so the value stays the same. Mirrored configurations of a
pattern share a row in the same way.

    hidden[t, j] = bias[phase, j] + mobility[0, mine, j] + mobility[1, theirs, j] + sum of the rows
    value = offset[phase] + sum over t and j of weight[phase, j] * clip(hidden[t, j], 0, 1) ** 2

All numbers are integers here. Biases and mobility are int16, in units of 1 / ONE. Output weights are int8
numbers stored as int16, in units of scale[phase] / 2 ** SCALE_BITS centidiscs for the square of 1 / ONE. The
numbers in rows have only four bits, in units of ROW_STEP / ONE, because smaller rows make searches faster.
Byte i of a block contains unit i in its lower half and unit HALF + i in its upper half. In memory, EXCESS is
added to these numbers, so they are unsigned. This is the layout of the memory at `search.network`:

| bytes | content |
| --- | --- |
| PHASES * PHASE_BYTES | for each phase the biases, the output weights, offset and scale |
| 2 * MOBILITY * UNIT_BYTES | what the numbers of legal moves add, the mover's first |
| NETWORK.size * ROW_BYTES | the rows |

Source of the integer arithmetic and the clipping: Y. Nasu, "Efficiently Updatable Neural-Network-based
Evaluation Functions for Computer Shogi" (2018). Source of the numbers shared between symmetries: T. Cohen and
M. Welling, "Group Equivariant Convolutional Networks" (2016). Source of the pattern-based network: M.
Kotani's neural-reversi.
"""

import functools
from typing import Any, Final

from othello.kernels import carry_save
from othello.kernels.bits import Bytes, Integers, to_int, to_word
from othello.kernels.features import INT16_BYTES
from othello.kernels.geometry import Symmetry, compose
from othello.kernels.patterns import MOBILITY, NETWORK, PHASES, phase_of
from othello.native import ir, llvm
from othello.native.constant_tables import frozen_words
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Address, load, read_int16, store

UNITS: Final = 32
"""Number of hidden units in each orientation."""
HALF: Final = UNITS // 2
"""Size of a block in memory, in bytes."""
ORIENTATIONS: Final = 8
WIDTH: Final = ORIENTATIONS * UNITS
"""Number of numbers in a row. Block t begins at number t * UNITS."""
ROW_BYTES: Final = WIDTH // 2
"""Size of a row in memory, in bytes: two cache lines. Block t begins at t * HALF."""
ONE: Final = 255
"""The integer that stands for 1 in the hidden layer."""
ROW_STEP: Final = 4
"""In the hidden layer, each number in a row is multiplied by this number."""
EXCESS: Final = 8
"""Added to each number in a row in memory, so that no number is negative."""
MIN_IN_ROW: Final = -EXCESS
MAX_IN_ROW: Final = 15 - EXCESS
"""The smallest and the largest number in a row, which have four bits."""
AT_ONCE: Final = 255 // 15
"""Number of rows that can be added in bytes without overflow."""
COLUMNS_AT_ONCE: Final = 3
"""Number of columns of `carry_save` that can be added in a byte without overflow: MAX_LEFT * 15 * (1 + 2 +
4)."""
WORDS_OF_BLOCK: Final = HALF // 8
PART: Final = 32
"""Each pass adds this many bytes of each row, so that the sums stay in registers."""
MOST: Final = 127
"""The maximum magnitude of an output weight."""
SCALE_BITS: Final = 24
UNIT_BYTES: Final = INT16_BYTES * UNITS
PHASE_BYTES: Final = 256
"""Size of a phase: biases, output weights, two int32, and padding up to a cache line."""
OFFSET_AT: Final = 2 * UNIT_BYTES
SCALE_AT: Final = OFFSET_AT + 4
MOBILITY_AT: Final = PHASES * PHASE_BYTES
ROWS_AT: Final = MOBILITY_AT + 2 * MOBILITY * UNIT_BYTES
BYTES: Final = ROWS_AT + NETWORK.size * ROW_BYTES
"""Size, in bytes, of the memory at `search.network`."""

HIDDEN = 16, WIDTH
PRODUCTS = 32, WIDTH
BLOCK = 16, UNITS
"""Shapes of vectors: the number of bits per lane and the number of lanes."""


def turned_blocks(symmetry: Symmetry) -> list[int]:
    """For each block of a rotated row, return its index in the original row.

    Block t moves to block symmetry o t.
    """
    source = {compose(symmetry, block): block for block in range(ORIENTATIONS)}
    return [source[block] for block in range(ORIENTATIONS)]


def turned_numbers(symmetry: Symmetry) -> list[int]:
    """For each number in a rotated row, return its index in the original row."""
    return [UNITS * block + unit for block in turned_blocks(symmetry) for unit in range(UNITS)]


def _load_vector(b: Any, address: Any, vector: tuple[int, int], alignment: int) -> Any:
    return _load(b, address, ir.vector_type(*vector), alignment)


def _load(b: Any, address: Any, kind: Any, alignment: int) -> Any:
    return _loaded(b, b.inttoptr(address, ir.PointerType(kind)), kind, alignment)


def _loaded(b: Any, pointer: Any, kind: Any, alignment: int) -> Any:
    value = b.load(b.bitcast(pointer, ir.PointerType(kind)))
    value.align = alignment
    return value


def _shuffled(b: Any, value: Any, lanes: list[int]) -> Any:
    """Return the selected *lanes* of *value*."""
    return llvm.shuffled(b, value, value, lanes)


def _in_all_blocks(b: Any, block: Any) -> Any:
    """Return the numbers in a block, each repeated for all orientations, in the order of `_sum_of_rows`."""
    quarters = [range(first, first + HALF, 2) for first in (0, 1, HALF, HALF + 1)]
    return _shuffled(b, block, [unit for quarter in quarters for unit in [*quarter] * ORIENTATIONS])


def _sum(b: Any, values: list[Any]) -> Any:
    return functools.reduce(b.add, values)


def _lanes_by_symmetry() -> dict[Symmetry, list[int]]:
    """For each symmetry, return the lanes of the features with this symmetry."""
    symmetries = dict.fromkeys(feature.symmetry for feature in NETWORK.features)
    return {
        symmetry: [lane for lane, at in enumerate(NETWORK.features) if at.symmetry == symmetry]
        for symmetry in symmetries
    }


def _part(
    b: Any, rows: Any, features: Any, symmetry: Symmetry, lanes: list[int], blocks: range
) -> tuple[list[Any], list[int]]:
    """Load the parts of rows that become *blocks* when the rows are turned.

    Return a vector for each of *lanes* and the order of the vectors' words after turning.
    """
    turned = [turned_blocks(symmetry)[block] for block in blocks]
    # The blocks of a part stay adjacent under every symmetry, so one load per part is enough.
    first = min(turned)
    kind = 64, len(blocks) * WORDS_OF_BLOCK
    vectors = []
    for lane in lanes:
        index = read_int16(b, features, ir.I64(INT16_BYTES * lane))
        place = b.mul(b.add(index, ir.I64(NETWORK.middle(NETWORK.features[lane]))), ir.I64(ROW_BYTES))
        row = b.inttoptr(b.add(rows, place), ir.PointerType(ir.I8))
        # Only in this form does LLVM include the offset in the load instruction for WebAssembly.
        part = b.gep(row, [ir.I64(HALF * first)], inbounds=True)
        vectors.append(_loaded(b, part, ir.vector_type(*kind), HALF * len(blocks)))
    order = [WORDS_OF_BLOCK * (block - first) + word for block in turned for word in range(WORDS_OF_BLOCK)]
    return vectors, order


def _lower_and_upper(b: Any, vectors: list[Any]) -> tuple[Any, Any]:
    """Return the sums of the vectors' lower halves and upper halves, as bytes."""
    kind = ir.vector_type(8, 8 * vectors[0].type.count)
    lower_half, four = (ir.filled(kind, number) for number in (15, 4))
    parts = [b.bitcast(vector, kind) for vector in vectors]
    lower = _sum(b, [b.and_(part, lower_half) for part in parts])
    if llvm.SLOW_BYTE_SHIFTS not in llvm.choices:
        return lower, _sum(b, [b.lshr(part, four) for part in parts])
    # Shifting a pair of bytes leaves 16 times the lower half of the second byte in the first byte. The sum of
    # these halves is subtracted once, at the end. Until then, overflows in a pair cancel out.
    pair = ir.vector_type(16, kind.count // 2)
    four, byte = (ir.filled(pair, number) for number in (4, 8))
    upper = _sum(b, [b.lshr(b.bitcast(vector, pair), four) for vector in vectors])
    return lower, b.bitcast(b.sub(upper, b.shl(b.lshr(b.bitcast(lower, pair), byte), four)), kind)


def _byte_sums(b: Any, rows: Any, features: Any, blocks: range) -> list[tuple[Any, Any]]:
    """Return sums of rows as bytes, with the blocks turned into place.

    Each sum is a pair: the lower and the upper half of the sum of up to AT_ONCE rows.
    """
    # Several symmetries turn this part in the same way. Add their rows first, so that only the sum must be
    # turned.
    by_order: dict[tuple[int, ...], list[Any]] = {}
    for symmetry, lanes in _lanes_by_symmetry().items():
        vectors, order = _part(b, rows, features, symmetry, lanes, blocks)
        by_order.setdefault(tuple(order), []).extend(vectors)
    sums = []
    for turned, vectors in by_order.items():
        for group in (vectors[at : at + AT_ONCE] for at in range(0, len(vectors), AT_ONCE)):
            halves = _lower_and_upper(b, group)
            sums.append(tuple(_shuffled(b, b.bitcast(half, group[0].type), list(turned)) for half in halves))
    return sums


def _carry_saved_sums(b: Any, rows: Any, features: Any, blocks: range) -> list[tuple[Any, Any]]:
    """Return the same sums as `_byte_sums`. Item k of the list counts 2 ** (COLUMNS_AT_ONCE * k) times."""
    columns: list[list[Any]] = []
    for symmetry, lanes in _lanes_by_symmetry().items():
        vectors, order = _part(b, rows, features, symmetry, lanes, blocks)
        of_symmetry = carry_save.reduced(b, [vectors])
        turned = [[_shuffled(b, vector, order) for vector in column] for column in of_symmetry]
        columns = carry_save.joined(columns, turned)
    split = [_lower_and_upper(b, column) for column in carry_save.reduced(b, columns)]
    some = (split[at : at + COLUMNS_AT_ONCE] for at in range(0, len(split), COLUMNS_AT_ONCE))
    return [tuple(_weighted(b, list(part), 1) for part in zip(*group, strict=True)) for group in some]


def _weighted(b: Any, values: list[Any], bits: int) -> Any:
    """Return the sum of vectors, where vector k counts 2 ** (bits * k) times."""
    shift = ir.filled(values[0].type, bits)
    return functools.reduce(lambda total, value: b.add(b.shl(total, shift), value), reversed(values))


def _even_and_odd(b: Any, sums: tuple[Any, ...], bits: int) -> tuple[Any, Any]:
    """Return two vectors of 16-bit sums, one for the bytes at even indices and one for odd indices.

    `_weighted` explains the weights.
    """
    kind = ir.vector_type(16, sums[0].type.count * sums[0].type.element.width // 16)
    byte = ir.filled(kind, 8)
    pairs = [b.bitcast(vector, kind) for vector in sums]
    odd = _weighted(b, [b.lshr(pair, byte) for pair in pairs], bits)
    return b.sub(_weighted(b, pairs, bits), b.shl(odd, byte)), odd


def _joined(b: Any, vectors: list[Any]) -> Any:
    """Concatenate the lanes of all vectors into one vector. There must be 2 ** n vectors."""
    while len(vectors) > 1:
        lanes = range(2 * vectors[0].type.count)
        vectors = [llvm.shuffled(b, *pair, lanes) for pair in zip(vectors[::2], vectors[1::2], strict=True)]
    return vectors[0]


def _sum_of_rows(b: Any, rows: Any, features: Any) -> Any:
    """Return the sum of all features' rows, in units of 1 / ONE, with their blocks in place.

    The lanes contain, for all orientations, first the even units below HALF, then the odd units below HALF,
    then the even units from HALF on, and finally the odd units from HALF on.
    """
    if llvm.TERNARY_LOGIC in llvm.choices:
        sum_part, size, bits = _carry_saved_sums, carry_save.BYTES, COLUMNS_AT_ONCE
    else:
        sum_part, size, bits = _byte_sums, PART, 0
    parts = []
    for first in range(0, ORIENTATIONS, size // HALF):
        sums = sum_part(b, rows, features, range(first, first + size // HALF))
        lower, upper = (_even_and_odd(b, half, bits) for half in zip(*sums, strict=True))
        parts.append([*lower, *upper])
    kind = ir.vector_type(*HIDDEN)
    total = _joined(b, [part[quarter] for quarter in range(4) for part in parts])
    steps = b.mul(total, ir.filled(kind, ROW_STEP))
    return b.sub(steps, ir.filled(kind, len(NETWORK.features) * EXCESS * ROW_STEP))


def _dot_product(b: Any, one: Any, other: Any) -> Any:
    """Return the sum of the products of two vectors' lanes, in 32 bits."""
    if llvm.DOT_PRODUCT in llvm.choices:
        kind, part = (ir.vector_type(bits, 128 // bits) for bits in (32, 16))
        dot = llvm.declared(b.module, "llvm.wasm.dot", kind, [part, part])
        lanes = [list(range(first, first + part.count)) for first in range(0, WIDTH, part.count)]
        products = _sum(
            b, [b.call(dot, [_shuffled(b, vector, some) for vector in (one, other)]) for some in lanes]
        )
    else:
        kind = ir.vector_type(*PRODUCTS)
        products = b.mul(b.sext(one, kind), b.sext(other, kind))
    total = llvm.declared(b.module, f"llvm.vector.reduce.add.v{kind.count}i32", ir.I32, [kind])
    return b.call(total, [products])


@llvm.emitted("int64", "int64", "int64", "int64", "int64", "int64")
def _value(b: Any, rows: Any, features: Any, phase: Any, mine: Any, theirs: Any) -> Any:
    """Return the value in centidiscs, according to the formula at the top of this module.

    *phase* is the address of the phase's numbers. *mine* and *theirs* are the addresses of the numbers that
    each side's mobility adds.
    """
    inputs = b.add(_load_vector(b, mine, BLOCK, UNIT_BYTES), _load_vector(b, theirs, BLOCK, UNIT_BYTES))
    inputs = b.add(inputs, _load_vector(b, phase, BLOCK, UNIT_BYTES))
    hidden = b.add(_in_all_blocks(b, inputs), _sum_of_rows(b, rows, features))
    least, most = (ir.filled(ir.vector_type(*HIDDEN), limit) for limit in (0, ONE))
    hidden = b.select(b.icmp_signed(">", hidden, least), hidden, least)
    hidden = b.select(b.icmp_signed("<", hidden, most), hidden, most)
    weights = _in_all_blocks(b, _load_vector(b, b.add(phase, ir.I64(UNIT_BYTES)), BLOCK, UNIT_BYTES))
    # A hidden number times a weight fits into 16 bits, because ONE * MOST does. Therefore LLVM can multiply
    # by the hidden number again and add pairs of products in a single instruction.
    squares = b.sext(_dot_product(b, hidden, b.mul(hidden, weights)), ir.I64)
    offset, scale = (
        b.sext(_load(b, b.add(phase, ir.I64(place)), ir.I32, 4), ir.I64) for place in (OFFSET_AT, SCALE_AT)
    )
    return b.add(b.ashr(b.mul(squares, scale), ir.I64(SCALE_BITS)), offset)


@frozen_words(bits=8)
def _places_in_rows() -> list[int]:
    """Return, at index ORIENTATIONS * symmetry + block, the block of a row that becomes this block."""
    return [block for symmetry in range(ORIENTATIONS) for block in turned_blocks(symmetry)]


@kernel
def lay_out_rows(rows: Address, packing: Integers, turns: Bytes, table: Address) -> None:
    """Write the row of each configuration to *table*.

    In *rows*, mirrored configurations share a row. *packing* and *turns* are the arrays from
    `patterns.NETWORK`.
    """
    for place in range(len(packing)):
        kept, row = rows + packing[place] * ROW_BYTES, table + place * ROW_BYTES
        for block in range(ORIENTATIONS):
            source = kept + HALF * to_int(_places_in_rows(to_word(ORIENTATIONS * turns[place] + block)))
            for offset in range(0, HALF, 8):
                store(row, HALF * block + offset, load(source, offset))


@kernel
def gather_rows(table: Address, packing: Integers, turns: Bytes, rows: Address) -> None:
    """Write the *rows* from which `lay_out_rows` would create *table*."""
    for place in range(len(packing)):
        if turns[place] == 0:
            for offset in range(0, ROW_BYTES, 8):
                store(rows + packing[place] * ROW_BYTES, offset, load(table + place * ROW_BYTES, offset))


@inlined_kernel
def network_value(network: Address, features: Address, empties: int, mine: int, theirs: int) -> int:
    """Return the value, in centidiscs, of a position with these features and numbers of legal moves."""
    phase = network + phase_of(empties) * PHASE_BYTES
    mobility = network + MOBILITY_AT
    mine, theirs = min(mine, MOBILITY - 1), min(theirs, MOBILITY - 1)
    value: int = _value(
        network + ROWS_AT, features, phase,
        mobility + mine * UNIT_BYTES, mobility + (MOBILITY + theirs) * UNIT_BYTES,
    )  # fmt: skip
    return value
