"""The patterns of squares on which the evaluation is based.

A *pattern* is a list of squares. The eight symmetries of the board map it to its *features*, which are images
that cover different squares. All features of a pattern share one table of numbers. A feature's discs are its
*configuration*, which is written as a number in balanced base 3: the k-th square in the list counts 3 ** k
times +1 (a disc of the side to move), -1 (a disc of the opponent) or 0 (empty). Therefore changing sides
changes the sign, and a pattern of n squares has the configurations -(3 ** n // 2) .. 3 ** n // 2.

If a symmetry maps a pattern onto itself, some of its configurations are mirror images of each other. Mirror
images share one entry, at the lowest of their indices. The `network` also considers both sides' mobility.

Sources: M. Buro, "Statistical Feature Combination for the Evaluation of Game Positions" (1995). The shapes
come from R. Delorme's Edax, T. Okuhara's Egaroucid and M. Kotani's neural-reversi.
"""

import ctypes
import functools
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from othello.kernels.bits import ZERO, Bytes, Integers, to_int, to_word
from othello.kernels.geometry import SQUARE_NAMES, Square, Symmetry, transform_square
from othello.native.constant_tables import frozen_words
from othello.native.kernel import inlined_kernel, kernel
from othello.native.memory import Memory

Squares = tuple[Square, ...]


PHASES: Final = 30
MOBILITY: Final = 34
"""The network distinguishes 0 to 33 legal moves. More moves count as 33, but no known game contains such a
position."""
MAX_SQUARES: Final = 10
"""A pattern has at most this many squares, because a configuration must fit into a signed 16-bit number."""
MAX_FEATURES: Final = 64
"""All patterns together have at most this many features, the number of lanes in the vector of `features`."""


class Feature(NamedTuple):
    """An image of a pattern on the board."""

    pattern: int
    """Number of the pattern."""
    symmetry: int
    """The first of the board's symmetries that maps the pattern onto these squares."""
    squares: Squares
    """The squares of the image. The first square counts 3 ** 0."""


def squares_of_names(names: str) -> Squares:
    """Convert names such as "a1 b1" to squares."""
    return tuple(map(SQUARE_NAMES.index, names.split()))


def image(squares: Squares, symmetry: int) -> Squares:
    """Return the image of a pattern under a symmetry."""
    return tuple(transform_square(square, symmetry) for square in squares)


def own_symmetries(squares: Squares) -> list[Symmetry]:
    """Return the symmetries that map a pattern onto itself."""
    return [symmetry for symmetry in range(8) if set(image(squares, symmetry)) == set(squares)]


class PatternSet:
    """A set of patterns with their features. The patterns' tables are stored one after another."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        """Create a set of patterns from their names and squares. The first square of a pattern counts 3 ** 0.

        Raises AssertionError if a pattern is too long or repeats a square, or if there are too many features.
        """
        self.names = dict(patterns)
        self.squares = tuple(squares_of_names(names) for names in patterns.values())
        self.features = tuple(self._features())
        """The images of all patterns. Images that cover the same squares are listed only once."""
        self.table_sizes = tuple(3 ** len(squares) for squares in self.squares)
        self.table_starts = tuple(sum(self.table_sizes[:number]) for number in range(len(patterns)))
        self.size = sum(self.table_sizes)
        """Number of entries in all tables together."""
        too_many = (
            f"the patterns have {len(self.features)} features: at most {MAX_FEATURES} fit into a vector"
        )
        assert len(self.features) <= MAX_FEATURES, too_many

    def _features(self) -> Iterator[Feature]:
        for number, squares in enumerate(self.squares):
            names = " ".join(SQUARE_NAMES[square] for square in squares)
            too_long = f"pattern {names} has {len(squares)} squares: at most {MAX_SQUARES} fit into 16 bits"
            assert len(squares) <= MAX_SQUARES, too_long
            assert len(set(squares)) == len(squares), f"pattern {names} has a square twice"
            symmetries: dict[frozenset[Square], Symmetry] = {}
            for symmetry in range(8):
                symmetries.setdefault(frozenset(image(squares, symmetry)), symmetry)
            for symmetry in symmetries.values():
                yield Feature(number, symmetry, image(squares, symmetry))

    def middle(self, feature: Feature) -> int:
        """Return the index, in the tables, of a feature's empty configuration."""
        middle: int = self.table_starts[feature.pattern] + self.table_sizes[feature.pattern] // 2
        return middle

    @functools.cached_property
    def powers(self) -> Memory:
        """Return what a disc on each square adds to each lane of `features`: int16 (64, MAX_FEATURES)."""
        memory = Memory(2 * 64 * MAX_FEATURES)
        lanes = memory.view("h")
        for lane, feature in enumerate(self.features):
            for place, square in enumerate(feature.squares):
                lanes[MAX_FEATURES * square + lane] = 3**place
        return memory

    @property
    def packing(self) -> "ctypes.Array[ctypes.c_int32]":
        """Return, for each entry, its index in tables whose mirrored configurations share entries."""
        return self._numbering[0]

    @property
    def turns(self) -> "ctypes.Array[ctypes.c_uint8]":
        """Return, for each entry, the first symmetry that turns the shared entry into this entry."""
        return self._numbering[1]

    @functools.cached_property
    def _numbering(self) -> "tuple[ctypes.Array[ctypes.c_int32], ctypes.Array[ctypes.c_uint8]]":
        packing, turns = (ctypes.c_int32 * self.size)(), (ctypes.c_uint8 * self.size)()
        number_rows(packing, turns)
        return packing, turns

    @functools.cached_property
    def packed_size(self) -> int:
        """Number of entries if mirrored configurations share one entry (Burnside's lemma)."""
        return sum(map(_different_configurations, self.squares))


