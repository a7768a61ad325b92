"""Fuzzing of everything that reads other people's input: `make fuzz SECONDS=60`.

sessions       the protocols, and the messages of the page
files          books, proofs, training data, weights and rows of results
targets        what is fuzzed: a function of bytes with seeds, by name
one            one target in one process, with Atheris
__main__       each target in its own process for some seconds
kernels        kernels in the libraries of several targets
test_targets   every target with its seeds, without Atheris
"""
