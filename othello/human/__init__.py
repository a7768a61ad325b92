"""Human-like players: they make the mistakes that people make.

In reading order:

    levels        the human-like levels: names and parameters
    choice        which move a person of a level plays, given the value of every move
    player        a human-like player, which remembers what its moves lost
    level_player  a player at a level that may change, numbered or human-like
"""
