"""The patterns of squares that the evaluation looks at.

A *pattern* is a list of squares. Each of its images under the eight symmetries of the
board that covers other squares is a *feature*; all features of a pattern share one table
of numbers. The configuration of a feature is a number in balanced base 3: the k-th square
of the list counts 3 ** k times +1 (a disc of the side to move), -1 (a disc of the
opponent) or 0 (empty). So a change of sides is a change of sign, and a pattern of n
squares has the indices -(3 ** n // 2) .. 3 ** n // 2.

A pattern that some symmetry maps onto itself has configurations that mirror each other;
they have one entry, that of their least index.

The `network` looks at the numbers of legal moves of both sides, too.

Sources: M. Buro, "Statistical Feature Combination for the Evaluation of Game Positions"
(1995); the shapes are those of R. Delorme's Edax, T. Okuhara's Egaroucid and M. Kotani's
neural-reversi.
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
"""Numbers of legal moves that the network tells apart; 33, the most known in games, stands for more, too."""
MAX_SQUARES: Final = 10
"""Squares of a pattern: the index of a configuration is a signed number of 16 bits."""
MAX_FEATURES: Final = 64
"""Features of all patterns: lanes of the vector that `features` keeps."""


class Feature(NamedTuple):
    """One place where a pattern is looked up."""

    pattern: int
    """Number of the pattern."""
    symmetry: int
    """The first symmetry of the board that maps the pattern onto this place."""
    squares: Squares
    """The squares, the one with weight 3 ** 0 first."""


def squares_of_names(names: str) -> Squares:
    """The squares of names such as "a1 b1"."""
    return tuple(map(SQUARE_NAMES.index, names.split()))


def image(squares: Squares, symmetry: int) -> Squares:
    """A pattern seen after a symmetry."""
    return tuple(transform_square(square, symmetry) for square in squares)


def own_symmetries(squares: Squares) -> list[Symmetry]:
    """Return the symmetries that map a pattern onto itself."""
    return [symmetry for symmetry in range(8) if set(image(squares, symmetry)) == set(squares)]


class PatternSet:
    """Patterns with their features and with the places of their tables, one after the other."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        """Take names and squares, the square with weight 3 ** 0 first.

        Raises AssertionError if a pattern is too long or has a square twice, or if the features are too many.
        """
        self.names = dict(patterns)
        self.squares = tuple(squares_of_names(names) for names in patterns.values())
        self.features = tuple(self._features())
        """Of each pattern the images that cover different squares."""
        self.table_sizes = tuple(3 ** len(squares) for squares in self.squares)
        self.table_starts = tuple(sum(self.table_sizes[:number]) for number in range(len(patterns)))
        self.size = sum(self.table_sizes)
        """Entries of all tables."""
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
        """Return the place of the empty configuration of a feature in the tables."""
        middle: int = self.table_starts[feature.pattern] + self.table_sizes[feature.pattern] // 2
        return middle

    @functools.cached_property
    def powers(self) -> Memory:
        """What a disc on each square adds to each lane of `features`: int16, MAX_FEATURES for each square."""
        memory = Memory(2 * 64 * MAX_FEATURES)
        lanes = memory.view("h")
        for lane, feature in enumerate(self.features):
            for place, square in enumerate(feature.squares):
                lanes[MAX_FEATURES * square + lane] = 3**place
        return memory

    @property
    def packing(self) -> "ctypes.Array[ctypes.c_int32]":
        """For each entry of the tables its place when the images of a configuration are kept once."""
        return self._numbering[0]

    @property
    def turns(self) -> "ctypes.Array[ctypes.c_uint8]":
        """For each entry of the tables the first symmetry that makes it from the one that is kept."""
        return self._numbering[1]

    @functools.cached_property
    def _numbering(self) -> "tuple[ctypes.Array[ctypes.c_int32], ctypes.Array[ctypes.c_uint8]]":
        packing, turns = (ctypes.c_int32 * self.size)(), (ctypes.c_uint8 * self.size)()
        number_rows(packing, turns)
        return packing, turns

    @functools.cached_property
    def packed_size(self) -> int:
        """Number of entries when the images of a configuration are kept once (Burnside's lemma)."""
        return sum(map(_different_configurations, self.squares))


def _different_configurations(squares: Squares) -> int:
    """Return the number of configurations of a pattern that are not images of each other."""
    symmetries = own_symmetries(squares)
    unchanged = 0
    for symmetry in symmetries:
        left, cycles = set(squares), 0
        while left:
            cycles += 1
            square = left.pop()
            while (square := transform_square(square, symmetry)) in left:
                left.remove(square)
        unchanged += 3**cycles
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
    """Index pattern: its configurations."""
    return list(NETWORK.table_sizes)


@frozen_words(bits=16)
def _counts_in_images() -> list[int]:
    """What a disc on a square of a pattern counts in an image of the configuration; 0 without such a square.

    The index is MAX_SQUARES * (8 * pattern + symmetry) + the square's place in the pattern. All are 0 if
    the symmetry does not map the pattern onto itself.
    """
    image_counts = []
    for squares in NETWORK.squares:
        own = own_symmetries(squares)
        for symmetry in range(8):
            seen = image(squares, symmetry) if symmetry in own else ()
            counts = [3 ** squares.index(square) for square in seen]
            image_counts += counts + [0] * (MAX_SQUARES - len(counts))
    return image_counts


@kernel
def _image(pattern: int, symmetry: int, configuration: int) -> int:
    """The image of a configuration, counted from the least index on; -1 if it is of another pattern."""
    first = MAX_SQUARES * (8 * pattern + symmetry)
    if _counts_in_images(to_word(first)) == ZERO:
        return -1
    index = 0
    for place in range(MAX_SQUARES):
        index += configuration % 3 * to_int(_counts_in_images(to_word(first + place)))
        configuration //= 3
    return index


@kernel
def number_rows(packing: Integers, turns: Bytes) -> None:
    """Write `PatternSet.packing` and `PatternSet.turns` of NETWORK."""
    start = kept = 0
    for pattern in range(PATTERNS):
        size = to_int(_table_sizes(to_word(pattern)))
        for configuration in range(size):
            least = configuration
            for symmetry in range(8):
                seen = _image(pattern, symmetry, configuration)
                if seen >= 0:
                    least = min(least, seen)
            packing[start + configuration] = kept if least == configuration else packing[start + least]
            kept += 1 if least == configuration else 0
            for symmetry in range(7, -1, -1):
                if _image(pattern, symmetry, least) == configuration:
                    turns[start + configuration] = symmetry
        start += size


@inlined_kernel
def phase_of(empties: int) -> int:
    """The phase of a position by its number of empty squares: two share one; 60 is in the last."""
    return min(empties >> 1, PHASES - 1)
