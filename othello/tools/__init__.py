"""Programs on top of the engine, for the commands `perft`, `bench`, `solve` and `suite`.

In reading order:

    perft    count move sequences
    bench    node count and speed
    answers  answers to the positions of a file, compared with known values and scores
"""
