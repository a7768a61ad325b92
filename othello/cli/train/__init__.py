"""`othello train`: the weights of the evaluation, from games to reports.

In reading order:

    options     options and arguments that the commands share
    games       games with a progress bar
    generate    othello train generate
    importing   othello train import
    fit         othello train fit
    probcut     othello train probcut
    report      othello train report
"""

from typing import Final

import click

from othello.cli.lazy_group import LazyCommand, LazyGroup

COMMANDS: Final = {
    "generate": LazyCommand(
        "othello.cli.train.generate", "Play games against itself, and score every position."
    ),
    "import": LazyCommand(
        "othello.cli.train.importing",
        "Take samples from games in WTHOR files and scored positions in OBF files.",
    ),
    "fit": LazyCommand("othello.cli.train.fit", "Fit weights to samples."),
    "probcut": LazyCommand(
        "othello.cli.train.probcut", "Measure how far shallow searches are from deep ones."
    ),
    "report": LazyCommand(
        "othello.cli.train.report", "Measure the errors of weights on samples that were not fitted."
    ),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def train() -> None:
    """Learn the weights of the evaluation.

    A sample is a position with what it is worth. `generate` and `import` make samples, `fit`
    makes weights of them, `report` measures weights.
    """
