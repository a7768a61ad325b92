"""Players at full strength, human-like players, and the opening book.

In reading order:

    player        the base class, and the player at full strength
    human_model   the model of human moves, and its file
    rating        a player's rating from moves alone
    levels        the human-like levels: ratings and names
    choice        the choice of a human-like move, given its probability and its value
    human_player  a player at a human-like level
    book_player   the choice of moves from a book
    level_player  a player at a numbered or human-like level, which may change
"""

from othello.players.human_model import move_probabilities as move_probabilities
from othello.players.rating import MoveRating as MoveRating
from othello.players.rating import rate as rate
