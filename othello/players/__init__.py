"""Players at full strength, human-like players, and the opening book.

In reading order:

    player        the base class of players, and the player at full strength
    human_model   predicts human moves, with a model learned from tournament games
    rating        estimates a player's rating from the player's moves
    levels        the human-like levels: their ratings and names
    choice        draws a human-like move based on the moves' probabilities and values
    human_player  a player at a human-like level
    book_player   a player that takes its moves from a book
    level_player  a player at a numbered or human-like level, which users can change
    standalone    plans the memory in which a page plays human-like moves without Python
"""

from othello.players.human_model import move_probabilities as move_probabilities
from othello.players.rating import MoveRating as MoveRating
from othello.players.rating import rate as rate
