"""Reviews: what each move of a game is worth, and where the game was lost.

In reading order:

    review   the values of the moves of a game
    values   values and losses as tables show them
    graph    the graph of the values
    page     a review as one HTML page
"""
