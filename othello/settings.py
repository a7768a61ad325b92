"""What an engine is made with, decided before anything of it is loaded.

Command lines and front ends pass settings on until an engine is needed; only then are its
modules, and the kernels, imported.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from othello.limits import DEFAULT_TABLE_MIB

if TYPE_CHECKING:
    from othello.engine import Engine


@dataclass(frozen=True, slots=True)
class Settings:
    """How to make an engine."""

    table_mib: float = DEFAULT_TABLE_MIB
    """Size of the transposition table, mebibytes."""
    threads: int = 1
    """Threads that search together."""
    weights: Path | None = None
    """A file of weights for the evaluation; None is the one that comes with the program."""

    def check(self) -> None:
        """Raise FormatError if the weights cannot be used."""
        if self.weights is not None:
            from othello import weights

            weights.read(self.weights)

    def make_engine(self) -> "Engine":
        """The engine; raises FormatError if the weights cannot be used."""
        from othello import weights
        from othello.engine import Engine

        evaluation = None if self.weights is None else weights.read(self.weights)
        return Engine(table_mib=self.table_mib, threads=self.threads, evaluation=evaluation)


DEFAULT: Final = Settings()
