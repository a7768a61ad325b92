"""Lists of positions: answers that are compared with known values, and results that later runs use.

A file of results has one JSON object in each line, a *row*: a canonical position with bounds on its value.
Rows of several runs, from any computer, can be joined with `cat`. Several rows of a position are read as
one: the best bounds hold.

In reading order:

    answers     answers to the positions of a file, compared with known values and scores
    question    positions with windows, from lines of text
    row         results as JSON lines
    knowledge   what rows prove, by position
    difficulty  predicted nodes
    batch       questions as jobs, in the order of their difficulty
"""
