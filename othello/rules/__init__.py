"""Squares, positions, games and the rules, and the little that all rooms use.

In reading order:

    documented     descriptions of fields in the text that `help` shows
    outputs        the one way to write files
    fields         JSON objects and rows, read with checks
    square         squares, moves and symmetries
    square_set     sets of squares
    score          colors, scores and results
    drawing        boards in SVG, step by step
    position       a position, and the rules
    mobility       moves and liberties of a position, for displays
    board          a game: positions and moves
    arrays         positions as arrays of NumPy
    perft          counts of move sequences
    graph          a graph of the values of a game
    svg            pictures of positions, boards and graphs
    opening_names  names of openings
"""
