"""`othello lab`: writes games, labels and tokens for machine learning.

In reading order:

    options  shared options, and progress
    games    othello lab games
    labels   othello lab labels
    tokens   othello lab tokens
"""

from typing import Final

import click

from othello.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "games": "Write random, engine or human-like games.",
    "labels": "Write values and best moves for boards or games.",
    "tokens": "Write games as sequences of tokens.",
}


@click.group(cls=LazyGroup, package=__name__, table=COMMANDS)
def lab() -> None:
    """Write games, labels and tokens for machine learning.

    All files are NumPy arrays (.npy) or Parquet tables (.parquet). docs/lab.md describes their fields and
    explains how to do the same in Python.
    """
