"""The patterns of squares that the evaluation looks at.

A *pattern* is a list of squares. Each of its images under the eight symmetries of the
board that covers other squares is a *feature*; all features of a pattern share one table
of weights. The configuration of a feature is a number in balanced base 3: the k-th square
of the list counts 3 ** k times +1 (a disc of the side to move), -1 (a disc of the
opponent) or 0 (empty). So a change of sides is a change of sign, and a pattern of n
squares has the indices -(3 ** n // 2) .. 3 ** n // 2.

A pattern that some symmetry maps onto itself has configurations that mirror each other;
they have one weight, that of their least index.

Beside the patterns, one table is looked up with the numbers of legal moves of both sides, and
with the parity of the empty squares, which says who is likely to move last.

Sources: M. Buro, "Statistical Feature Combination for the Evaluation of Game Positions"
(1995); the shapes are those of R. Delorme's Edax and T. Okuhara's Egaroucid.
"""

import functools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from othello.kernels.geometry import SQUARE_NAMES, Square, transform_square
from othello.kernels.jit import inlined_kernel

Squares = tuple[Square, ...]


PATTERNS: Final = {
    "row 2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "row 3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "row 4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "corner 3 x 3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "diagonal 5 + 2X": "b2 d1 e2 f3 g4 h5 g7",
    "diagonal 6 + 2C + X": "b1 c1 d2 e3 g2 f4 g5 h6 h7",
    "diagonal 7 + 2 corners": "a1 b1 c2 d3 e4 f5 g6 h7 h8",
    "diagonal 8 + 2C": "a1 b2 c3 d4 e5 f6 g7 h8 a2 b1",
    "edge + 2X": "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "triangle": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "corner + block": "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "cross": "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4",
    "edge + 2Y": "c2 a1 b1 c1 d1 e1 f1 g1 h1 f2",
    "narrow triangle": "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5",
    "fish": "a1 b1 a2 b2 c2 d2 b3 c3 b4 d4",
    "kite": "c6 d6 d7 d8 c8 f8 e8 e7 e6 f6",
}
"""Names and squares; the square with weight 3 ** 0 first."""
PHASES: Final = 30
MOBILITY: Final = 34
"""The numbers of legal moves of the two sides, below this, are looked up together."""
PARITIES: Final = 2
"""There is such a table for even and one for odd numbers of empty squares."""
MAX_SQUARES: Final = 10
"""Squares of a pattern: the index of a configuration is a signed number of 16 bits."""
MAX_FEATURES: Final = 64
"""Features of all patterns: lanes of the vector that `features` keeps."""


class Feature(NamedTuple):
    """One place where a pattern is looked up."""

    pattern: int
    """Number of the pattern."""
    squares: Squares
    """The squares, the one with weight 3 ** 0 first."""


def squares_of_names(names: str) -> Squares:
    """The squares of names such as "a1 b1"."""
    return tuple(map(SQUARE_NAMES.index, names.split()))


def image(squares: Squares, symmetry: int) -> Squares:
    """A pattern seen after a symmetry."""
    return tuple(transform_square(square, symmetry) for square in squares)


def features_of(patterns: Sequence[Squares]) -> list[Feature]:
    """All features of these patterns: of each, the images that cover different squares.

    Raises AssertionError if a pattern is too long or has a square twice, or if the features are too many.
    """
    found = []
    for number, squares in enumerate(patterns):
        names = " ".join(SQUARE_NAMES[square] for square in squares)
        too_long = f"pattern {names} has {len(squares)} squares: at most {MAX_SQUARES} fit into 16 bits"
        assert len(squares) <= MAX_SQUARES, too_long
        assert len(set(squares)) == len(squares), f"pattern {names} has a square twice"
        seen: set[frozenset[Square]] = set()
        for symmetry in range(8):
            each = image(squares, symmetry)
            if frozenset(each) not in seen:
                seen.add(frozenset(each))
                found.append(Feature(number, each))
    too_many = f"the patterns have {len(found)} features: at most {MAX_FEATURES} fit into a vector"
    assert len(found) <= MAX_FEATURES, too_many
    return found


FEATURES: Final = tuple(features_of([squares_of_names(names) for names in PATTERNS.values()]))
TABLE_SIZES: Final = tuple(3 ** len(names.split()) for names in PATTERNS.values())
TABLE_STARTS: Final = tuple(sum(TABLE_SIZES[:number]) for number in range(len(TABLE_SIZES)))
MOBILITY_START: Final[int] = sum(TABLE_SIZES)
PHASE_SIZE: Final = MOBILITY_START + PARITIES * MOBILITY**2
"""Weights of a phase: the tables of all patterns, then those of mobility, see `mobility_index`."""


@inlined_kernel
def mobility_index(empties: int, mine: int, theirs: int) -> int:
    """Where in a phase the weight of so many legal moves of the two sides is."""
    return MOBILITY_START + MOBILITY * (MOBILITY * (empties & 1) + mine) + theirs


@inlined_kernel
def phase_of(empties: int) -> int:
    """The phase of a position by its number of empty squares: two numbers share one."""
    return min(empties >> 1, PHASES - 1)


def phase_empties(phase: int) -> range:
    """The numbers of empty squares of a phase; a game begins with 60."""
    return range(2 * phase, 61 if phase == PHASES - 1 else 2 * phase + 2)


def mirrored_indices(squares: Squares) -> Any:
    """For each configuration, from the least index on, the number of the least one with its weight."""
    least = np.arange(3 ** len(squares))
    for symmetry in range(1, 8):
        seen = image(squares, symmetry)
        if set(seen) == set(squares):
            mirrored = np.zeros(1, np.int64)
            for square in seen:
                mirrored = np.add.outer(3 ** squares.index(square) * np.arange(3), mirrored).ravel()
            least = np.minimum(least, mirrored)
    return least


@functools.cache
def packing() -> Any:
    """For each weight of a phase its place when weights that must be equal are kept once."""
    places, size = [], 0
    for names in PATTERNS.values():
        least = mirrored_indices(squares_of_names(names))
        is_least = least == np.arange(len(least))
        places.append(size + (np.cumsum(is_least) - 1)[least])
        size += int(is_least.sum())
    places.append(size + np.arange(PARITIES * MOBILITY**2))
    return np.concatenate(places)
