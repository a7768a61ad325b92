"""Controllers: engines of any kind, driven as subprocesses.

In reading order:

    failure       the ways in which an engine can fail, and timeouts
    timing        the time limits of a match, and the clock of a game
    guard         kills an engine and its children
    channel       a process that reads and writes lines, with deadlines
    controller    an engine in its own process: new game, moves, go, stop, quit
    gtp_dialogue  commands and replies of GTP
    gtp           engines that speak GTP
    nboard        engines that speak NBoard's protocol
    dialects      UGI, and UCI as engines of chess variants speak it
    ugi           engines that speak UGI or UCI
    engine        an engine as a player: boards in, moves out

All calls are synchronous and have a deadline: a call returns in time or raises `EngineFailure`, whatever the
engine does. Do not use a failed engine again: kill it, which ends its whole process group, and start another.
"""
