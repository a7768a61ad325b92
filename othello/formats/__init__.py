"""File formats of games and positions. Each module of a format has the same functions, for example for GGF:

    parse_ggf(text)                 returns the game of a text, or raises InvalidNotationError or
                                    IllegalMoveError
    format_ggf(game)                returns a text that parse_ggf reads back
    read_ggf(path, on_error=None)   yields the games of a file. For a bad game, calls on_error with a
                                    FormatError and continues with the next game. Without on_error,
                                    raises the FormatError.
    write_ggf(path, games)          writes a file that read_ggf reads back

A game is a `GameRecord`: moves, players, values, times, comments and result. `parse_transcript` returns only
the `Board`. A position with the values of its moves is an `ObfProblem`. WTHOR files are binary, and are read
as arrays or as records.

In reading order:

    textfile       text files with many values
    record         a game with players, values, times, comments and result
    format         the description of a format: name, suffixes, functions
    listing        games of a file as entries of a list, and a filter for them
    obf            positions with the values of their moves
    words          words of score sheets in several languages
    markup         removal of the markup of web pages, mail and tables
    facts          what lines of text tell about a game
    sheet_line     a line of a score sheet
    move_order     the order of the moves of a score sheet, by colors or numbers
    sheet_game     the game of a score sheet
    transcript     games as moves only
    ggf_clock      time controls
    ggf            games of GGS and NBoard
    wthor          the WTHOR database, as arrays
    wthor_files    the WTHOR format for programs that may lack NumPy
    wthor_records  the WTHOR database, as game records
    wthor_listing  fast lists of WTHOR games
    sgf_reader     the main line of an SGF game
    sgf            SGF
    pgn            games in PGN as in chess, which is only read
    boards         boards and diagrams in other notations
    registry       all formats by name
    detection      the format of a file or a text
    files          files of games in any format
    text           one game as a text in any format
"""
