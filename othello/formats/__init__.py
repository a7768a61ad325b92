"""Foreign notations: one module for each, all of one shape.

    parse_x(text) -> value                  raises InvalidNotationError or IllegalMoveError
    format_x(value) -> text                 what parse_x reads back
    read_xs(path, on_error=None)            an iterator over the values of a file; raises FormatError,
                                            or hands it to on_error and goes on with the next value
    write_xs(path, values)                  what read_xs reads back

A game is a `GameRecord` (module `record`), which holds what files say beyond the moves; a
transcript, which says no more, is a `Board`. `files` reads and writes records in any format.

In reading order:

    textfile        text files that hold many values
    transcript      a game as its moves
    obf             positions with the values of their moves
    record          a game with everything that files say about it
    ggf             games of GGS and NBoard
    wthor           the WTHOR data base, as arrays
    wthor_records   the WTHOR data base, as game records
    sgf_reader      the main line of an SGF game
    sgf             SGF
    pgn             games in the manner of chess PGN
    scr             scripts of positions
    files           files of games in any format
    text            one game in a text of any format
"""
