"""The protocols that other programs use to talk to the engine: GTP version 2 and NBoard's protocol.

GTP is a line-based protocol: a controller, such as a GUI or a match runner, writes commands to the engine's
standard input and reads replies from its standard output. Version 2 exists only as a draft:
<http://www.lysator.liu.se/~gunnar/gtp/>. Like other Othello programs, this package differs from the draft in
two points: row 1 is at the *top* of the board, and `clear_board` sets up the four discs of Othello's start
position.

Commands that are not in the draft have a prefix, such as `othello-` for this project's commands.

In reading order:

    protocol        parses lines and arguments, and formats replies
    registry        declares commands: names, arguments, help texts and handlers
    time_control    keeps the time settings and the time left, as a clock for the search
    streams         standard input, output and error without Python's buffers
    lazy_engine     creates the engine on first use, so that the handshake does not have to wait
    engine_session  the engine, its player, searches and pondering, for every protocol
    session         reads requests as they arrive, executes them in order, and writes the replies
    session_state   the state of a GTP session: the board, the clocks and the engine
    commands/       the handlers of GTP commands
    gtp_session     a GTP session
    process         runs a session in this process: signals and exit code
    nboard/         NBoard's protocol
"""
