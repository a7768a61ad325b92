"""`othello book deviate`: a book that grows in Edax's rings."""

from pathlib import Path

import click

from othello.book.keys import Key, key_of
from othello.book.rings import ring
from othello.cli.book.growing import growing, run
from othello.cli.book.options import (
    board_of_start,
    book_argument,
    budget_option,
    level_option,
    plies_option,
    positions_option,
    start_option,
)
from othello.cli.errors import BadInput
from othello.cli.options import Number, places_options, weights_option
from othello.jobs.work import Places


@click.command()
@book_argument
@click.argument("relative", type=Number(0, 128))
@click.argument("absolute", type=Number(0, 128))
@start_option
@level_option
@budget_option
@positions_option
@plies_option
@weights_option
@places_options
def deviate(
    path: Path,
    relative: float,
    absolute: float,
    start: str | None,
    level: int,
    budget: float | None,
    positions: int | None,
    plies: int,
    weights: Path | None,
    places: Places,
) -> None:
    """Add all moves that are nearly best for one side, as Edax does.

    For one side all moves count that are at most RELATIVE discs worse than the best one, for the other
    side only the best ones, as long as the value differs by at most ABSOLUTE discs from that of the
    first position. Then the sides change places. All of this is repeated until nothing is added.

    \b
    Examples:
      othello book deviate my.book 2 4
      othello book deviate my.book 1 2 --position f5d6c3 --plies 20
    """
    board = board_of_start(start)
    if board.is_over:
        raise BadInput(f"the game is over, {board.result}: there is nothing to add")
    root, _ = key_of(board.position)
    choice = {"command": "deviate", "root": root, "bounds": [relative, absolute], "plies": plies}
    with growing(path, weights, level=level, places=places, **choice) as grower:

        def choose() -> list[Key]:
            return ring(grower.book, root, relative, absolute, plies=plies)

        run(grower, board, choose, budget=budget, positions=positions, what="deviating")
