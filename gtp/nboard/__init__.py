"""NBoard's protocol, as the engine speaks it.

In reading order:

    protocol       formats results as lines
    game           the game that NBoard sent, with its clocks
    session_state  the state of a session: the game and the settings
    requests       the handlers of requests
    session        a session
"""
