"""The measured errors of searches with a given network: the Multi-ProbCut margins and the tempo."""

import functools
import math
from dataclasses import dataclass
from typing import Final

from othello.kernels import probcut, tempo
from othello.kernels.constants import DISC, HIGHEST
from othello.native.memory import Memory

LARGEST: Final = 10.0
"""Factors must be smaller than this, and exponents are limited to it. Larger deviations are meaningless."""


@dataclass(frozen=True, slots=True)
class ProbCutMargins:
    """How far a shallow search deviates from a deep search, as formulas for standard deviations and tempo.

    A standard deviation is exp(exponent) discs. The tempo is in discs.
    """

    search: tuple[float, ...] = (1.774, -0.1961, 0.0625, -0.01)
    """The exponent if the deep search does not reach the end of the game: a constant and factors for the
    shallow depth, the deep depth and the number of empty squares."""
    exact: tuple[float, ...] = (1.69, -0.0857, 0.0221)
    """The exponent if the deep search solves the position: a constant and factors for the shallow depth and
    the number of empty squares.
    """
    tempo: tuple[float, ...] = (0.0, 0.0, 0.0)
    """The tempo: a constant and factors for the number of empty squares and its square (see
    `kernels.tempo`)."""

    @property
    def is_valid(self) -> bool:
        """Whether every list has the right length and all numbers lie between -LARGEST and LARGEST."""
        pairs = ((self.search, DEFAULT.search), (self.exact, DEFAULT.exact), (self.tempo, DEFAULT.tempo))
        return all(
            len(own) == len(other) and all(abs(number) < LARGEST for number in own) for own, other in pairs
        )

    def discs(self, shallow: int, deep: int, empties: int) -> float:
        """Return the standard deviation, in discs, between values at *shallow* plies and at *deep* plies."""
        if deep >= empties:
            constant, by_shallow, by_empties = self.exact
            exponent = constant + by_shallow * shallow + by_empties * empties
        else:
            constant, by_shallow, by_deep, by_empties = self.search
            exponent = constant + by_shallow * shallow + by_deep * deep + by_empties * empties
        return math.exp(min(LARGEST, exponent))

    def tempo_at(self, empties: int) -> float:
        """Return the tempo, at least 0 discs, of positions with this number of empty squares."""
        constant, linear, square = self.tempo
        return max(0.0, constant + linear * empties + square * empties**2)

    def tempo_table(self) -> Memory:
        """Return the kernels' tempo table: int16 centidiscs (see `kernels.tempo`)."""
        memory = Memory(2 * tempo.SIZE)
        numbers = memory.view("h")
        for empties in range(tempo.SIZE):
            numbers[empties] = min(HIGHEST, round(DISC * self.tempo_at(empties)))
        return memory

    @functools.cache  # noqa: B019  # equal margins share a table: making it takes most of the time of a new engine
    def table(self) -> Memory:
        """Return the kernels' deviation table: int16 centidiscs (see `kernels.probcut`).

        Do not change it, because all threads with these margins share it.
        """
        # For each number of empties and each depth, store the deviations of the probe and the static value.
        memory = Memory(2 * 2 * probcut.SIZE**2)
        numbers = memory.view("h")
        for empties in range(1, probcut.SIZE):
            for depth in range(1, empties + 1):
                for place, shallow in enumerate((probcut.probe_depth(depth), 0)):
                    deviation = round(DISC * self.discs(shallow, depth, empties))
                    numbers[2 * (probcut.SIZE * empties + depth) + place] = min(HIGHEST, deviation)
        return memory


DEFAULT: Final = ProbCutMargins()
"""The margins for a network whose errors have not been measured."""
