"""File formats for games and positions. Each format has its own module, with functions like these for GGF:

    parse_ggf(text)                 returns the game in a string. Raises InvalidNotationError or
                                    IllegalMoveError
    format_ggf(game)                returns a game as a string that parse_ggf can read
    read_ggf(path, on_error=None)   yields the games in a file. If a game cannot be read, calls on_error
                                    with a FormatError and continues with the next game, or raises the
                                    FormatError if there is no on_error
    write_ggf(path, games)          writes a file that read_ggf can read

A game is a `GameRecord` with moves, players, values, times, comments and a result. `parse_transcript` returns
just the `Board`. A position with the values of its moves is an `ObfProblem`. WTHOR files are binary and can
be read as arrays or as records.

In reading order:

    textfile       reading and writing of text files, shared by all text formats
    record         a game with players, values, times, comments and result
    result_text    numbers and results, as files write them
    game_builder   collection of a game's moves while a file is read
    format         the description of a format: its name, suffixes and functions
    listing        entries for a list of games, and conditions that games must meet
    obf            OBF: positions with the values of their moves
    words          patterns for words on score sheets, in several languages
    markup         removal of markup from web pages, mail and tables
    facts          players, result and date of a game, read from lines of text
    sheet_line     one line of a score sheet
    move_order     score sheets that list the moves by color or by number
    sheet_game     one game of a score sheet
    transcript     transcripts: games as moves only
    ggf_clock      time controls in GGF
    ggf            GGF: games of the server GGS and of NBoard
    wthor          the WTHOR database, as arrays
    wthor_files    WTHOR files for programs that may lack NumPy
    wthor_records  the WTHOR database, as game records
    wthor_listing  fast lists of WTHOR games
    sgf_reader     conversion of an SGF tree to a game record
    sgf            SGF: reading and writing
    pgn            PGN, the chess game format (read only)
    boards         boards and diagrams in other notations
    registry       all formats by name
    detection      detection of the format of a file or text
    files          reading and writing of files in any format
    text           a single game as text in any format
"""
