"""Proofs of values and bounds that others can check.

A proof lists one move for each position in which the proving side moves; the other side may play anything.
Where at most a given number of squares is empty, there is no move: the check solves the position. `checker`
and the modules that it imports share nothing with the search but the decorator that compiles: they have
their own rules, symmetries and solver.

In reading order:

    rules        rules, symmetries and a simple solver, compiled
    demands      sorted sets of positions, on disk
    proof_file   files of proofs
    checker      the check of a proof
    prover       proofs made by searches
"""
