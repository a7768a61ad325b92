"""NBoard's protocol: the engine's side.

In reading order:

    protocol   lines to requests, results to lines
    session    a conversation
    process    the conversation of this process
"""
