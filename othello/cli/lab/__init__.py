"""`othello lab`: writes files of games, labels and tokens for training and for research.

In reading order:

    options  options and progress that the commands share
    games    othello lab games
    labels   othello lab labels
    tokens   othello lab tokens
"""

from typing import Final

import click

from othello.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "games": "Write random games, games of the engine, or human-like games.",
    "labels": "Write the values and best moves of boards, or of games.",
    "tokens": "Write games as sequences of tokens.",
}


@click.group(cls=LazyGroup, package=__name__, table=COMMANDS)
def lab() -> None:
    """Write files of games, labels and tokens for training and for research.

    All files are arrays of NumPy (.npy) or tables (.parquet). docs/lab.md describes their fields, and
    the same functions in Python.
    """
