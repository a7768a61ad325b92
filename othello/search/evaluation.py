"""The interface of evaluations.

There are two kinds, the linear sum of `weights` and the `network`. Another kind needs

1. a subclass of `Evaluation` with its own MAGIC, in a module beside them, and its name in
   `evaluation_files.KINDS`: the first bytes of a file decide which class reads it;
2. a field for each of its arrays in `kernels.search_state`, which `arrays` names;
3. a branch in `kernels.evaluate.estimate`.
"""

import abc
import math
import zlib
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

import numpy as np

from othello.kernels import probcut, tempo
from othello.kernels.constants import DISC, HIGHEST


@dataclass(frozen=True, slots=True)
class Deviations:
    """Errors of shallow searches: standard deviations as exponentials, and the tempo, in discs."""

    search: tuple[float, ...] = (1.774, -0.1961, 0.0625, -0.01)
    """Constant, and factors of the shallow depth, the deep depth and the empties."""
    exact: tuple[float, ...] = (1.69, -0.0857, 0.0221)
    """For deep searches that solve: constant, and factors of the shallow depth and the empties."""
    tempo: tuple[float, ...] = (0.0, 0.0, 0.0)
    """Constant, and factors of the empties and their square, see `kernels.tempo`."""

    def discs(self, shallow: int, deep: int, empties: int) -> float:
        """Return the standard deviation between a search to *shallow* plies and one to *deep* plies."""
        if deep >= empties:
            constant, by_shallow, by_empties = self.exact
            return math.exp(constant + by_shallow * shallow + by_empties * empties)
        constant, by_shallow, by_deep, by_empties = self.search
        return math.exp(constant + by_shallow * shallow + by_deep * deep + by_empties * empties)

    def tempo_at(self, empties: int) -> float:
        """Return the tempo of positions with this number of empty squares, at least 0."""
        constant, linear, square = self.tempo
        return max(0.0, constant + linear * empties + square * empties**2)

    def tempo_table(self) -> Any:
        """Return the tempo in the form of kernels: int16 centidiscs, see `kernels.tempo`."""
        return np.array([round(DISC * self.tempo_at(each)) for each in range(tempo.SIZE)], np.int16)

    def table(self) -> Any:
        """Return the deviations in the form of kernels: int16 centidiscs, see `kernels.probcut`."""
        found = np.zeros((probcut.SIZE, probcut.SIZE, 2), np.int16)
        for empties in range(1, probcut.SIZE):
            for depth in range(1, empties + 1):
                for place, shallow in enumerate((probcut.probe_depth(depth), 0)):
                    deviation = round(DISC * self.discs(shallow, depth, empties))
                    found[empties, depth, place] = min(HIGHEST, deviation)
        return found


@dataclass(frozen=True, eq=False)
class Evaluation(abc.ABC):
    """A kind of evaluation: its numbers, its file and its place in the memory of a search."""

    MAGIC: ClassVar[bytes]
    """The first 16 bytes of files of this kind: the name of the kind, and the version of its format."""

    made: str = field(default="", kw_only=True)
    """The origin of the numbers, as text."""
    deviations: Deviations = field(default=Deviations(), kw_only=True)
    """The errors of shallow searches that use this evaluation."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields, for a process of a pool: arrays in kernels' memory must be made anew there.

        A copy of such an array may lack the alignment that vector instructions need.
        """
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    @abc.abstractmethod
    def layout(cls) -> dict[str, Any]:
        """Return the layout that the kernels expect; files with another layout are refused."""

    @classmethod
    @abc.abstractmethod
    def from_body(cls, body: bytes, made: str, deviations: Deviations) -> Self:
        """Make an evaluation from the body of a file; raises ValueError or zlib.error if it is damaged."""

    @abc.abstractmethod
    def to_body(self) -> bytes:
        """Return the body of a file."""

    def arrays(self) -> dict[str, Any]:
        """Return the arrays that kernels read, by the field of `search_state` that gets the address.

        Each workspace calls this once and keeps the arrays alive. Arrays that a search only reads may
        be shared; an array that it writes must be a new one at each call.
        """
        return {"deviations": self.deviations.table(), "tempo": self.deviations.tempo_table()}

    def checksum(self) -> int:
        """Return a checksum of all numbers that affect values and searches."""
        found = 0
        for array in self.arrays().values():
            found = zlib.crc32(array, found)
        return found
