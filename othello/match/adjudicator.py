"""Adjudication, in which a solver proves the results of games before their end."""

from typing import Final

from othello.rules.board import Board
from othello.rules.score import Color, Discs
from othello.search.engine import Engine

MAX_ADJUDICATED: Final = 30
"""Maximum number of empty squares for adjudication."""
ADJUDICATION_NODES: Final = 5_000_000
"""Node limit for each position, which takes about a second. If the solver needs more nodes, the game
continues."""
TABLE_MIB: Final = 16


class Adjudicator:
    """Solves positions with few empty squares."""

    def __init__(self, empties: int) -> None:
        """Prepare to solve positions with up to *empties* empty squares."""
        self._empties = empties
        self._engine: Engine | None = None

    def margin(self, board: Board) -> Discs | None:
        """Return black's margin in discs with best play, or None if it is not proved.

        The answer depends only on the position, not on earlier positions or on the speed of the computer.
        """
        if board.position.empties > self._empties:
            return None
        self._engine = self._engine or Engine(table_mib=TABLE_MIB)
        self._engine.new_game()
        result = self._engine.solve(board.position, nodes=ADJUDICATION_NODES)
        return Discs(round(result.score.pov(Color.BLACK).discs)) if result.is_solved else None
