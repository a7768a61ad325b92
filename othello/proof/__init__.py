"""Proofs of values and bounds that others can check.

A proof lists one move for each position in which the proving side moves; the other side may play anything.
Leaves have no move: they have few empty squares, and the check solves them itself. `checker`
and the modules that it imports share nothing with the search but the decorator that compiles: they have
their own rules, symmetries and solver.

In reading order:

    demands      sorted sets of positions, on disk
    proof_file   files of proofs
    checker      the check of a proof
    prover       proofs made by searches
"""
