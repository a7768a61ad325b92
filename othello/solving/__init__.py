"""Solves long lists of positions, and writes and checks proofs of values.

A file of results contains a JSON object in each line, a *row*: a canonical position with bounds on its value.
You can join the rows of several runs, from any computer, with `cat`. If a position has several rows, the best
bounds apply.

A proof lists a move for every position in which the proving side is to move, whatever the other side plays.
Leaves need no move: they have few empty squares, and the checker solves them itself. `checker` and the
modules that it imports share nothing with the search except the decorator that compiles. They contain their
own rules, symmetries and solver.

In reading order:

    answers     answers to the positions of a file, compared with known values and scores
    question    positions with windows, from lines of text
    row         results as JSON lines
    knowledge   what rows prove, by position
    difficulty  predicted nodes
    batch       questions as jobs, in the order of their difficulty
    proof_sets  sorted sets of positions, on disk
    proof_file  files of proofs
    checker     checks a proof
    prover      writes a proof
"""
