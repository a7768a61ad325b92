"""The protocols by which other programs talk to the engine: GTP version 2, and NBoard's protocol.

GTP is a line-based protocol: a controller, such as a GUI or a match runner, writes a command to the engine's
standard input and reads the reply from the engine's standard output. Version 2 exists only as a draft:
<http://www.lysator.liu.se/~gunnar/gtp/>. This package differs from the draft in two points, as other Othello
programs do: row 1 is at the *top* of the board, and `clear_board` sets up the four discs of Othello's start
position.

Commands that are not in the draft have a prefix, which is `othello-` for the commands of this project.

In reading order:

    protocol        parses lines and arguments, and formats replies
    registry        declares commands: names, arguments, help texts and handlers
    time_control    keeps the time settings and the time left, as a clock for the search
    streams         standard input, output and error without Python's buffers
    lazy_engine     creates the engine when it is first needed, so that the handshake does not wait
    engine_session  the engine, its player, searches and pondering, for every protocol
    session         reads requests as they arrive, executes them in order, and writes the replies
    session_state   what a GTP session remembers: the board, the clocks and the engine
    commands/       the handlers of GTP commands
    gtp_session     a GTP session
    process         runs a session in this process: signals and exit code
    nboard/         NBoard's protocol
"""
