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

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from othello.kernels.geometry import SQUARE_NAMES, Square, Symmetry, transform_square
from othello.kernels.jit import inlined_kernel
from othello.kernels.memory import aligned

Squares = tuple[Square, ...]


PHASES: Final = 30
MOBILITY: Final = 34
"""More than the number of legal moves of a side."""
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


def own_images(squares: Squares) -> list[tuple[Symmetry, Any]]:
    """Return the symmetries that map a pattern onto itself, each with what it does to configurations.

    A configuration is counted from the least index on; the array has at its place that of its image.
    """
    found = []
    for symmetry in range(8):
        seen = image(squares, symmetry)
        if set(seen) == set(squares):
            images = np.zeros(1, np.int64)
            for square in seen:
                images = np.add.outer(3 ** squares.index(square) * np.arange(3), images).ravel()
            found.append((symmetry, images))
    return found


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
    def powers(self) -> Any:
        """What a disc on each square adds to each lane of `features`: int16, shape (64, MAX_FEATURES)."""
        found = aligned(64 * MAX_FEATURES // 4).view(np.int16).reshape(64, MAX_FEATURES)
        for lane, feature in enumerate(self.features):
            for place, square in enumerate(feature.squares):
                found[square, lane] = 3**place
        return found

    @functools.cached_property
    def packing(self) -> Any:
        """For each entry of the tables its place when the images of a configuration are kept once."""
        places, size = [], 0
        for squares in self.squares:
            least = np.min([images for _, images in own_images(squares)], axis=0)
            is_least = least == np.arange(len(least))
            places.append(size + (np.cumsum(is_least) - 1)[least])
            size += int(is_least.sum())
        return np.concatenate(places)

    @property
    def packed_size(self) -> int:
        """Number of entries when the images of a configuration are kept once."""
        return int(self.packing[-1]) + 1

    @functools.cached_property
    def turns(self) -> Any:
        """For each entry of the tables the first symmetry that makes it from the one that is kept: uint8."""
        found = np.zeros(self.size, np.uint8)
        for start, squares in zip(self.table_starts, self.squares, strict=True):
            least = np.min([images for _, images in own_images(squares)], axis=0)
            for symmetry, images in reversed(own_images(squares)):
                kept = np.unique(least)
                found[start + images[kept]] = symmetry
        return found

    def unchanged(self) -> Iterator[tuple[Symmetry, Any]]:
        """Yield symmetries other than 0 with the packed places of configurations that they do not change."""
        for start, squares in zip(self.table_starts, self.squares, strict=True):
            for symmetry, images in own_images(squares)[1:]:
                same = np.flatnonzero(images == np.arange(len(images)))
                yield symmetry, np.unique(self.packing[start + same])


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


@inlined_kernel
def phase_of(empties: int) -> int:
    """The phase of a position by its number of empty squares: two share one; 60 is in the last."""
    return min(empties >> 1, PHASES - 1)
