"""Reviews of games: the value and the loss of each move.

In reading order:

    review   the values of the moves of a game
    reviews  the reviews of many games as jobs
    graph    the graph of the values
    objects  values and losses as text, and a reviewed move as an object for scripts
    assets   the files that all pages share
    page     a review as one HTML page
"""
