"""The network against its formula, computed square by square."""

import functools
import pickle

import numpy as np
import pytest
from hypothesis import Phase, example, given, settings, strategies as st

from othello.kernels import network
from othello.kernels.evaluate import LIMIT, estimate
from othello.kernels.features import set_features
from othello.kernels.geometry import compose
from othello.kernels.patterns import MOBILITY, NETWORK, phase_of
from othello.rules.square import SYMMETRIES, transform_bits, transform_square
from othello.search import evaluation_files
from othello.search.network import SIZES, Network
from othello.training.arrays import SHAPES, Arrays, packed_rows, unpacked_rows
from tests import model, positions
from tests.cases import cases
from tests.kernels.compiled import in_forms_of_webassembly
from tests.kernels.networks import senseless_arrays
from tests.kernels.records import Memory

BLOCKS = range(network.ORIENTATIONS)


@functools.cache
def arrays():
    return senseless_arrays()


@functools.cache
def senseless():
    return arrays().network("by a test")


@functools.cache
def used():
    return Memory(evaluation=senseless())


def value(pair, memory=None):
    memory = memory or used()
    set_features(memory.record, *pair)
    return estimate(memory.record, *pair)


def turned_signs(signs, symmetry):
    """The discs of a board after a symmetry: +1, -1 or 0 for each square."""
    image = [0] * 64
    for square, sign in enumerate(signs):
        image[transform_square(square, symmetry)] = sign
    return image


def configuration(signs, squares):
    return sum((signs[square] + 1) * 3**place for place, square in enumerate(squares))


@functools.cache
def own_symmetries(number):
    squares = set(NETWORK.squares[number])
    return [
        symmetry
        for symmetry in SYMMETRIES
        if {transform_square(square, symmetry) for square in squares} == squares
    ]


@functools.cache
def first_places(number):
    """The packed place of each configuration that is the least of its images."""
    start = NETWORK.table_starts[number]
    return NETWORK.packing[start : start + NETWORK.table_sizes[number]]


def row(signs, number):
    """The row of a pattern on this board, in the place that the pattern is named for."""
    squares = NETWORK.squares[number]
    images = [
        (configuration(turned_signs(signs, own_symmetry), squares), own_symmetry)
        for own_symmetry in own_symmetries(number)
    ]
    least, symmetry = min(images)
    # In each block of 16 bytes, the lower halves of all bytes come first, then the upper ones.
    halves = [(int(byte) & 15, int(byte) >> 4) for byte in arrays().rows[first_places(number)[least]]]
    units = [half[which] - 8 for block in BLOCKS for which in (0, 1) for half in halves[16 * block :][:16]]
    blocks = np.array(units).reshape(len(BLOCKS), network.UNITS)
    # The board is the least image turned back, and block t of a row goes to symmetry o t.
    back = next(inverse for inverse in SYMMETRIES if compose(inverse, symmetry) == 0)
    turned_blocks = np.empty_like(blocks)
    for block in BLOCKS:
        turned_blocks[compose(back, block)] = blocks[block]
    return turned_blocks


def slow_value(pair):
    """The value by the formula of `kernels.network`, orientation by orientation."""
    player, opponent = pair
    signs = [(player >> square & 1) - (opponent >> square & 1) for square in range(64)]
    board = model.from_words(*pair)
    phase = phase_of(board.count(model.EMPTY))
    sides = (model.from_words(*words) for words in (pair, pair[::-1]))
    mine, theirs = (min(len(model.legal_moves(side)), MOBILITY - 1) for side in sides)
    inputs = arrays().biases[phase] + arrays().mobility[0, mine] + arrays().mobility[1, theirs]
    hidden = np.tile(inputs.astype(np.int64), (len(BLOCKS), 1))
    for number, squares in enumerate(NETWORK.squares):
        seen = set()
        for symmetry in SYMMETRIES:
            place = frozenset(transform_square(square, symmetry) for square in squares)
            if place not in seen:
                seen.add(place)
                back = next(inverse for inverse in SYMMETRIES if compose(inverse, symmetry) == 0)
                blocks = row(turned_signs(signs, back), number)
                for block in BLOCKS:
                    hidden[compose(symmetry, block)] += network.ROW_STEP * blocks[block]
    squared = (np.clip(hidden, 0, network.ONE) ** 2 * arrays().weights[phase].astype(np.int64)).sum()
    evaluation = (int(squared) * int(arrays().scales[phase]) >> network.SCALE_BITS) + int(
        arrays().offsets[phase]
    )
    return max(-LIMIT, min(LIMIT, evaluation))


