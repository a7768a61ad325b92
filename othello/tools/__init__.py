"""Programs on top of the engine, each with a command of the same name.

In reading order:

    warmup   compile the kernels
    perft    count positions
    bench    node count and speed
    solve    solve the positions of a file
    suite    attempt positions whose best moves are known
"""
