"""Solves long lists of positions, and writes and checks proofs of values.

Each line in a results file is a JSON object, called a *row*. It contains a canonical position and bounds on
its value. You can join the rows of several runs, on any computers, with `cat`. If there are several rows for
a position, the tightest bounds apply.

A proof lists a move of the proving side for every position that the other side can reach. Positions with few
empty squares are leaves and need no move, because the checker solves them itself. `checker` and the modules
it imports contain their own rules, symmetries and solver. They share nothing with the search except the
decorator that compiles Python functions to machine code.

In reading order:

    answers     results for positions whose values are known, and their loss
    question    questions about the values of positions, and how to read them
    row         results as JSON lines
    knowledge   the bounds proved by rows, by position
    difficulty  predicts how many nodes an answer takes
    batch       answers many questions, in order of difficulty
    proof_sets  sorted sets of positions that may be larger than memory
    proof_file  reads and writes proof files
    checker     checks a proof
    prover      creates a proof
"""
