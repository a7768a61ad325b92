"""Players: at full strength, like people, and from the opening book.

In reading order:

    player        what all players have in common, and the player at full strength
    human_model   the model of people's moves, and its file
    rating        the rating of a player from moves alone
    levels        the human-like levels: ratings and names
    choice        the choice of a move, given its chances and the value of every move
    human_player  a player at a human-like level
    book_player   a book for a player: which moves are played
    level_player  a player at a numbered or human-like level, which may change
"""

from othello.players.human_model import move_probabilities as move_probabilities
from othello.players.rating import MoveRating as MoveRating
from othello.players.rating import rate as rate
