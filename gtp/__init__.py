"""The Go Text Protocol, version 2, for Othello, and NBoard's protocol: the engine's side.

GTP is a protocol of lines: a controller, such as a GUI or a match runner, writes a command to the
engine's standard input and reads the reply from its standard output. Version 2 has never been more
than a draft: <http://www.lysator.liu.se/~gunnar/gtp/>. Othello programs change two things, and so
does this package. A vertex is an Othello square, whose row is counted from the *top*; and
`clear_board` sets up the four discs of the start.

Commands that are not in the draft have a prefix; that of this project is `othello-`.

In reading order:

    protocol        lines to commands, results to replies, words to values
    time_control    time settings and time left, as a clock for the search
    conversation    requests, read as they come and carried out one after the other
    pondering       thinking on the opponent's time
    game            a game in which either color may move at any time
    loader          makes the engine in the background, so that the handshake need not wait
    session_state   what the commands of a session work on
    commands/       what each GTP command does
    session         a GTP conversation
    process         the conversation of this process: standard streams, signals, exit code
    nboard/         NBoard's protocol

In a GTP session only `loader` imports the engine, and late: importing Numba takes longer than a
controller should wait for the answer to `name`.
"""
