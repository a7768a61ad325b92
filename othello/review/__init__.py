"""Reviews: what each move of a game is worth, and where it was lost.

In reading order:

    review   values of the moves of a game
    page     the same as one HTML page
"""
