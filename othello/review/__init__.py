"""Reviews of games: the value and the loss of each move.

In reading order:

    features         frontier, openness, safe moves, regions and edges of a position
    reason           reasons of a mistake: causes, squares and sentences
    counterfactuals  searches that test whether a cause explains a loss
    reasons          the reasons of a mistake
    peers            how often people play a move
    review           the values of the moves of a game
    saved            reviewed moves as JSON objects, and back
    accuracy         the counts, the total loss and the accuracy of a side
    reviews          the reviews of many games as jobs
    objects          values and losses as text, and a reviewed move as an object for scripts
    annotation       a reviewed game as SGF that other programs show
    assets           the files that all pages share
    page             a review as one HTML page
    collection       the index of many reviewed games, and profiles of their players
"""