@given(positions.any_words)
@example(positions.CROWDED)
@example(positions.CROWDED[::-1])
def test_the_value_is_that_of_the_formula_with_every_row_in_its_place(pair):
    assert value(pair) == slow_value(pair)


@settings(phases=(Phase.reuse, Phase.generate))
@given(positions.any_words, st.sampled_from(SYMMETRIES))
def test_a_turned_board_has_the_same_value_in_the_shipped_network_too(pair, symmetry):
    image = tuple(transform_bits(word, symmetry) for word in pair)
    assert value(image) == value(pair)
    shipped = Memory(evaluation=evaluation_files.shipped())
    assert value(image, shipped) == value(pair, shipped)


@functools.cache
def with_largest_numbers():
    """Memory whose evaluation has the largest numbers of a network everywhere."""
    shapes = {name: shape for name, (_, shape) in SHAPES.items()}
    extreme = Arrays(
        biases=np.full(shapes["biases"], 3000, np.int16),
        mobility=np.full(shapes["mobility"], 3000, np.int16),
        weights=np.full(shapes["weights"], -network.MOST, np.int16),
        offsets=np.zeros(shapes["offsets"], np.int32),
        scales=np.full(shapes["scales"], 2**20, np.int32),
        rows=np.full(shapes["rows"], 255, np.uint8),
    )
    return Memory(evaluation=extreme.network())


@given(positions.any_words)
def test_the_largest_numbers_neither_overflow_nor_leave_the_limits(pair):
    assert value(pair, with_largest_numbers()) == -LIMIT


@pytest.mark.slow
def test_forms_of_webassembly():
    """The WebAssembly versions of values follow the formula, even for the largest numbers."""
    with in_forms_of_webassembly(estimate):
        test_the_value_is_that_of_the_formula_with_every_row_in_its_place()
        test_the_largest_numbers_neither_overflow_nor_leave_the_limits()


def test_rows_are_shared():
    """Every configuration is an image of the configuration whose row it uses, under its symmetry."""
    for number, squares in enumerate(NETWORK.squares):
        start, size = NETWORK.table_starts[number], NETWORK.table_sizes[number]
        packing, turns = NETWORK.packing[start : start + size], NETWORK.turns[start : start + size]
        kept = {place: index for index, place in reversed(list(enumerate(packing)))}
        for index in np.random.default_rng(number).integers(size, size=50).tolist():
            signs = [0] * 64
            for place, square in enumerate(squares):
                signs[square] = kept[packing[index]] // 3**place % 3 - 1
            assert configuration(turned_signs(signs, turns[index]), squares) == index


def test_numbers():
    """A network returns the numbers that it was created from, through the layout in memory."""
    numbers = b"".join(getattr(arrays(), name).tobytes() for name in SHAPES)
    assert senseless().numbers() == numbers
    assert Network.of_numbers([numbers]).checksum() == senseless().checksum()
    again = Arrays.of(senseless())
    for name, (kind, shape) in SHAPES.items():
        array = getattr(again, name)
        assert (array.dtype, array.shape) == (np.dtype(kind), shape)
        assert np.array_equal(array, getattr(arrays(), name))


@cases("size", [0, sum(SIZES) - 1, sum(SIZES) + 2])
def test_too_few_or_too_many_bytes_of_numbers_are_refused(size):
    with pytest.raises(ValueError, match=f"the numbers have {size} bytes instead of {sum(SIZES)}"):
        Network.of_numbers([bytes(size)])


def test_copies():
    """A copy for another process builds its memory again, and has the same values and description."""
    copy = pickle.loads(pickle.dumps(senseless()))
    assert copy.memory.address != senseless().memory.address
    assert (copy.made, copy.deviations) == (senseless().made, senseless().deviations)
    assert bytes(copy.memory.bytes) == bytes(senseless().memory.bytes)
    pair = positions.random_position(1, 30)
    assert value(pair, Memory(evaluation=copy)) == value(pair)


def test_rows_are_packed_two_numbers_to_a_byte_and_unpacked_again():
    numbers = np.random.default_rng(3).integers(-8, 8, (40, network.WIDTH), np.int8)
    packed = packed_rows(numbers)
    assert packed.shape == (40, network.ROW_BYTES)
    assert np.array_equal(unpacked_rows(packed), numbers)
