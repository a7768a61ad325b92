"""The board in the browser: a server of one page and of searches.

The page keeps the game. A connection is a session with an engine of its own, which searches for one request
at a time. docs/web.md describes the messages.

In reading order:

    settings   the limits of the server
    games      games as objects, and as files
    objects    replies with searches and books
    outbox     the messages that wait to be sent
    desk       the engine, the player and the book of a session
    practice   end games to practice
    requests   the requests of the page, each with its fields and how it is carried out
    session    a session: its engine, its search, its requests
    lobby      the sessions of a server, up to their limit
    guard      checks of Host and Origin, and headers that protect the page
    scripts    the modules of the page, joined into one
    files      the page and its files
    app        the ASGI application
    server     the application behind a socket
"""
