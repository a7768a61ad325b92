"""UGI, the Universal Game Interface: the engine's side.

In reading order:

    protocol       lines to commands, results to lines
    options        the options, and their values
    go_limits      the limits of `go`
    game           positions that the runner sends, and its questions about them
    session_state  the state of a session: game, options, seat
    requests       the handlers of requests
    session        a conversation
"""
