"""How people play: their moves and ratings, and players that play like them.

In reading order:

    people        the model of people's moves, and its file
    rating        the rating of a player from moves alone
    levels        the human-like levels: ratings and names
    choice        the choice of a move, given its chances and the value of every move
    player        a player at a human-like level
    level_player  a player at a numbered or human-like level, which may change
"""

from othello.human.people import move_chances as move_chances
from othello.human.rating import MoveRating as MoveRating
from othello.human.rating import rate as rate
