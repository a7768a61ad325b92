"""Squares, positions, games and the rules.

In reading order:

    square         squares, moves and symmetries
    square_set     sets of squares
    score          colors, scores and results
    drawing        the parts of a board's picture, drawn one after another
    position       positions and the rules of the game
    mobility       mobility and stable discs of one side
    board          a game: a position and the moves that led to it
    kernel_arrays  conversion of arrays for compiled code
    arrays         positions and games as NumPy arrays
    perft          number of move sequences
    graph          a graph that shows how the value changes during a game
    svg            pictures of positions, games and graphs
    opening_names  names of openings
"""
