"""NBoard's protocol: the engine's side.

In reading order:

    protocol       lines to commands, results to lines
    game           the game that NBoard sent, with its clocks
    session_state  what the requests of a session work on
    requests       what each request does
    session        a conversation
    process        the conversation of this process
"""
