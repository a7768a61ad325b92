"""Squares, positions, games and the rules.

In reading order:

    square         squares, moves and symmetries
    square_set     sets of squares
    score          colors, scores and results
    drawing        boards in SVG, step by step
    position       a position, and the rules
    mobility       moves and liberties of a position, for displays
    board          a game: positions and moves
    kernel_arrays  arrays in the form that kernels take
    arrays         positions and games as arrays of NumPy
    perft          counts of move sequences
    graph          a graph of the values of a game
    svg            pictures of positions, boards and graphs
    opening_names  names of openings
"""
