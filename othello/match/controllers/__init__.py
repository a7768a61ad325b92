"""Controllers, which run engines of any kind as subprocesses.

In reading order:

    failure       the ways in which an engine can fail, and timeouts
    timing        the time limits of a match, and the clock of a game
    guard         kills an engine and its children
    channel       a process that reads and writes lines, with deadlines
    controller    an engine in its own process: new game, moves, go, stop, quit
    gtp_dialogue  exchanges GTP commands and replies
    gtp           engines that speak GTP
    nboard        engines that speak NBoard's protocol
    dialects      UGI, and UCI as engines for chess variants speak it
    ugi           engines that speak UGI or UCI
    engine        an engine that gets a board and returns its move

Calls wait for the engine, but only until a deadline. Whatever the engine does, a call returns in time or
raises `EngineFailure`. Do not reuse an engine after a failure. Kill it together with its whole process group,
and start another engine.
"""