def _different_configurations(squares: Squares) -> int:
    """Return how many configurations a pattern has, counting mirrored configurations only once.

    By Burnside's lemma, this is the average number of configurations that a symmetry leaves unchanged.
    """
    symmetries = own_symmetries(squares)
    unchanged = 0
    for symmetry in symmetries:
        left, cycles = set(squares), 0
        while left:
            cycles += 1
            square = left.pop()
            while (square := transform_square(square, symmetry)) in left:
                left.remove(square)
        unchanged += 3**cycles  # a configuration is unchanged if all squares of each cycle are alike
    return unchanged // len(symmetries)


NETWORK: Final = PatternSet(
    {
        "inner row 2": "c2 d2 e2 f2 c3 d3 e3 f3",
        "diagonal 8": "a1 b2 c3 d4 e5 f6 g7 h8",
        "center": "c4 d4 e4 f4 c5 d5 e5 f5",
        "edge": "a1 b1 c1 d1 e1 f1 g1 h1",
        "edge 2 x 4": "b1 c1 d1 e1 b2 c2 d2 e2",
        "corner 3 x 3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "inner corner 3 x 3": "b2 c2 d2 b3 c3 d3 b4 c4 d4",
        "diagonal 7": "b1 c2 d3 e4 f5 g6 h7",
        "edge + 2X": "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
        "triangle": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
        "corner + block": "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    }
)


PATTERNS: Final = len(NETWORK.squares)


@frozen_words(bits=32)
def _table_sizes() -> list[int]:
    """Return the number of each pattern's configurations."""
    return list(NETWORK.table_sizes)


@frozen_words(bits=16)
def _weights_in_images() -> list[int]:
    """Return, at index MAX_SQUARES * (8 * pattern + symmetry) + place, what a square counts after a symmetry.

    If the symmetry maps the pattern onto itself, it moves the square at *place* to a place k, where the
    square counts 3 ** k. For other symmetries and for places beyond the end of the pattern, the entry is 0.
    """
    weights = []
    for squares in NETWORK.squares:
        own = own_symmetries(squares)
        for symmetry in range(8):
            seen = image(squares, symmetry) if symmetry in own else ()
            weights += [3 ** squares.index(square) for square in seen] + [0] * (MAX_SQUARES - len(seen))
    return weights


@kernel
def _image(pattern: int, symmetry: int, configuration: int) -> int:
    """Return the image of a configuration, or -1 if the symmetry does not map the pattern onto itself.

    Here, the configurations are numbered from 0.
    """
    first = MAX_SQUARES * (8 * pattern + symmetry)
    if _weights_in_images(to_word(first)) == ZERO:
        return -1
    index = 0
    for place in range(MAX_SQUARES):
        index += configuration % 3 * to_int(_weights_in_images(to_word(first + place)))
        configuration //= 3
    return index


@kernel
def number_rows(packing: Integers, turns: Bytes) -> None:
    """Write the arrays `PatternSet.packing` and `PatternSet.turns` of NETWORK."""
    start = kept = 0
    for pattern in range(PATTERNS):
        size = to_int(_table_sizes(to_word(pattern)))
        for place in range(start, start + size):
            packing[place] = -1
        for configuration in range(size):
            if packing[start + configuration] < 0:  # this configuration is the lowest of its images
                for symmetry in range(7, -1, -1):  # counts down, so that the first symmetry is written last
                    seen = _image(pattern, symmetry, configuration)
                    if seen >= 0:
                        packing[start + seen] = kept
                        turns[start + seen] = symmetry
                kept += 1
        start += size


@inlined_kernel
def phase_of(empties: int) -> int:
    """Return the phase of a position from its number of empty squares.

    Two consecutive numbers share a phase. 60 belongs to the last phase.
    """
    return min(empties >> 1, PHASES - 1)
