"""The search: what is decided in Python between two calls of compiled code.

In reading order:

    levels            level 0-60 -> depth, selectivity and the number of empties to solve
    clock             clock and limits -> seconds for one move
    pacing            may another iteration begin?
    schedule          the iterations of a search, from a plan
    evaluation        what a search needs from an evaluation
    weights           the linear evaluation
    evaluation_files  files of evaluations
    workspace         the memory of one searching thread
    team              several threads that search one position
    cancel            a request to stop a search
    progress          snapshots of a running search
    searcher          iterative deepening: from a position and a plan to a result
    analysis          a search in the background
"""
