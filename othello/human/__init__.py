"""Human-like players, which make human mistakes of a limited size.

In reading order:

    levels        the human-like levels: names and parameters
    choice        the choice of a move, given the value of every move
    player        a human-like player, which remembers the losses of its moves
    level_player  a player at a numbered or human-like level, which may change
"""
