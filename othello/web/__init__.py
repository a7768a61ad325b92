"""The board in the browser. It is a page whose engine runs on a server or in a worker of the page.

The page keeps the game. Each session has its own engine, which searches for one request at a time.
docs/server.md describes the messages between a page and its session. With `othello web`, a server runs the
sessions, and messages travel over a WebSocket. With `othello site`, there is no server, and a worker of the
page runs the session in Pyodide.

In reading order:

    settings      the server's settings and limits
    games         games as JSON objects, and as files
    outbox        the messages waiting to be sent
    context       the engine, the player and the book of a session
    practice      endgames to practice
    requests      the requests of the page: how they are read and executed
    session       a session: its engine, its search, its requests
    worker        a session in a browser's Python
    sockets       texts and JSON messages over WebSockets
    session_pool  the sessions of a server, up to their maximum number
    rooms         rooms, in which two pages play one game
    guard         checks of Host and Origin, and headers that protect the page
    scripts       joins the page's modules into one script
    files         the page and its files
    minify        removes docstrings and comments from source code
    site          the page with its engine, as files for any host
    app           the ASGI application
    server        serves the application on a socket
"""
