"""File formats of games and positions: one module for each, with the same functions.

    parse_ggf(text)                 the game of a text; raises InvalidNotationError or IllegalMoveError
    format_ggf(game)                a text that parse_ggf reads back
    read_ggf(path, on_error=None)   an iterator over the games of a file; a bad game raises FormatError
                                    or, with on_error, is passed to it before the next game is read
    write_ggf(path, games)          writes a file that read_ggf reads back

A game is a `GameRecord`: moves, players, values, times, comments and result. `parse_transcript` returns the
`Board` alone. A position with the values of its moves is an
`ObfProblem`. WTHOR files are binary; they are read as arrays or as records.

In reading order:

    textfile       text files with many values
    record         a game with players, values, times, comments and result
    format         what a format has: name, suffixes, functions
    listing        games of a file as entries of a list, and a filter for them
    obf            positions with the values of their moves
    words          words of score sheets in several languages
    markup         lines without the markup of web pages, mail and tables
    facts          what lines of text tell about a game
    sheet_line     a line of a score sheet
    move_order     the order of its moves, by colors or numbers
    sheet_game     the game of a score sheet
    transcript     games as moves only
    ggf_clock      time controls
    ggf            games of GGS and NBoard
    wthor          the WTHOR database, as arrays
    wthor_files    files of the WTHOR database, and whether NumPy is there to read them
    wthor_records  the WTHOR database, as game records
    wthor_listing  lists of WTHOR games by arrays
    sgf_reader     the main line of an SGF game
    sgf            SGF
    pgn            games in the manner of chess PGN, which are only read
    boards         boards and diagrams in other notations
    registry       all formats by name
    detection      the format of a file or a text
    files          files of games in any format
    text           one game as a text in any format
"""
