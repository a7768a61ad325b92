"""Controllers: other people's engines, driven as subprocesses.

In reading order:

    failure             the ways in which an engine can fail
    timeouts            how long a controller waits for an engine
    timing              the time limits of a match, and a clock that keeps them
    channel             a process with lines in both directions, deadlines, and a certain end
    controller          the interface: new game, moves, go, stop, quit
    process_controller  a controller with a process behind a channel
    gtp_dialogue        commands and replies of GTP
    gtp                 engines that speak GTP
    nboard              engines that speak NBoard's protocol

Everything is synchronous and has a deadline: whatever the engine does, a call returns within
the time it was given, or raises `EngineFailure`. A failed engine must not be used again: kill
it, which ends its whole process group, and start another one.
"""
