"""Counts of move sequences, with or without a hash table."""

from typing import Final

from othello.kernels import memory, perft
from othello.position import Position
from othello.square import Move

CHUNK: Final = 8
"""Plies that are counted in one call of compiled code, which nothing can interrupt."""


class Counter:
    """Counts move sequences; with a table it reuses the counts of earlier positions."""

    def __init__(self, table_mib: int = 0) -> None:
        """Allocate a table of *table_mib* MiB; with 0 there is no table."""
        self._entries = (table_mib << 20) // perft.ENTRY
        self._table = memory.aligned(max(1, self._entries) * perft.ENTRY // 8)

    def count(self, position: Position, depth: int) -> int:
        """Return the number of move sequences of *depth* plies; a pass is a ply.

        A game that ends earlier counts as one sequence. Ctrl-C ends the count after at most CHUNK plies.
        """
        words = position.player, position.opponent
        if depth > CHUNK and not position.is_over:
            return sum(self.divide(position, depth).values())
        if depth <= 0:
            return 1
        if not self._entries:
            return perft.perft(*words, depth)
        return perft.perft_hashed(self._table.ctypes.data, self._entries, *words, depth)

    def clear(self) -> None:
        """Empty the table."""
        self._table[:] = 0

    def divide(self, position: Position, depth: int) -> dict[Move, int]:
        """Return the count below each move, or below the pass; empty when the game is over."""
        return {move: self.count(position.play(move), depth - 1) for move in position.legal_moves}
