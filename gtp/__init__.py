"""The Go Text Protocol, version 2, for Othello, and NBoard's protocol: the engine's side.

GTP is a protocol of lines: a controller, such as a GUI or a match runner, writes a command
to the engine's standard input and reads the reply from its standard output. Version 2 has
only ever been a draft: <http://www.lysator.liu.se/~gunnar/gtp/>. Othello programs use it
with two changes, which this package makes too. A vertex is an Othello square, so its row
is counted from the *top*; and `clear_board` sets up the four discs of the start.

Commands that are not in the draft have a prefix: ours is `othello-`.

    protocol        lines to commands, results to replies, words to values; nothing of a game
    registry        what commands there are, declared once
    inbox           what has come in while a command is carried out
    time_control    time settings and time left, as a clock for the search
    thinker         the engine, and how to stop it
    game            the position, its past, and the thinker
    loader          the game made in the background, so that the handshake need not wait
    state           what the commands of a session work on
    commands        what each command of the draft does
    gogui           the commands of GoGui
    analysis        values, lines and counts of a position, and the stream of reports
    all_commands    all of these in one registry
    session         a conversation: commands read, carried out in order, answered
    process         the session of this process: standard streams, signals, exit code
    nboard          lines of NBoard's protocol, to requests and back
    nboard_session  a conversation in NBoard's protocol
    nboard_process  that of this process
    controllers     the other end of both: programs of others, driven as subprocesses
    match           games between such programs

Only `thinker` knows the engine, and of what a GTP session needs only `loader` imports it,
late: Numba takes longer to import than a controller should wait for the answer to `name`.
"""
