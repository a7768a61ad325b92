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
        "othello.cli.train.generate", "Make samples of games that the engine plays against itself."
    ),
    "import": LazyCommand(
        "othello.cli.train.importing",
        "Make samples of games in WTHOR files and of scored positions in OBF files.",
    ),
    "fit": LazyCommand("othello.cli.train.fit", "Fit weights to samples."),
    "probcut": LazyCommand(
        "othello.cli.train.probcut", "Measure how much shallow searches differ from deep ones."
    ),
    "report": LazyCommand(
        "othello.cli.train.report", "Measure the errors of weights on samples that were held out."
    ),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def train() -> None:
    """Learn the weights of the evaluation.

    A sample is a position with its value. `generate` and `import` make samples, `fit` fits
    weights to samples, `probcut` measures how reliable shallow searches with these weights are,
    and `report` measures the errors of weights.
    """
