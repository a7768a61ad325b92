"""UGI, the Universal Game Interface: the engine's side.

In reading order:

    protocol       lines to commands, results to lines
    options        the options, and their values
    go_limits      the limits of `go`
    game           the game that the runner sent
    search_thread  a search that later requests find running
    session_state  the state of a session: game, player, options
    requests       the handlers of requests
    session        a conversation
    process        the conversation of this process
"""
