"""The opening book: positions with values, the sources of the values, and statistics of games.

A book is a single SQLite file. A position and its mirrored and rotated forms share a record. A legal move is
a *link* if the position after it is in the book with a value. All other legal moves are *outside* moves,
because they leave the book. A record stores the best outside move with its value. It also stores the
position's value, which is the value of its best move. This move is a link or an outside move. In this way,
the searches at the end of a line determine the values along the whole line.

In reading order:

    location     the book that comes with the package, and quick checks of files
    keys         keys of positions, and the positions after their moves
    value        values with their certainty, and negamax
    entry        what a book knows about a position and a move
    records      rows of the file
    validation   checks which rows of a file are usable
    store        reading and writing of the file
    propagation  updates values after changes, by negamax
    book         the class Book
    growth       searches positions and adds them
    choice       chooses the positions to expand next
    learning     counts games
    merging      adds the records of another book
    edax         reads and writes book.dat, Edax's book format
    jsonlines    reads and writes books as JSON lines
    verifying    checks a whole book
    tree         lines of a book as a tree
    summary      counts positions
    balanced     the built-in list of balanced openings
"""
