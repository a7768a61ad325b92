"""NBoard's protocol: the engine's side.

In reading order:

    protocol       results to lines
    game           the game that NBoard sent, with its clocks
    session_state  the state of a session: game, settings
    requests       the handlers of requests
    session        a session
"""
