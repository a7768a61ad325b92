"""Perft counts move sequences, with or without a hash table."""

import operator
from typing import Final

from othello.kernels import perft as kernels
from othello.native import memory
from othello.rules.board import BoardLike, position_of
from othello.rules.position import Position
from othello.rules.square import Move

CHUNK: Final = 8
"""The greatest depth to which a single call of compiled code counts. Ctrl-C cannot interrupt such a call."""


class Counter:
    """Counts move sequences. A hash table stores counts so that transpositions are counted only once."""

    def __init__(self, table_mib: int = 0) -> None:
        """Allocate a hash table of *table_mib* MiB (0 for no table).

        Raises ValueError for a negative size.
        """
        if table_mib < 0:
            raise ValueError(f"table_mib must be at least 0, not {table_mib}")
        self._entries = (operator.index(table_mib) << 20) // kernels.ENTRY
        self._table = memory.Memory(self._entries * kernels.ENTRY) if self._entries else None

    def count(self, position: Position, depth: int) -> int:
        """Return the number of legal sequences of *depth* plies from a position. A pass counts as a ply.

        Sequences that end the game earlier are also counted. You can interrupt the count with Ctrl-C, which
        takes effect between two calls of compiled code (see CHUNK).
        """
        depth = operator.index(depth)
        discs = position.player, position.opponent
        if depth > CHUNK and not position.is_over:
            return sum(self.divide(position, depth).values())
        if depth <= 0:
            return 1
        if self._table is None:
            return kernels.perft(*discs, depth)
        return kernels.perft_hashed(self._table.address, self._entries, *discs, depth)

    def clear(self) -> None:
        """Empty the hash table."""
        if self._table is not None:
            self._table.clear()

    def divide(self, position: Position, depth: int) -> dict[Move, int]:
        """Return how many of the sequences begin with each legal move. Empty if the game is over."""
        return {move: self.count(position.play(move), depth - 1) for move in position.legal_moves}


def perft(board: BoardLike, depth: int, *, table_mib: int = 0) -> int:
    """Return the number of move sequences of *depth* plies from the board's position (see `Counter.count`).

    *table_mib* is the size in MiB of a hash table that speeds up counts to great depths. 0 means no table.

    >>> perft("", 5), perft("f5d6", 5)
    (1396, 4663)
    """
    return Counter(table_mib).count(position_of(board), depth)
