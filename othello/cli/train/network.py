"""`othello train network`: trains a network on samples."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

import click

from othello.cli.errors import BadInput
from othello.cli.options import FILE, SEED, Integer, Number, flag, option
from othello.cli.progress import status
from othello.cli.targets import Output, output_option
from othello.cli.train.options import continued_from, mix_option, sources_argument
from othello.cli.train.options import rows as table_rows
from othello.kernels.network import UNITS
from othello.kernels.patterns import NETWORK
from othello.search import evaluation_files
from othello.search.settings import MAX_THREADS
from othello.training import sources as reading
from othello.training.network import Errors, Training, TrainingProgress
from othello.training.settings import NetworkSettings
from othello.version import __version__

DEFAULT = NetworkSettings()
HEADING: Final = "  done  samples/s      left   error   held out: score  result   exact"


@click.command()
@sources_argument
@output_option(
    "-o --output",
    "File for the network. Checkpoints go to FILE.checkpoint.",
    Output("", ".checkpoint"),
    required=True,
)
@option("--start", FILE, "Network to train further.  [default: random weights]")
@option(
    "--epochs",
    Integer(0),
    "Number of passes over the samples. With 0, only remove rows (see --rows).",
    DEFAULT.epochs,
)
@option("--rate X", Number(1e-6, 100), "Initial learning rate. It decreases to almost 0.", DEFAULT.rate)
@mix_option(DEFAULT.mix)
@option("--seed", SEED, "Random seed for the run.", DEFAULT.seed)
@option(
    "-t --threads",
    Integer(1, MAX_THREADS),
    "Number of training threads. With one thread, results are the same on every run.",
    1,
)
@option("--units", Integer(2, UNITS), "Number of units, which must be even.  [default: as in --start, or 32]")
@option(
    "--rows",
    Integer(1, NETWORK.packed_size),
    "Train only the N most frequent configurations. This makes the file smaller.  [default: all]",
)
@option(
    "--penalty X",
    Number(0, 1),
    "Penalty on the magnitude of each number in a row. A larger penalty sets more numbers to zero.",
    DEFAULT.penalty,
)
@flag("--json as_json", "Print one JSON object per row.")
def network(
    sources: tuple[Path, ...],
    output: Path,
    start: Path | None,
    epochs: int,
    rate: float,
    mix: float,
    seed: int,
    threads: int,
    units: int | None,
    rows: int | None,
    penalty: float,
    as_json: bool,
) -> None:
    """Train a network on samples.

    Every twentieth game is held out. The table shows mean absolute errors in discs, first on training
    samples, then on held-out samples. Three columns compare the network's values for held-out samples with
    search values, game results and exact values. The first two of these columns cover positions with at least
    17 empty squares. After an interruption, run the same command to continue from the last checkpoint.

    \b
    Examples:
      othello train network -o network.bin data
      othello train network -o better.bin --start network.bin --rate 0.003 data more
    """
    if units is not None and units % 2:
        raise BadInput(f"--units {units}: the number of units must be even")
    if epochs == 0 and (start is None or rows is None):
        raise BadInput("--epochs 0 only removes rows: also give --start and --rows")
    files = reading.files(sources)
    begin = None if start is None else evaluation_files.read(start)
    checkpoint = output.with_name(f"{output.name}.checkpoint")
    with continued_from(checkpoint):
        with status("reading"):
            settings = NetworkSettings(epochs, rate, mix, seed, units, rows, penalty)
            training = Training(reading.to_learn(files), settings, threads, begin)
            if checkpoint.exists():
                training.resume(checkpoint)
        learn(training, checkpoint, as_json=as_json)
    made = made_by(files, training, start)
    trained = training.model.network(made)
    if begin is not None:
        trained = replace(trained, deviations=begin.deviations)
    evaluation_files.write(output, trained)
    checkpoint.unlink(missing_ok=True)
    if not as_json:
        click.echo(f"{len(training.lessons)} samples. The network is in {output}")


def made_by(files: Sequence[Path], training: Training, start: Path | None) -> str:
    """Describe how a network was trained. The network's file contains this text."""
    settings = training.settings
    options = (
        f"--epochs {settings.epochs} --rate {settings.rate:g} --mix {settings.mix:g} --seed {settings.seed}"
    )
    others = {"units": settings.units, "rows": settings.rows, "penalty": settings.penalty}
    options += "".join(f" --{name} {number:g}" for name, number in others.items() if number)
    begin = f" --start {start.name}" if start else ""
    learned = f"{len(training.lessons)} samples of {reading.names(files)}"
    return f"othello {__version__}: train network {options}{begin}; {learned}"


def learn(training: Training, checkpoint: Path, *, as_json: bool) -> None:
    """Train on the remaining chunks, print the table and write checkpoints."""
    if not as_json:
        click.echo(HEADING)
    for progress in table_rows(training, training.learn(), checkpoint):
        errors = training.errors()
        click.echo(json.dumps(as_object(progress, errors)) if as_json else as_row(progress, errors))


def as_row(progress: TrainingProgress, errors: Errors) -> str:
    """Return the state of a run as a row of the table."""
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    held_out = [
        f"{'-' if error is None else f'{error:.3f}':>8}"
        for error in (errors.score, errors.result, errors.exact)
    ]
    share = 100 * progress.chunks // progress.total
    run = f"{share:>4} %{progress.rate:>11.0f}{minutes:>7}:{seconds:02}{progress.error:>8.3f}"
    return f"{run}          {''.join(held_out)}"


def as_object(progress: TrainingProgress, errors: Errors) -> dict[str, object]:
    """Return the state of a run as `--json` prints it."""
    return asdict(progress) | {"held_out": asdict(errors)}
