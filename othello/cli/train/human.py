"""`othello train human`: trains the human move model."""

from pathlib import Path

import click

from othello.cli.options import PATH, SEED, Integer, Number, option
from othello.cli.progress import status
from othello.cli.targets import Output, output_option
from othello.cli.train.options import continued_from, rows
from othello.training import ratings
from othello.training.human import HumanModelTraining
from othello.training.settings import HumanModelSettings
from othello.training.sources import names
from othello.version import __version__

DEFAULT = HumanModelSettings()


@click.command()
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@output_option(
    "-o --output",
    "File for the model. Checkpoints go to FILE.checkpoint.",
    Output("", ".checkpoint"),
    required=True,
)
@option("--until", Integer(1900, 9998), "Do not train on games after this year.", DEFAULT.until)
@option("--recent", Integer(1900, 9999), "Train twice on games from this year or later.", DEFAULT.recent)
@option("--epochs", Integer(1), "Number of passes over all positions.", DEFAULT.epochs)
@option("--rate X", Number(1e-6, 100), "Initial learning rate. It decreases to almost 0.", DEFAULT.rate)
@option("--seed", SEED, "Random seed for the run.", DEFAULT.seed)
def human(
    files: tuple[Path, ...], output: Path, until: int, recent: int, epochs: int, rate: float, seed: int
) -> None:
    """Train the human move model on tournament games.

    FILE is a WTHOR file (.wtb) that `othello train ratings` can also read. Games after --until and the moves
    of every tenth player are reserved for tests. The table shows the model's mean loss, in nats, on the
    latest positions before the model was trained on them. After an interruption, run the same command to
    continue from the last checkpoint.

    \b
    Example:
      othello train human -o human.bin wthor/*.wtb
    """
    checkpoint = output.with_name(f"{output.name}.checkpoint")
    settings = HumanModelSettings(epochs, rate, until, recent, seed)
    with continued_from(checkpoint):
        with status("reading and evaluating all moves"):
            training = HumanModelTraining(ratings.read(files), settings)
            if checkpoint.exists():
                training.resume(checkpoint)
        for loss in rows(training, training.learn(), checkpoint):
            click.echo(f"{100 * training.chunks // training.total:>4} %{loss:>8.3f}")
    options = f"--epochs {epochs} --rate {rate:g} --until {until} --recent {recent} --seed {seed}"
    learned = f"{int(training.data.is_learned.sum())} positions"
    training.write(output, f"othello {__version__}: train human {options}; {learned} of {names(files)}")
    checkpoint.unlink(missing_ok=True)
    click.echo(f"{learned}. The model is in {output}")
