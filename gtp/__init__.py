"""The Go Text Protocol, version 2, for Othello, and NBoard's protocol: the engine's side.

GTP is a protocol of lines: a controller, such as a GUI or a match runner, writes a command
to the engine's standard input and reads the reply from its standard output. Version 2 has
only ever been a draft: <http://www.lysator.liu.se/~gunnar/gtp/>. Othello programs use it
with two changes, which this package makes too. A vertex is an Othello square, so its row
is counted from the *top*; and `clear_board` sets up the four discs of the start.

Commands that are not in the draft have a prefix: ours is `othello-`.

In reading order:

    protocol        lines to commands, results to replies, words to values
    time_control    time settings and time left, as a clock for the search
    inbox           what has arrived while a command runs
    pondering       thinking on the opponent's time
    game            the position, its past, and the engine
    loader          makes the game in the background, so that the handshake need not wait
    session_state   what the commands of a session work on
    commands/       what each GTP command does
    session         a conversation: commands are read, carried out in order, and answered
    process         the conversation of this process: standard streams, signals, exit code
    nboard/         NBoard's protocol

Of what a GTP session needs only `loader` imports the engine, and late: Numba takes longer to
import than a controller should wait for the answer to `name`.
"""
