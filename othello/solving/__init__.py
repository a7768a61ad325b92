"""Solves long lists of positions, and writes and checks proofs of values.

Each line of a file of results is a JSON object, which is called a *row*. It contains a canonical position and
bounds on its value. You can join the rows of several runs, on any computers, with `cat`. If there are several
rows for a position, the tightest bounds apply.

A proof lists a move of the proving side for every position that the other side can reach. Positions with few
empty squares are leaves. They need no move, because the checker solves them itself. `checker` and the modules
that it imports contain their own rules, symmetries and solver. They share nothing with the search but the
decorator that compiles Python functions to machine code.

In reading order:

    answers     results for positions whose values are known, and their loss
    question    questions about the values of positions, and how to read them
    row         results as JSON lines
    knowledge   the bounds that rows prove, by position
    difficulty  predicts how many nodes an answer takes
    batch       answers many questions, in the order of their difficulty
    proof_sets  sorted sets of positions that may be larger than the memory
    proof_file  reads and writes the files of proofs
    checker     checks a proof
    prover      makes a proof
"""
