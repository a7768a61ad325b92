"""The engine and its search: the decisions in Python between two calls of compiled code.

In reading order:

    limits            depth, nodes, time and goal of a search
    root_moves        the moves to consider, as users name them
    settings          table, threads and evaluation of an engine, and whether there are threads
    memory            the memory of this computer
    results           results, lines and reports of searches
    json_objects      scores, lines and work as JSON objects
    levels            level 0-60 -> depth, selectivity and the number of empties to solve
    clock             clock and limits -> seconds for one move, and whether another iteration may begin
    calibration       measured speed, delays and processor time of earlier searches
    schedule          the iterations of a search, from a plan
    deviations        the measured errors of an evaluation
    network           the evaluation
    evaluation_files  files of networks
    workspace         the memory of one searching thread
    team              several threads that search one position
    cancel            a request to stop a search
    idle              turns of an event loop in which nothing else is due
    analysis          a running search: its reports, its result and its stop
    alarm             deadlines, watched by one thread
    progress          snapshots of a running search
    passes            results after a forced pass, for the position before the pass
    lines             principal variations, from the table
    ranks             the order of the best moves, with their values and bounds
    deepening         iterative deepening: from a position and a plan to a result
    searcher          threads, time and stop of a search
    slot              the one search that an engine runs at a time
    engine            the engine, for all front ends
    async_engine      the engine for asyncio
    bench             the node count and the speed of fixed searches
"""
