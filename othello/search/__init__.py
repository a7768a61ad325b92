"""The engine and its search. This Python code decides what the compiled code searches next.

In reading order:

    limits               limits of a search (level, depth, nodes, time) and its goal
    root_moves           the moves that a search considers, from the moves that a user names
    settings             settings of an engine: table, threads and evaluation
    memory               how much memory this computer has
    results              what a search reports: lines, search info and results
    json_objects         scores, lines and results as JSON objects
    levels               levels 0-60: depth, selectivity, and the number of empties to solve
    clock                how long a move may take, and whether another iteration may begin
    speed_history        measured speed, delays and processor share of earlier searches
    schedule             the depths and selectivities that a search goes through
    probcut_margins      how far shallow searches deviate from deep ones with a given network
    network              the network that evaluates positions
    evaluation_files     reads and writes the files of networks
    thread_data          the memory of one search thread
    thread_pool          several threads that search one position
    stop_signal          a request to stop a search
    event_loop           lets a search share its thread with an event loop
    analysis             runs a search, and passes its reports and its result to the caller
    alarm                stops searches when their time is up
    progress             snapshots of a running search
    forced_pass          converts results after a forced pass to the position before the pass
    lines                reads principal variations from the transposition table
    root_ranking         the best moves in order, with their values and bounds
    iterative_deepening  searches a position deeper and deeper until its limits are reached
    root_values          the same in one compiled call, for callers that need only the values of moves
    searcher             a search with its threads, its time and its stop
    search_lock          lets an engine run one search at a time
    engine               the engine that all front ends use
    async_engine         the engine for asyncio
    bench                the benchmark: node count and speed of fixed searches
    identity             identifies the code and the weights that the results of a run depend on
    jobs                 searches as jobs for worker processes
"""
