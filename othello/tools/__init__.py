"""Programs on top of the engine, each with a command of the same name.

In reading order:

    perft    count move sequences
    bench    node count and speed
    solve    solve the positions of a file
    suite    search positions with known best moves
"""
