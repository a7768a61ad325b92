"""`othello train probcut`: the numbers by which Multi-ProbCut cuts."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from othello.cli.errors import INTERRUPTED, BadInput
from othello.cli.options import SEED
from othello.cli.progress import status
from othello.cli.targets import check_writable
from othello.cli.train.options import sources_argument
from othello.search import evaluation_files
from othello.training import deviations, samples


@click.command()
@sources_argument
@click.option(
    "-w",
    "--weights",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The weights; they are written back with what was measured.",
)
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    help="Positions for each number of empty squares.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides which positions.")
def probcut(sources: tuple[Path, ...], path: Path, positions: int, seed: int) -> None:
    """Measure how far shallow searches are from deep ones.

    Multi-ProbCut cuts by these numbers. They belong to the weights, and are kept in their file.

    \b
    Example:
      othello train probcut -w weights.bin data
    """
    evaluation = evaluation_files.read(path)
    check_writable(path)
    try:
        with status("searching"):
            data = samples.read(samples.files(sources))
            found = deviations.fitted(deviations.measure(data, evaluation, positions, seed))
    except KeyboardInterrupt:
        click.echo(f"interrupted: {path} is as it was", err=True)
        sys.exit(INTERRUPTED)
    except ValueError as error:
        raise BadInput(str(error)) from error
    evaluation_files.write(path, replace(evaluation, deviations=found))
    click.echo(f"search  {found.search}\nexact   {found.exact}")
