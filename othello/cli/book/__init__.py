"""`othello book`: makes, reads and exchanges opening books.

In reading order:

    options    options, arguments and names of formats that the commands share
    growing    lets a book grow: progress, limits and interruption
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
    "build": "Make a book, or add positions to it, best first.",
    "learn": "Learn from games how often positions are reached.",
    "show": "Show the lines of a book from a position.",
    "merge": "Add all positions of other books to a book.",
    "fix": "Find the best outside move of each position where it is unknown.",
    "verify": "Check a book.",
    "import": "Add the positions of an Edax book or of a file of JSON lines.",
    "export": "Write a book for Edax or as JSON lines.",
    "stats": "Count the positions of a book.",
}


@click.group(cls=LazyGroup, package=__name__, table=COMMANDS)
def book() -> None:
    """Make, read and exchange opening books.

    A book is one file. It contains positions, their values, the kind of each value, and how people
    played there. `build` searches positions and adds the most useful positions first. `learn` counts
    games, and `show` prints lines. You can interrupt every command with Ctrl-C. To continue, run the
    same command again.
    """
