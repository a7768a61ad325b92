"""`othello book`: builds, reads and exchanges opening books.

In reading order:

    options    shared options, arguments and format names
    growing    grows a book: progress, limits and interruption
    build      othello book build
    learn      othello book learn
    merge      othello book merge
    fix        othello book fix
    verify     othello book verify
    importing  othello book import
    export     othello book export
    tree       the lines of a book, as a table or as JSON
    show       othello book show
    stats      othello book stats
"""

from typing import Final

import click

from othello.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "build": "Build or extend a book, adding the best positions first.",
    "learn": "Count how often games reach a book's positions.",
    "show": "Show the lines of a book from a position.",
    "merge": "Add all positions of other books to a book.",
    "fix": "Find missing best moves outside the book.",
    "verify": "Check a book.",
    "import": "Import positions from an Edax book or JSON lines.",
    "export": "Export a book for Edax or as JSON lines.",
    "stats": "Count the positions in a book.",
}


@click.group(cls=LazyGroup, package=__name__, table=COMMANDS)
def book() -> None:
    """Build, read and exchange opening books.

    A book is one file. It stores positions, their values, the certainty of each value, and the moves that
    people played. `build` searches positions and adds the most useful ones first. `learn` counts games, and
    `show` prints lines. You can interrupt every command with Ctrl-C. To continue, run the same command again.
    """
