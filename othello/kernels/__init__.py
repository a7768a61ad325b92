"""Everything Numba compiles, and every constant frozen into it.

Below this line there are no Python objects: 64-bit words, integers, and memory laid out
in records. A position is two words, the discs of the side to move and those of its
opponent; colors exist only for the Zobrist update. Nothing here imports anything but
numpy, numba and llvmlite.
"""
