"""Estimates how often people who are as strong as a game's players choose a move.

The frequencies come from the model of human players in `othello.players`.
"""

from dataclasses import dataclass
from typing import Final

from othello.players.human_model import MAX_RATING, MIN_RATING, move_probabilities
from othello.players.rating import MoveRating, rate
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, Move, format_move

ROUNDED: Final = 50
"""If the peers' rating is computed from moves, it is rounded to a multiple of this number."""


@dataclass(frozen=True, slots=True)
class Peers:
    """How often people with a given rating play a move and how often they play the best move."""

    rating: int
    """The rating of these people."""
    played: float
    """The share of these people who play the move, from 0 to 1."""
    best: float
    """The share of these people who play the best move, from 0 to 1. This share is low in difficult
    positions."""

    def sentence(self, best: Move) -> str:
        """Return a sentence with both shares. *best* is the best move, which was not played.

        >>> Peers(1500, 0.384, 0.004).sentence(Move("c2"))
        '38% of players rated about 1500 play this, and fewer than 1% find c2.'
        """
        text = (
            f"{percent(self.played)} of players rated about {self.rating} play this, "
            f"and {percent(self.best)} find {format_move(best)}."
        )
        return text[0].upper() + text[1:]

    def object(self) -> dict[str, object]:
        """Return the rating and the shares as the JSON object that `--json` prints."""
        return {"rating": self.rating, "played": round(self.played, 3), "best": round(self.best, 3)}


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a string such as "38%"."""
    return "fewer than 1%" if share < 0.005 else f"{share:.0%}"


def ratings_of(board: Board) -> dict[Color, MoveRating]:
    """Return the ratings that each side's moves in a game suggest."""
    return {color: rate([(board, color)]) for color in Color}


def ratings_of_peers(board: Board, chosen: int | None = None) -> dict[Color, int]:
    """Return the rating of the people with whom each side of a game is compared.

    *chosen* is a rating for both sides, clamped to the ratings that the model covers. By default, each side's
    rating is the rounded rating that its moves in this game suggest.
    """
    if chosen is not None:
        return dict.fromkeys(Color, min(max(chosen, MIN_RATING), MAX_RATING))
    return {color: ROUNDED * round(rated.rating / ROUNDED) for color, rated in ratings_of(board).items()}


def interval(rated: MoveRating) -> str:
    """Return a rating and its interval, such as "1450 (1210-1690)", or "" if no move could be rated."""
    return f"{rated.rating} ({rated.low}-{rated.high})" if rated.moves else ""


def peers_of(position: Position, last: Move | None, move: Move, best: Move, rating: int) -> Peers | None:
    """Return how often people play *move* and the best move, or None if *move* is a pass or forced.

    *last* is the opponent's last move, or None at the start of a game. *rating* is the people's rating.
    """
    if move == PASS or len(position.legal_moves) < 2:
        return None
    probabilities = move_probabilities(position, rating, last=last)
    return Peers(rating, probabilities[move], probabilities[best])
