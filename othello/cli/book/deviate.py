"""`othello book deviate`: a book that grows in Edax's rings."""

import click

from othello.book.rings import ring
from othello.cli.book.growing import Growing, growing_options
from othello.cli.book.options import book_argument
from othello.cli.options import Number


@click.command()
@book_argument
@click.argument("relative", type=Number(0, 128))
@click.argument("absolute", type=Number(0, 128))
@growing_options
def deviate(growing: Growing, relative: float, absolute: float, plies: int) -> None:
    """Add all moves that are nearly best for one side, as Edax does.

    For one side all moves count that are at most RELATIVE discs worse than the best one, for the other
    side only the best ones, as long as the value differs by at most ABSOLUTE discs from that of the
    first position. Then the sides change places. All of this is repeated until nothing is added.

    \b
    Examples:
      othello book deviate my.book 2 4
      othello book deviate my.book 1 2 --position f5d6c3 --plies 20
    """
    root = growing.root
    growing.run(
        lambda book: ring(book, root, relative, absolute, plies=plies),
        "deviating",
        command="deviate",
        root=root,
        bounds=[relative, absolute],
        plies=plies,
    )
