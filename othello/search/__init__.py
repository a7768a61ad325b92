"""The engine and its search: the Python code that decides what the compiled code searches.

In reading order:

    limits               depth, nodes, time and goal of a search
    root_moves           the moves to consider, as users name them
    settings             table, threads and evaluation of an engine, and whether there are threads
    memory               the memory of this computer
    results              results, lines and reports of searches
    json_objects         scores, lines and effort as JSON objects
    levels               levels 0-60: depth, selectivity, and the number of empties to solve
    clock                the time for a move, and whether another iteration may begin
    speed_history        speed, delays and share of the processors in earlier searches
    schedule             the iterations of a search, from a plan
    probcut_margins      the measured errors of an evaluation
    network              the network that evaluates positions
    evaluation_files     files of networks
    thread_data          the memory of one searching thread
    thread_pool          several threads that search one position
    stop_signal          a request to stop a search
    event_loop           idle turns of an event loop
    analysis             a running search: its reports, its result and its stop
    alarm                deadlines, watched by one thread
    progress             snapshots of a running search
    forced_pass          results after a forced pass, for the position before the pass
    lines                principal variations, from the table
    root_ranking         the ranking of the best moves, with their values and bounds
    iterative_deepening  iterative deepening: from a position and a plan to a result
    root_values          the same search in one call, for callers that need only the values of moves
    searcher             a search with its threads, its time and its stop
    search_lock          lets an engine run one search at a time
    engine               the engine, for all front ends
    async_engine         the engine for asyncio
    bench                the node count and the speed of fixed searches
    identity             what all workers of a run, and all its continuations, must have in common
    jobs                 searches as jobs
"""
