"""The other end of the protocols: programs of others, driven as subprocesses.

In reading order:

    failure      what an engine can do wrong
    timeouts     how long a controller waits for an engine
    timing       the time an engine has for a move, and what its clock shows
    channel      a process, its lines, its deadlines, and its end
    controller   the interface: new game, moves, go, stop, quit
    process      a process behind a channel, and its end
    gtp          engines that speak GTP
    nboard       engines that speak NBoard

Everything is synchronous and has a deadline: a call returns, or raises `EngineFailure`,
within the time it was given, whatever the engine does. A failed engine is not spoken to
again: its whole process group is killed, and who wants to go on starts another one.
"""
