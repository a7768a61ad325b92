"""Lists of positions with their values, and proofs of values that others can check.

A file of results has one JSON object in each line, a *row*: a canonical position with bounds on its value.
Rows of several runs, from any computer, can be joined with `cat`. Several rows of a position are read as
one: the best bounds hold.

A proof lists one move for each position in which the proving side moves; the other side may play anything.
Leaves have no move: they have few empty squares, and the check solves them itself. `checker`
and the modules that it imports share nothing with the search but the decorator that compiles: they have
their own rules, symmetries and solver.

In reading order:

    answers     answers to the positions of a file, compared with known values and scores
    question    positions with windows, from lines of text
    row         results as JSON lines
    knowledge   what rows prove, by position
    difficulty  predicted nodes
    batch       questions as jobs, in the order of their difficulty
    proof_sets  sorted sets of positions, on disk
    proof_file  files of proofs
    checker     the check of a proof
    prover      proofs made by searches
"""
