"""Playing levels: how deep to search, and from how many empty squares to solve.

As in Edax a level is the depth of the midgame search in plies; the end game is solved from
a number of empty squares that grows with the level. Level 60 always solves.
"""

STRONGEST = 60
DEFAULT = 10


def solved_empties(level: int) -> int:
    """The number of empty squares from which a level (0-60) plays exactly."""
    if level <= 10:
        return 2 * level
    if level <= 18:
        return 21
    if level <= 24:
        return 24
    if level <= 29:
        return 27
    if level <= 35:
        return 30
    return level - 6 if level < STRONGEST else STRONGEST


def depth_of(level: int, empties: int) -> int:
    """The depth in plies, 1..*empties*, at which a level (0-60) searches a position."""
    if empties <= solved_empties(level):
        return max(1, empties)
    return max(1, min(level, empties))
