"""Foreign notations: one module for each, all of one shape.

    parse_ggf(text)                 the game of a text; raises InvalidNotationError or IllegalMoveError
    format_ggf(game)                a text that parse_ggf reads back
    read_ggf(path, on_error=None)   an iterator over the games of a file; a bad game raises FormatError,
                                    or is passed to on_error, and reading goes on with the next one
    write_ggf(path, games)          writes a file that read_ggf reads back

A game is a `GameRecord`, which holds what files say beyond the moves. A transcript, which says
no more, is a `Board`; a position with the values of its moves is an `ObfProblem`. WTHOR files are
binary: they have no text, but arrays beside the records.

In reading order:

    textfile        text files that hold many values
    transcript      a game as its moves
    obf             positions with the values of their moves
    scr             scripts of positions
    record          a game with everything that files say about it
    ggf_clock       time controls
    ggf             games of GGS and NBoard
    wthor           the WTHOR data base, as arrays
    wthor_records   the WTHOR data base, as game records
    sgf_reader      the main line of an SGF game
    sgf             SGF
    pgn             games in the manner of chess PGN
    registry        all formats by name
    detection       the format of a file or a text
    files           files of games in any format
    text            one game in a text of any format
"""
