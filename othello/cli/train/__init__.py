"""`othello train`: learns and measures the weights of the evaluation.

In reading order:

    options    options, arguments and progress that the commands share
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
    "generate": "Play games of the engine against itself, and store the value of each position.",
    "merge": "Merge the files of a run that several computers played.",
    "perturb": "Make samples from positions that are a few random moves away from games.",
    "import": "Make samples from games and from positions with values.",
    "network": "Train a network on samples.",
    "probcut": "Measure errors of shallow searches for the margins of Multi-ProbCut, and the tempo.",
    "report": "Measure the errors of weights on held-out samples.",
    "ratings": "Rate tournament players by the results of their games.",
    "human": "Train the human move model on tournament games.",
}


@click.group(cls=LazyGroup, package=__name__, table=COMMANDS)
def train() -> None:
    """Learn the weights of the evaluation.

    A sample is a position with its value. `generate` plays games whose positions are samples,
    `merge` joins games from several computers, and `perturb` and `import` make other samples.
    `network` trains a network on samples. `probcut` measures the errors of shallow searches with the
    network, and `report` measures the network's own errors. `ratings` rates the players of tournament
    games, and `human` trains the model of their moves.
    """
