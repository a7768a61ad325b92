"""Reads principal variations from the transposition table.

The table may have lost the end of a line. If the position is solved, the end is re-solved, which takes little
time near the end of the game.
"""

from dataclasses import dataclass
from typing import Final

from othello.kernels.constants import EXACT, HIGHEST, LOWEST
from othello.kernels.geometry import Square
from othello.rules.position import Position
from othello.rules.score import DISC
from othello.rules.square import MOVES, PASS, Move, squares_of
from othello.search.limits import Goal
from othello.search.thread_data import Words
from othello.search.thread_pool import ThreadPool

SOLVED_AGAIN: Final = 14
"""The end of a line is re-solved if at most this many squares are empty there."""


@dataclass(frozen=True, slots=True)
class LineReader:
    """Reads lines from the table of *team*, whose threads must not be searching."""

    team: ThreadPool
    goal: Goal
    """Goal of the search. After a WLD search, the end of a line is re-solved only to find the winner."""
    solves_again: bool
    """Whether there is time to re-solve the end of a line."""

    def line(self, position: Position, move: Square, value: int, *, is_solved: bool) -> tuple[Move, ...]:
        """Return *move* and the known best moves after it, including passes.

        *value* is the value of *move* in centidiscs. If *is_solved* is true, the line contains only moves
        that are proved to reach this value.
        """
        line = [MOVES[move]]
        position, value = position.play_unchecked(move), -value
        while True:
            if position.must_pass:
                line.append(PASS)
                position, value = position.pass_turn(), -value
            reply = self._best(position, value, is_solved)
            if reply is None:
                return tuple(line)
            line.append(MOVES[reply])
            position, value = position.play_unchecked(reply), -value

    def _best(self, position: Position, value: int, is_solved: bool) -> Square | None:
        """Return the best move in a position whose value is known, or None if the move is unknown."""
        if position.is_over:
            return None
        entry = self.team.first.probe(position)
        if entry is not None and entry.move is not None:
            # Even in a shallow search, only a proof returns the value of a wipe-out.
            is_proved = entry.is_exact or abs(value) == HIGHEST
            if not is_solved or (is_proved and entry.lower == value == entry.upper):
                return entry.move
        if is_solved and self.solves_again and position.empties <= SOLVED_AGAIN:
            return self._solved_again(position, value)
        return None

    def _solved_again(self, position: Position, value: int) -> Square | None:
        """Re-solve a position near the end of the game and return a move that reaches *value*.

        Return None if the search is stopped.
        """
        self.team.first.set_root(list(map(int, squares_of(position.legal_moves_bits))), EXACT)
        low, high = (-DISC, DISC) if self.goal is Goal.WLD else (value - DISC, value + DISC)
        low, high = max(low, LOWEST), min(high, HIGHEST)
        self.team.search_root(Words.of(position), low, high, position.empties)
        return None if self.team.is_stopped else self.team.first.root_state().move
