"""Reviews of games: the value and the loss of each move.

In reading order:

    features         frontier, openness, safe moves, regions and edges of a position
    reason           what a reason is: a cause, squares and a sentence
    counterfactuals  searches that test whether a cause explains a loss
    mistake          a mistake, its two lines, and sentences about them
    differences      facts that differ between these lines
    reasons          the search for the reasons for a mistake
    peers            how often people play a move
    review           the values of a game's moves
    saved            conversion of reviewed moves to and from JSON objects
    accuracy         a side's counts, total loss and accuracy
    reviews          reviews of many games as jobs
    objects          values and losses as text, and a reviewed move as an object for scripts
    annotation       a reviewed game as SGF for other programs
    assets           the files shared by all pages
    page             a review as an HTML page
    collection       the index of many reviewed games, and profiles of their players
"""
