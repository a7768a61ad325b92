"""The protocols that other programs use to talk to the engine: GTP version 2 and NBoard's protocol.

GTP is a line-based protocol: a controller, such as a GUI or a match runner, writes commands to the engine's
standard input and reads replies from its standard output. Version 2 exists only as a draft:
<http://www.lysator.liu.se/~gunnar/gtp/>. Like other Othello programs, this package departs from the draft in
two ways: row 1 is at the *top* of the board, and `clear_board` sets up Othello's start position.

Commands that are not in the draft have a prefix, such as `othello-` for this project's commands.

In reading order:

    protocol        parsing of lines and arguments, formatting of replies
    registry        declarations of commands: names, arguments, help texts, handlers
    time_control    time settings and the time left, as a clock for the search
    streams         standard input, output and error without Python's buffers
    lazy_engine     an engine created on first use, which keeps the handshake fast
    engine_session  the engine, player, searches and pondering, for every protocol
    session         reading, executing and answering of requests
    session_state   the state of a GTP session: the board, the clocks and the engine
    commands/       the handlers of GTP commands
    gtp_session     a GTP session
    process         a session in this process: signals and exit code
    nboard/         NBoard's protocol
"""
