"""How often people as strong as the players of a game choose a move, by the model in `othello.players`."""

from dataclasses import dataclass
from typing import Final

from othello.players.human_model import MAX_RATING, MIN_RATING, move_probabilities
from othello.players.rating import MoveRating, rate
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS, Move, format_move

ROUNDED: Final = 50
"""The ratings of peers, if computed from moves, are rounded to multiples of this."""


@dataclass(frozen=True, slots=True)
class Peers:
    """How often people play a move, and how often they play the best move."""

    rating: int
    """The rating of these people."""
    played: float
    """Share of these people who play the move, 0 to 1."""
    best: float
    """Share of these people who play the best move, 0 to 1. In a difficult position, this share is small."""

    def sentence(self, best: Move) -> str:
        """Return the shares as a sentence about a move that is not the best move.

        >>> Peers(1500, 0.384, 0.004).sentence(Move("c2"))
        '38% of players rated about 1500 play this, fewer than 1% find c2.'
        """
        text = (
            f"{percent(self.played)} of players rated about {self.rating} play this, "
            f"{percent(self.best)} find {format_move(best)}."
        )
        return text[0].upper() + text[1:]

    def object(self) -> dict[str, object]:
        """Return the shares as `--json` prints them."""
        return {"rating": self.rating, "played": round(self.played, 3), "best": round(self.best, 3)}


def percent(share: float) -> str:
    """Return a share as text, such as "38%"."""
    return "fewer than 1%" if share < 0.005 else f"{share:.0%}"


def ratings_of(board: Board) -> dict[Color, MoveRating]:
    """Return the rating of each side of a game by its moves."""
    return {color: rate([(board, color)]) for color in Color}


def ratings_of_peers(board: Board, chosen: int | None = None) -> dict[Color, int]:
    """Return the rating of the people with whom each side of a game is compared.

    chosen -- a rating for both sides, clamped to the ratings that the model knows. By default each side's
              rating by its moves in this game, rounded.
    """
    if chosen is not None:
        return dict.fromkeys(Color, min(max(chosen, MIN_RATING), MAX_RATING))
    return {color: ROUNDED * round(rated.rating / ROUNDED) for color, rated in ratings_of(board).items()}


def interval(rated: MoveRating) -> str:
    """Return a rating with its interval, such as "1450 (1210-1690)", or "" without a move to rate."""
    return f"{rated.rating} ({rated.low}-{rated.high})" if rated.moves else ""


def peers_of(position: Position, last: Move | None, move: Move, best: Move, rating: int) -> Peers | None:
    """Return how often people play a move and the best move, or None for a pass and a forced move.

    last    -- the opponent's last move, None at the start of a game
    rating  -- the rating of the people
    """
    if move == PASS or len(position.legal_moves) < 2:
        return None
    probabilities = move_probabilities(position, rating, last=last)
    return Peers(rating, probabilities[move], probabilities[best])
