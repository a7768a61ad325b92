"""The protocols of the engine: GTP version 2, and NBoard's protocol.

GTP is a line-based protocol: a controller, such as a GUI or a match runner, writes a command to the
engine's standard input and reads the reply from its standard output. Version 2 exists only as a
draft: <http://www.lysator.liu.se/~gunnar/gtp/>. Like other Othello programs, this package
differs from the draft in two points: rows of vertices are counted from the *top*, and `clear_board`
sets up the four discs of the start.

Commands that are not in the draft have a prefix. The prefix of this project is `othello-`.

In reading order:

    protocol        lines to commands, results to replies, words to values
    registry        declarations of commands: names, arguments, help and handlers
    time_control    time settings and time left, as a clock for the search
    streams         standard streams without Python's buffers
    lazy_engine     makes the engine when it is first needed, so the handshake does not wait
    engine_session  the engine of a session in any protocol: player, searches, pondering
    session         requests, read as they come, carried out in order, and answered
    session_state   the state of a GTP session: board, clocks
    commands/       the handlers of GTP commands
    gtp_session     a GTP session
    process         the session of this process: signals, exit code
    nboard/         NBoard's protocol
"""
