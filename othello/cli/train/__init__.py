"""`othello train`: trains and measures the evaluation and the human move model.

In reading order:

    options    shared options, arguments and progress
    generate   othello train generate
    merge      othello train merge
    perturb    othello train perturb
    importing  othello train import
    network    othello train network
    probcut    othello train probcut
    report     othello train report
    ratings    othello train ratings
    human      othello train human
"""

from typing import Final

import click

from othello.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "generate": "Play self-play games and store every position's value.",
    "merge": "Merge self-play games from several computers.",
    "perturb": "Make samples from positions that are a few random moves away from games.",
    "import": "Make samples from games and from positions with values.",
    "network": "Train a network on samples.",
    "probcut": "Measure the errors of shallow searches for Multi-ProbCut.",
    "report": "Measure the errors of an evaluation on held-out samples.",
    "ratings": "Rate tournament players by their results.",
    "human": "Train the human move model on tournament games.",
}


@click.group(cls=LazyGroup, package=__name__, table=COMMANDS)
def train() -> None:
    """Train the evaluation and the human move model.

    A sample is a position with its value. `generate` plays games and stores their positions as samples,
    `merge` joins games from several computers, and `perturb` and `import` make other samples. `network`
    trains a network on samples. `probcut` measures the errors of shallow searches with the network, and
    `report` measures the network's own errors. `ratings` rates tournament players, and `human` trains a model
    of human moves.
    """
