"""The opening book: positions with values, where the values come from, and how people play.

A book is one SQLite file. It has each position once for all symmetric ones. The *links* of a position are
its moves to positions that are in the book with a value; every other legal move is *outside*. A record has
the best outside move with its value, and the value of the position, which is that of its best move, link or
outside. So the values of a whole line follow from the searches at its end.

In reading order:

    location     the book of the package, and checks of files
    keys         positions under the symmetries, and the positions after their moves
    value        values with their certainty, and the value of a position from those of its moves
    entry        what a book says about a position and about a move
    records      rows of the file
    validation   which rows of a file can be used
    store        the file
    propagation  values that follow from others
    book         Book
    growth       positions searched and added
    choice       what to expand next, best first
    learning     games counted
    merging      records of other books
    edax         book.dat of Edax
    jsonlines    books as JSON lines
    verifying    checks
    tree         lines as a tree
    summary      counts of positions
    balanced     the built-in list of balanced openings
"""
