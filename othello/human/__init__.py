"""Human-like players: they make the mistakes that people make.

In reading order:

    levels   the six levels, by name, and the numbers that describe them
    choice   which move a person of a level plays, given the value of every move
    player   a player that remembers what it has lost in a game
"""
