"""The board in the browser: one page, whose engine is in a server or in a worker of the page.

The page keeps the game. Each session has its own engine, which searches for one request at a time.
docs/server.md describes the messages. With `othello web`, the page and the server exchange them over a
WebSocket. The page of `othello site` has no server: its worker runs the session in Pyodide.

In reading order:

    settings      the limits of the server
    games         games as objects, and as files
    outbox        the messages that wait to be sent
    context       the engine, the player and the book of a session
    practice      endgames to practice
    requests      the requests of the page, and how they are carried out
    session       a session: its engine, its search, its requests
    worker        a session in a browser's Python
    session_pool  the sessions of a server, up to their limit
    guard         checks of Host and Origin, and headers that protect the page
    scripts       the modules of the page, joined into one
    files         the page and its files
    minify        source code without docstrings
    site          the page with its engine, as files for any host
    app           the ASGI application
    server        serves the application on a socket
"""
