"""The search: what is decided in Python between two calls of compiled code.

In reading order:

    levels            level 0-60 -> depth, selectivity and the number of empties to solve
    clock             clock and limits -> seconds for one move
    calibration       what earlier searches showed about speed and delays
    pacing            may another iteration begin?
    schedule          the iterations of a search, from a plan
    evaluation        what a search needs from an evaluation
    weights           the linear evaluation
    network           the network evaluation
    evaluation_files  files of evaluations
    workspace         the memory of one searching thread
    team              several threads that search one position
    cancel            a request to stop a search
    progress          snapshots of a running search
    passes            results after a forced pass, as the side that has passed sees them
    lines             principal variations, from the table
    ranks             the order of the best moves, with their values and bounds
    deepening         iterative deepening: from a position and a plan to a result
    searcher          threads, time and stop of a search
    slot              the one search that an engine runs at a time
    analysis          a search in the background
"""
