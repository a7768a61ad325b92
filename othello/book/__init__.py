"""The opening book: positions with values, the sources of the values, and statistics of games.

A book is one SQLite file. All symmetric positions share one record. The *links* of a position are its moves
to positions that are in the book with a value. Every other legal move is *outside*. A record stores the best
outside move with its value, and the value of the position, which is the value of its best move, link or
outside. The searches at the end of a line therefore determine the values along the whole line.

In reading order:

    location     the book of the package, and quick checks of files
    keys         canonical positions, and the positions after their moves
    value        values with their certainty, and negamax
    entry        what a book knows about a position and about a move
    records      rows of the file
    validation   which rows of a file can be used
    store        the file
    propagation  negamax after changes
    book         Book
    growth       searches for new positions
    choice       which positions to expand next
    learning     statistics of games
    merging      records from other books
    edax         book.dat of Edax
    jsonlines    books as JSON lines
    verifying    checks of a whole book
    tree         lines as a tree
    summary      counts of positions
    balanced     the built-in list of balanced openings
"""
