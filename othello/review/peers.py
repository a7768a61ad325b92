"""How often people of a rating play a move and the best one, by the model of `othello.human`."""

from dataclasses import dataclass
from typing import Final

from othello.human.people import move_chances
from othello.kernels.people import MEAN_RATING
from othello.rules.position import Position
from othello.rules.square import PASS, Move, format_move

PEERS_RATING: Final = MEAN_RATING
"""The rating of the players with whom a review compares: the mean tournament player, see docs/human.md."""


@dataclass(frozen=True, slots=True)
class Peers:
    """How often people play a move, and the best move, in a position."""

    rating: int
    """The rating of the people."""
    played: float
    """Share of them, 0 to 1, who play the move."""
    best: float
    """Share of them who play the best move: the smaller, the more difficult is the position."""

    def sentence(self, best: Move) -> str:
        """Return the shares as a sentence about a move that is not the best.

        >>> Peers(1500, 0.384, 0.004).sentence(Move("c2"))
        '38 % of players around 1500 play this, fewer than 1 % find c2.'
        """
        return (
            f"{percent(self.played)} of players around {self.rating} play this, "
            f"{percent(self.best)} find {format_move(best)}."
        )

    def object(self) -> dict[str, object]:
        """Return the shares as `--json` prints them."""
        return {"rating": self.rating, "played": round(self.played, 3), "best": round(self.best, 3)}


def percent(share: float) -> str:
    """Return a share as text, such as "38 %"."""
    return "fewer than 1 %" if share < 0.005 else f"{100 * share:.0f} %"


def peers_of(position: Position, last: Move | None, move: Move, best: Move) -> Peers | None:
    """Return how often people play a move and the best one; None for a pass and a forced move.

    last -- the move before, None at the start of a game
    """
    if move == PASS or len(position.legal_moves) < 2:
        return None
    chances = move_chances(position, PEERS_RATING, last=last)
    return Peers(PEERS_RATING, chances[move], chances[best])
